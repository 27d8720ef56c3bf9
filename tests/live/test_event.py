"""An event of five rounds with 60 players at six tables, on servers one of which is killed."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from games.racing import SEATED
from tests.live.conftest import Visit
from tests.live.racer import Racer
from tests.live.shifted import Shifted
from tests.live.shifted import clock as clock
from tests.live.shifted import site as site
from tests.processes import BACKENDS, Site

PLAYERS = 60
ROUNDS = 5
MINUTE = 60_000

PLAN = """
import json, time
from games.models import Player
from games.models.races.event_plan import plan_event
from tests.models import events
events.stock({rounds})
organiser = Player.objects.create_user("organiser", name="Alice")
now = time.time_ns() // 1_000_000
terms = events.terms({rounds}, start=now - now % 60_000 + 10 * 60_000)
event = plan_event(organiser, terms, lambda: now)
print(json.dumps({{
    "code": event.code,
    "rounds": [
        {{
            "start": int(one.starts_at.timestamp() * 1000),
            "key": bytes(one.deal.key).hex(),
            "cards": one.deal.cards,
            "line": one.deal.proofs.get().line.split(),
        }}
        for one in event.rounds.select_related("deal").order_by("number")
    ],
}}))
"""

TABLES = """
import json
from games.models import Race
tables = Race.objects.filter(round__event__code={code!r}, round__number={number})
print(json.dumps({{
    table.code: sorted(table.entries.values_list("player__name", flat=True)) for table in tables
}}))
"""

OPEN = """
from games.models import Race
print(Race.objects.filter(round__event__code={code!r}, closed_at=None).count())
"""

ENDS = """
import json
from games.models import Event, Player
from games.models.races.event_results import value
from tests.models.events import points_of
event = Event.objects.get(code={code!r})
names = dict(Player.objects.values_list("pk", "name"))
print(json.dumps([
    [[names[one.player], float(one.points)] for one in value(event).standings()],
    {{names[player]: float(points) for player, points in points_of(event).items()}},
]))
"""


def asked(site: Site, program: str, **values: Any) -> Any:
    code = program.format(**values)
    return json.loads(site.manage("shell", "--no-imports", "--command", code))


def awaited(site: Site, program: str, wanted: Any, **values: Any) -> Any:
    """Return the first answer of a program that `wanted` accepts."""
    until = time.monotonic() + 60
    while not wanted(found := asked(site, program, **values)):
        assert time.monotonic() < until, found
        time.sleep(0.2)
    return found


def moves_of(number: int, player: int, line: list[str]) -> list[str]:
    """Return what a player plays in a round: some win, most get somewhere, a few don't come."""
    rank = (player * 7 + number * 13) % PLAYERS
    if rank < 2:
        return line
    return line[: 2 + rank % 9] if rank < PLAYERS - 5 else []


@pytest.mark.parametrize("backend", BACKENDS)
def test_sixty_players_race_five_rounds(site: Site, visit: Visit, clock: Shifted) -> None:
    event = asked(site, PLAN, rounds=ROUNDS)
    code = event["code"]
    players = [visit(site.urls[n % len(site.urls)]) for n in range(PLAYERS)]
    for n, player in enumerate(players):
        player.post(f"/event/{code}/join/", name=f"Player {n:02}")
    for number, one in enumerate(event["rounds"], 1):
        watcher = visit(site.urls[0])
        watcher.open_socket(f"/ws/event/{code}/")
        clock.put_to(one["start"] - SEATED)
        tables = awaited(site, TABLES, bool, code=code, number=number)
        assert sorted(map(len, tables.values())) == [10] * 6
        play(players, tables, one["line"], number, clock, one["start"])
        live = watcher.receive_until(
            lambda frame: frame["t"] == "standings" and frame["finished"] == 2
        )
        assert live["rows"][0]["points"] >= 25
        assert_secret(code, event["rounds"][number - 1 :], [watcher, *players])
        clock.put_to(one["start"] + 2 * MINUTE)
        awaited(site, OPEN, lambda left: left == 0, code=code)
        for each in (watcher, *players):
            each.close()
        assert one["key"] in players[0].get(f"/event/{code}/")
        if number == 2:
            site.kill(-1)
            if len(site.processes) == 1:
                site.restart(-1)
            players = [each.again_at(site.urls[0]) for each in players]
    shown, computed = asked(site, ENDS, code=code)
    assert dict(shown) == computed
    assert [points for _, points in shown] == sorted(computed.values(), reverse=True)
    assert f"{ROUNDS} of {ROUNDS} rounds raced" in site.manage("event", "--check", code)
    assert "has won." in players[0].get(f"/event/{code}/")


def play(
    players: list[Racer],
    tables: dict[str, list[str]],
    line: list[str],
    number: int,
    clock: Shifted,
    start: int,
) -> None:
    """Play a round at its tables, each player at one of the processes."""
    clock.put_to(start - 3000)
    seats = {int(name[-2:]): code for code, names in tables.items() for name in names}
    for n, player in enumerate(players):
        if moves_of(number, n, line):
            player.connect(seats[n])
    for n, player in enumerate(players):
        if moves := moves_of(number, n, line):
            player.board(0)
            player.play(moves)


def assert_secret(code: str, rounds: list[dict[str, Any]], everyone: list[Racer]) -> None:
    """Check that no frame and no page tells of the deal of a round that isn't over."""
    for each in everyone:
        said = json.dumps(each.frames)
        assert not any(one["key"] in said or one["cards"] in said for one in rounds)
    for page in (f"/event/{code}/", "/events/", f"/api/v1/competitions/{code}", "/"):
        told = everyone[-1].get(page)
        assert not any(one["key"] in told for one in rounds), page
