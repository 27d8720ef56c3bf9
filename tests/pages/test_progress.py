"""The chart of everybody's progress in a race that is over."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Player, Race
from games.models.races.closing import close_race
from games.pages.charts.progress import ProgressChart, progress_chart
from tests.clocks import at
from tests.models.tables import END, act, closed_race, started_race, winnable_race
from tests.pages.conftest import Visit
from tests.pages.test_policy import assert_nothing_is_inline

pytestmark = pytest.mark.django_db


@pytest.fixture
def race(alice: Player, bob: Player, charlie: Player) -> Race:
    """Alice has won, Bob has ended his run after one deal, Charlie never came."""
    race, moves = winnable_race(alice, bob, charlie)
    act(race, alice, *moves)
    act(race, bob, "deal", "end")
    close_race(race, at(END))
    return race


def chart(race: Race, player: Player) -> ProgressChart:
    drawn = progress_chart(race.entries.select_related("player"), player.pk)
    assert drawn is not None
    return drawn


def test_the_lines_are_those_who_played_by_their_places(race: Race, bob: Player) -> None:
    lines = chart(race, bob).lines
    assert [(line.number, line.entry.player.name, line.own) for line in lines] == [
        (1, "Alice", False),
        (2, "Bob", True),
    ]


def test_a_line_rises_in_steps_and_ends_with_the_run(race: Race, alice: Player) -> None:
    drawn = chart(race, alice)
    alices, bobs = drawn.lines
    assert drawn.total == race.entries.get(place=1).time_ms
    assert re.fullmatch(r"M0 51(H\d+V\d+)+H\d+", alices.path)
    assert alices.end == ("100%", "0%")
    assert bobs.path == "M0 51H2000"


def test_the_table_has_the_progress_at_round_times(race: Race, alice: Player) -> None:
    drawn = chart(race, alice)
    samples = drawn.lines[0].samples
    assert len(samples) == len(drawn.times)
    assert list(samples) == sorted(samples)
    assert drawn.lines[1].samples == (1,) * len(drawn.times)


def test_the_part_of_the_page_names_all_and_has_nothing_inline(
    visit: Visit, race: Race, alice: Player
) -> None:
    part = visit(alice).get(f"/race/{race.code.lower()}/progress/").content.decode()
    assert part.count("<path") == 4
    assert part.count("Bob") == 2
    assert_nothing_is_inline(part)


def test_there_is_no_chart_before_the_race_is_over(client: Client, alice: Player) -> None:
    race = started_race(alice)
    act(race, alice, "deal")
    assert client.get(f"/race/{race.code}/progress/").status_code == 404
    assert client.get("/race/QQQQQQ/progress/").status_code == 404


def test_where_nobody_played_there_is_nothing_to_draw(client: Client, alice: Player) -> None:
    answer = client.get(f"/race/{closed_race(alice).code}/progress/")
    assert (answer.status_code, answer.content.strip()) == (200, b"")
