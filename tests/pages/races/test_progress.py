"""The chart of everyone's progress in a finished race."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from django.test import Client

from games.models import Player, Race
from games.models.races.closing import close_race
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.transition import change_race
from games.pages.races.progress import ChartRun, ProgressChart
from games.racing import Kind
from games.racing.pace import Point
from tests.clocks import at
from tests.models.dailies import daily, finish
from tests.models.stored_races import (
    END,
    NOW,
    RULES,
    act,
    closed_race,
    started_race,
    winnable_race,
)
from tests.pages.conftest import Visit
from tests.pages.site.test_policy import assert_nothing_is_inline

pytestmark = pytest.mark.django_db


@pytest.fixture
def race(alice: Player, bob: Player, charlie: Player) -> Race:
    """Return a race that Alice won, Bob ended half way, and Charlie never played."""
    race, moves = winnable_race(alice, bob, charlie)
    act(race, alice, *moves)
    act(race, bob, *moves[:60], "end")
    close_race(race, at(END))
    return race


def chart(race: Race, player: Player) -> ProgressChart:
    played = race.entries.filter(last_at__isnull=False).order_by("place")
    drawn = ProgressChart.of(ChartRun.of(entry, own=entry.player == player) for entry in played)
    assert drawn is not None
    return drawn


def practice(player: Player, first: Race, moves: list[str]) -> Race:
    """Return a practice on the deal of another race, with these moves."""
    race = new_race(player, RULES, at(NOW), RaceOptions(kind=Kind.SOLO), deal=first.deal)
    change_race(race.code, lambda value, now: value.start(player.pk, now), at(NOW))
    act(race, player, *moves, "end")
    close_race(race, at(END))
    return Race.objects.get(pk=race.pk)


def test_each_player_has_a_line_in_order_of_places(race: Race, bob: Player) -> None:
    lines = chart(race, bob).lines
    assert [(line.number, line.run.name, line.run.own) for line in lines] == [
        (1, "Alice", False),
        (2, "You", True),
    ]


def test_a_seat_has_the_same_colour_in_the_chart_the_places_and_the_replay(
    client: Client, alice: Player, bob: Player
) -> None:
    race, moves = winnable_race(alice, bob)
    act(race, bob, *moves)
    act(race, alice, *moves[:60], "end")
    close_race(race, at(END))
    drawn = client.get(f"/race/{race.code}/progress/").content.decode()
    assert re.findall(r'<path class="(line-\d+)" d="M0 5H16"/>.*?chart-name">(\w+)', drawn) == [
        ("line-2", "Bob"),
        ("line-1", "Alice"),
    ]
    steps = client.get(f"/race/{race.code}/").content.decode()
    assert re.findall(r'<li class="podium-step" data-key="(\d)"', steps) == ["1", "0"]
    replay = client.get(f"/entry/{race.entries.get(player=bob).pk}/replay").content.decode()
    assert re.findall(r'<li data-key="(\d)"><a class="replay-lane"', replay) == ["1", "0"]
    assert 'class="replay-run" data-run="0" data-key="1"' in replay


def test_a_line_rises_in_steps_and_ends_with_the_run(race: Race, alice: Player) -> None:
    drawn = chart(race, alice)
    alices, bobs = drawn.lines
    assert drawn.total == race.entries.get(place=1).time_ms
    assert re.fullmatch(r"M0 51(H\d+V\d+)+H\d+", alices.path)
    assert alices.end == ("100%", "0%")
    assert bobs.path.endswith(f"H{race.entries.get(place=2).last_at}")


def runs(*ends: tuple[int, int], own: int | None = None) -> list[ChartRun]:
    """Return runs by their ends: the time and the progress reached."""
    return [
        ChartRun(f"Player {number}", number == own, (Point(0, 0), Point(ms, home)), ms, "", False)
        for number, (ms, home) in enumerate(ends)
    ]


@pytest.mark.parametrize(
    ("best", "labels"),
    [
        (3, ["0", "5"]),
        (6, ["0", "5", "10"]),
        (11, ["0", "13"]),
        (13, ["0", "13"]),
        (14, ["0", "13", "26"]),
        (39, ["0", "13", "26", "39"]),
        (40, ["0", "26", "52"]),
        (52, ["0", "26", "52"]),
    ],
)
def test_the_axis_fits_the_best_of_the_lines(best: int, labels: list[str]) -> None:
    drawn = ProgressChart.of(runs((60_000, best), (90_000, 4)))
    assert drawn is not None
    assert [level.label for level in drawn.levels] == labels
    assert (drawn.levels[0].at, drawn.levels[-1].at) == ("100%", "0%")
    top = int(labels[-1])
    assert drawn.lines[0].path == f"M0 {top}H60000V{top - best}H60000"
    assert drawn.lines[0].end[1] == f"{100 - 100 * best / top:.3f}".rstrip("0").rstrip(".") + "%"


def test_the_numbers_of_lines_that_end_together_stand_beside_each_other() -> None:
    drawn = ProgressChart.of(
        runs((90_000, 10), (90_000, 10), (89_000, 9), (90_000, 1), (1, 1), (2, 1))
    )
    assert drawn is not None
    assert [line.number_at for line in drawn.lines] == [
        "94.5%",
        "100%",
        "87.889%",
        "100%",
        "",
        "0.002%",
    ]


def test_only_numbers_with_room_are_drawn_in_the_order_of_their_ends_and_always_the_own() -> None:
    together = [(100_000 - 1000 * place, 52) for place in range(9, -1, -1)]
    drawn = ProgressChart.of(runs(*together, own=0))
    assert drawn is not None
    places = [float(line.number_at.rstrip("%")) for line in drawn.lines if line.number_at]
    assert drawn.lines[0].number_at
    assert 3 <= len(places) < len(together)
    assert places == sorted(places)
    assert min(after - before for before, after in pairwise(places)) >= 4


def test_on_the_narrowest_charts_no_numbers_overlap_and_the_own_is_there() -> None:
    drawn = ProgressChart.of(
        runs((90_000, 26), (90_000, 22), (89_000, 21), (40_000, 20), (90_000, 2), own=1)
    )
    assert drawn is not None
    assert [line.is_crowded for line in drawn.lines] == [True, False, False, False, False]


def test_who_is_level_has_one_number_in_the_chart(
    visit: Visit, alice: Player, bob: Player, charlie: Player
) -> None:
    race, moves = winnable_race(alice, bob, charlie)
    act(race, alice, *moves)
    for each in (bob, charlie):
        act(race, each, "end")
    close_race(race, at(END))
    part = visit(alice).get(f"/race/{race.code}/progress/").content.decode()
    assert re.findall(r'</svg> (\d+) <bdi class="chart-name"', part) == ["1", "2", "2"]


def test_the_fragment_s_box_and_labels_are_the_axis_s(
    visit: Visit, alice: Player, bob: Player
) -> None:
    race, moves = winnable_race(alice, bob)
    few = next(n for n in range(len(moves)) if _homes(moves[:n]) == 9)
    act(race, alice, *moves[:few], "end")
    act(race, bob, "deal", "end")
    close_race(race, at(END))
    part = visit(alice).get(f"/race/{race.code}/progress/").content.decode()
    assert re.search(r'viewBox="0 0 \d{4,} 10"', part)
    assert re.findall(r'class="chart-level".*?>(\d+)<', part) == ["0", "5", "10"]


def _homes(moves: list[str]) -> int:
    return sum(move.endswith("f") for move in moves)


def test_the_table_shows_progress_at_round_times(race: Race, alice: Player) -> None:
    drawn = chart(race, alice)
    samples = drawn.lines[0].samples
    assert len(samples) == len(drawn.times)
    assert list(samples) == sorted(samples)


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


def test_a_run_that_hardly_began_is_a_short_line_beside_one_that_got_far(
    visit: Visit, alice: Player, bob: Player
) -> None:
    race, moves = winnable_race(alice, bob)
    act(race, alice, *moves)
    act(race, bob, "deal", "end")
    close_race(race, at(END))
    part = visit(alice).get(f"/race/{race.code}/progress/").content.decode()
    assert re.findall(r'class="chart-name">(.*?)<', part) == ["You", "Bob"]
    assert "You " in part


def test_runs_that_all_hardly_began_have_no_chart(visit: Visit, alice: Player, bob: Player) -> None:
    race, moves = winnable_race(alice, bob)
    act(race, alice, *moves[:1], "end")
    act(race, bob, "deal", "end")
    close_race(race, at(END))
    assert "<svg" not in visit(alice).get(f"/race/{race.code}/progress/").content.decode()


def test_a_rival_who_made_no_move_has_no_line(visit: Visit, alice: Player, bob: Player) -> None:
    race, moves = winnable_race(alice, bob)
    act(race, alice, *moves)
    close_race(race, at(END))
    answer = visit(alice).get(f"/race/{race.code}/progress/")
    assert answer.status_code == 200
    assert "<svg" not in answer.content.decode()


def test_a_practice_is_drawn_beside_the_player_s_best_on_its_deal(
    visit: Visit, race: Race, alice: Player, bob: Player
) -> None:
    moves = [action.text for action in race.entries.get(player=alice).actions.all()]
    stranger = Player.objects.create_user("dora")
    alone = practice(stranger, race, moves[:60])
    part = visit(stranger).get(f"/race/{alone.code}/progress/").content.decode()
    assert "<svg" not in part
    for count, names in ((70, ["You", "Your best before"]), (40, ["Your best", "You"])):
        again = practice(bob, race, moves[:count])
        part = visit(bob).get(f"/race/{again.code}/progress/").content.decode()
        assert re.findall(r'class="chart-name">(.*?)<', part) == names


def charlie_of(race: Race) -> Player:
    return Player.objects.get(username="charlie")


def test_a_practice_is_drawn_beside_its_ghost_as_far_as_that_was(
    visit: Visit, race: Race, alice: Player, bob: Player
) -> None:
    moves = [action.text for action in race.entries.get(player=alice).actions.all()]
    again = practice(bob, race, moves[:70])
    ghost = race.entries.get(player=alice)
    address = f"/race/{again.code}/progress/?ghost={ghost.pk}"
    part = visit(bob).get(address).content.decode()
    assert sorted(re.findall(r'class="chart-name">(.*?)<', part)) == ["Alice", "You"]
    # Alice won after that.
    assert part.count(" of 52 home</span>") == 2


def test_a_daily_is_drawn_beside_the_leader_of_the_day(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, alice: Player, bob: Player
) -> None:
    monkeypatch.setattr("games.pages.races.runs.now", lambda: NOW)
    made = daily()
    finish(made, alice)
    theirs = finish(made, bob, ms=9000).race
    part = visit(bob).get(f"/race/{theirs.code}/progress/").content.decode()
    assert re.findall(r'class="chart-name">(.*?)<', part) == ["Alice", "You"]
    # A visitor who hasn't played it sees neither.
    other = Client().get(f"/race/{theirs.code}/progress/").content.decode()
    assert "Alice" not in other


def test_there_is_no_chart_before_the_race_is_over(client: Client, alice: Player) -> None:
    race = started_race(alice)
    act(race, alice, "deal")
    assert client.get(f"/race/{race.code}/progress/").status_code == 404
    assert client.get("/race/QQQQQQ/progress/").status_code == 404


def test_a_run_to_share_has_the_time_of_each_tenth_of_the_cards_it_kept_home(
    visit: Visit, race: Race, alice: Player
) -> None:
    part = visit(alice).get(f"/race/{race.code}/progress/").content.decode()
    found = re.search(r'<data value="([\d ]+)">', part)
    assert found
    tenths = [int(ms) for ms in found[1].split()]
    assert len(tenths) == 10
    assert sum(tenths) == race.entries.get(player=alice).time_ms
    half = ChartRun(
        "",
        True,
        [Point(0, 1), Point(5, 12), Point(7, 11), Point(9, 27), Point(10, 9)],
        10,
        "",
        False,
    )
    assert half.tenths() == [5]
    assert "<data" not in Client().get(f"/race/{race.code}/progress/").content.decode()


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


def test_cards_that_the_deal_began_with_make_no_chart() -> None:
    def run(seat: int, *progress: int) -> ChartRun:
        points = [Point(1000 * ms, count) for ms, count in enumerate(progress)]
        return ChartRun("", False, points, 9_000, "", False, seat=seat)

    assert ProgressChart.of([run(0, 4, 5), run(1, 4, 5, 6)]) is None
    assert ProgressChart.of([run(0, 4), run(1, 4, 5, 6, 7)]) is not None


def test_two_who_have_met_before_see_how_it_stands_between_them(
    visit: Visit, client: Client, alice: Player, bob: Player
) -> None:
    races = []
    for _ in range(2):
        race, moves = winnable_race(alice, bob)
        act(race, alice, *moves)
        act(race, bob, "end")
        close_race(race, at(END))
        races.append(race)
        part = visit(bob).get(f"/race/{race.code}/progress/").content.decode()
        assert ('class="score"' in part) == (len(races) == 2)
    assert '<p class="score">you 0 : 2 <bdi>Alice</bdi></p>' in part
    assert 'class="score"' not in client.get(f"/race/{race.code}/progress/").content.decode()
