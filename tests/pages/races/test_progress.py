"""The chart of everyone's progress in a finished race."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Player, Race
from games.models.races.closing import close_race
from games.pages.races.progress import ProgressChart, progress_chart
from tests.clocks import at
from tests.models.stored_races import END, act, closed_race, started_race, winnable_race
from tests.pages.conftest import Visit
from tests.pages.site.test_policy import assert_nothing_is_inline

pytestmark = pytest.mark.django_db


@pytest.fixture
def race(alice: Player, bob: Player, charlie: Player) -> Race:
    """Return a race that Alice won, Bob ended after one deal, and Charlie never played."""
    race, moves = winnable_race(alice, bob, charlie)
    act(race, alice, *moves)
    act(race, bob, "deal", "end")
    close_race(race, at(END))
    return race


def chart(race: Race, player: Player) -> ProgressChart:
    drawn = progress_chart(race.entries.select_related("player"), player.pk)
    assert drawn is not None
    return drawn


def test_each_player_has_a_line_in_order_of_places(race: Race, bob: Player) -> None:
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


def test_the_table_shows_progress_at_round_times(race: Race, alice: Player) -> None:
    drawn = chart(race, alice)
    samples = drawn.lines[0].samples
    assert len(samples) == len(drawn.times)
    assert list(samples) == sorted(samples)
    assert drawn.lines[1].samples == (1,) * len(drawn.times)


def test_the_fragment_names_all_players_and_has_nothing_inline(
    visit: Visit, alice: Player, bob: Player
) -> None:
    race, moves = winnable_race(alice, bob)
    act(race, alice, *moves)
    act(race, bob, *moves[:40], "end")
    close_race(race, at(END))
    part = visit(alice).get(f"/race/{race.code.lower()}/progress/").content.decode()
    assert part.count("<path") == 4
    assert part.count("Bob") == 2
    assert_nothing_is_inline(part)


def test_a_single_line_is_not_drawn_but_the_best_moment_is_told(
    visit: Visit, race: Race, alice: Player
) -> None:
    part = visit(alice).get(f"/race/{race.code}/progress/").content.decode()
    assert "<svg" not in part
    assert "You " in part


def test_there_is_no_chart_before_the_race_is_over(client: Client, alice: Player) -> None:
    race = started_race(alice)
    act(race, alice, "deal")
    assert client.get(f"/race/{race.code}/progress/").status_code == 404
    assert client.get("/race/QQQQQQ/progress/").status_code == 404


def test_a_race_without_actions_has_nothing_to_draw(client: Client, alice: Player) -> None:
    answer = client.get(f"/race/{closed_race(alice).code}/progress/")
    assert (answer.status_code, answer.content.strip()) == (200, b"")


def test_two_of_one_name_are_told_apart_by_their_seats(
    client: Client, race: Race, bob: Player
) -> None:
    Player.objects.filter(pk=bob.pk).update(name="Alice")
    beside = [entry.pk for entry in race.entries.order_by("place")[:2]]
    replay = client.get(f"/entry/{beside[0]}/replay?with={beside[1]}").content.decode()
    assert "<h2>Alice (1)</h2>" in replay
    assert "<h2>Alice (2)</h2>" in replay
