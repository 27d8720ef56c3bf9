"""The best moment of a run, from everyone's progress over time."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.pages.races.moments import best_moment
from games.racing import Point


def points(*steps: tuple[int, int]) -> list[Point]:
    """Return a pace that begins with nothing; steps are in seconds."""
    return [Point(0, 0), *(Point(1000 * second, progress) for second, progress in steps)]


def told(own: list[Point], *others: list[Point], first: bool = False) -> str:
    with translation.override("en"):
        return best_moment(own, others, first=first)


def test_a_lead_that_was_lost_is_told_at_its_largest() -> None:
    own = points((10, 4), (20, 9), (50, 12))
    other = points((15, 3), (25, 8), (60, 52))
    assert told(own, other) == "At 0:20 you led by 6 cards."


def test_the_lead_is_over_all_others() -> None:
    own = points((10, 14))
    assert told(own, points((5, 13)), points((5, 1), (20, 52))) == "At 0:10 you led by 1 card."


def test_a_card_ahead_of_hardly_anything_is_no_lead_to_tell() -> None:
    own, other = points((2, 1), (50, 16)), points((3, 2), (40, 30), (60, 52))
    assert told(own, other) == "You came back from 29 cards behind to 14."


@pytest.mark.parametrize(
    ("own", "sentence"),
    [
        (points((50, 12)), "You came back from 20 cards behind to 8."),
        (points((50, 20)), "You drew level after being 20 cards behind."),
    ],
)
def test_a_comeback_is_told(own: list[Point], sentence: str) -> None:
    assert told(own, points((10, 20), (90, 52))) == sentence


def test_a_finish_after_the_winner_is_no_comeback() -> None:
    own = points((5, 12), (90, 52))
    assert told(own, points((5, 13), (80, 52))) == "At 0:05 you were 1 card behind the leader."


def test_a_winner_hears_what_was_made_up_or_since_when_the_lead_was_theirs() -> None:
    other = points((10, 9), (60, 10))
    assert told(points((50, 52)), other, first=True) == "You were 9 cards behind, and won."
    late = points((5, 8), (40, 20), (50, 52))
    assert told(late, other, first=True) == "You took the lead at 0:40 and kept it."
    assert told(points((5, 10), (50, 52)), other, first=True) == "You led from the start."
    # Nobody did who was behind, however short the race.
    assert told(points((5, 10), (8, 52)), points((2, 1), (10, 9)), first=True) == (
        "You took the lead at 0:05 and kept it."
    )


def test_a_shared_win_has_its_best_half_minute() -> None:
    own = points((10, 9), (50, 52))
    assert told(own, own, first=True) == "Your best half minute brought 9 cards."


def test_a_close_pursuit_is_told_once_the_run_has_got_going() -> None:
    other = points((10, 4), (30, 7), (40, 10), (42, 13), (60, 52))
    own = points((11, 2), (31, 5), (41, 8), (43, 11))
    assert told(own, other) == "At 0:43 you were 2 cards behind the leader."
    assert told(own[:-1], other) == "Your best half minute brought 6 cards."


def test_a_run_without_progress_has_no_moment() -> None:
    assert told(points(), points((10, 52))) == ""
    assert told(points()) == ""


def test_a_run_alone_has_its_best_half_minute() -> None:
    assert told(points((10, 2), (20, 6), (70, 7))) == "Your best half minute brought 6 cards."


def test_a_race_that_hardly_began_has_no_best_moment() -> None:
    other = points((50, 1))
    assert told(points((47, 2)), other, first=True) == ""
    assert told(points((47, 2), (90, 12)), other, first=True) != ""


def test_who_never_came_close_hears_how_far_the_run_got() -> None:
    assert told(points((12, 2)), points((60, 52))) == "Your best: 2 cards, reached at 0:12."
    assert told(points((12, 2), (50, 1)), points((40, 5))) == "Your best: 2 cards, reached at 0:12."
    assert told(points((47, 1)), points((20, 52))) == "Your best: 1 card, reached at 0:47."
