"""An upgrade without a gap: the release before and this one serve one site, and races go on."""

from __future__ import annotations

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest

from games.engine import Record
from games.live.connections import CLOSE_FAILED
from tests import manage
from tests.live.conftest import Visit, start
from tests.live.faults.duels import by_hand
from tests.live.racer import Racer
from tests.live.wins import Win, win
from tests.processes import Process

pytestmark = [
    pytest.mark.needs_postgres,
    pytest.mark.needs_redis,
    pytest.mark.needs_previous_release,
]

MOVED = 4503
"""The code with which a process closes a socket whose player shall go to another one."""

ROWS = """
    SELECT table_name, md5(query_to_xml(
        format('SELECT t::text FROM %%I AS t ORDER BY 1', table_name), false, false, '')::text)
    FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> ALL(%s)
"""
"""A digest of each table."""

PULSE = ["games_process"]
"""The table in which each process says that it runs."""

WAIT = 60.0
"""Seconds until a process that should be ready counts as stuck."""


class Processes:
    """Web processes of both releases on the same stores."""

    def __init__(self, stores: Mapping[str, str], folder: Path, cleanup: ExitStack) -> None:
        self._stores = stores
        self._folder = folder
        self._cleanup = cleanup

    def start(self, name: str, code: Path) -> Process:
        process = Process(self._stores, self._folder / f"{name}.log", code=code)
        process.start()
        self._cleanup.callback(process.end)
        process.wait()
        return process


@pytest.fixture
def processes(old_stores: Mapping[str, str], tmp_path: Path) -> Iterator[Processes]:
    with ExitStack() as cleanup:
        yield Processes(old_stores, tmp_path, cleanup)


def readiness(process: Process) -> tuple[int, list[str]]:
    """Return the status and the reasons of `/readyz`."""
    try:
        answer: Any = urllib.request.urlopen(f"{process.url}/readyz", timeout=WAIT)
    except urllib.error.HTTPError as refused:
        answer = refused
    with answer:
        return answer.status, json.loads(answer.read())["reasons"]


def rows(stores: Mapping[str, str]) -> dict[str, str]:
    """Return a digest of each table of the site."""
    with psycopg.connect(stores["DATABASE_URL"]) as connection:
        return dict(connection.execute(ROWS, [PULSE]).fetchall())


def turned_away(racer: Racer, race: str) -> None:
    """Try to see and play a race at a process that can't serve it."""
    for ask, path in ((racer.get, f"/race/{race}/"), (racer.post, f"/race/{race}/join/")):
        with pytest.raises(urllib.error.HTTPError) as refused:
            ask(path)
        refused.value.close()
        assert refused.value.code == 503
    racer.connect(race)
    racer.send(t="end")
    assert racer.refusal()["code"] == "unavailable"
    assert racer.closed() == CLOSE_FAILED
    racer.close()


def until_ready(process: Process) -> None:
    end = time.monotonic() + WAIT
    while readiness(process)[0] != 200:
        assert time.monotonic() < end, readiness(process)
        time.sleep(0.2)


def part(known: list[str], number: int, of: int = 4) -> int:
    """Return how many moves the first parts of a game have."""
    return len(known) * number // of


def play_on(racer: Racer, moves: list[str], first: int, last: int) -> None:
    racer.play(moves[first:last], first + 1)


def seated(stores: Mapping[str, str], known: Win, code: Path, racers: list[Racer]) -> str:
    """Open a race by the code of a release, and start it."""
    options = ("--deal", known.deal, "--countdown", "3")
    race = manage.run(stores, "race", known.rules, *options, code=code).strip()
    for racer in racers:
        racer.join(race)
        racer.connect(race)
    start(racers)
    return race


def test_races_go_on_while_a_release_takes_over(
    old_code: Path, old_stores: Mapping[str, str], processes: Processes, visit: Visit
) -> None:
    # Long: one upgrade, each step of which needs the one before.
    before = [processes.start(f"old-{number}", old_code) for number in range(2)]
    known = win("beleaguered-castle")
    moves = by_hand(known)
    alice, bob = visit(before[0].url), visit(before[1].url)
    first = seated(old_stores, known, old_code, [alice, bob])
    play_on(alice, moves, 0, part(moves, 1))

    # The new release isn't sent visitors before its migrations have run, and keeps off the races.
    after = processes.start("new", manage.REPOSITORY)
    assert readiness(after) == (503, ["migrations-missing"])
    stored = rows(old_stores)
    turned_away(bob.again_at(after.url), first)
    assert rows(old_stores) == stored
    play_on(alice, moves, part(moves, 1), part(moves, 1) + 2)
    assert rows(old_stores) != stored
    arguments = (old_stores, "migrate", "--verbosity", "0")
    migrating = threading.Thread(target=manage.run, args=arguments)
    migrating.start()
    play_on(alice, moves, part(moves, 1) + 2, part(moves, 2))
    migrating.join()
    until_ready(after)
    assert [readiness(process) for process in before] == [(200, [])] * 2

    # Old code opens, joins and plays races on the new schema, with players at both releases.
    carol, dora = visit(before[0].url), visit(after.url)
    second = seated(old_stores, known, old_code, [carol, dora])
    play_on(carol, moves, 0, part(moves, 1))
    dora.seat(0, moves=part(moves, 1))
    play_on(dora, moves, 0, part(moves, 1))
    carol.seat(1, moves=part(moves, 1))

    # The old processes send their players to the new one.
    for process in before:
        process.stop()
    for racer in (alice, bob, carol):
        assert racer.closed() == MOVED
    alice, bob, carol = (racer.again_at(after.url) for racer in (alice, bob, carol))
    alice.connect(first)
    alice.board(part(moves, 2))
    play_on(alice, moves, part(moves, 2), len(moves))
    carol.connect(second)
    carol.board(part(moves, 1))
    play_on(carol, moves, part(moves, 1), len(moves))
    bob.connect(first)
    bob.send(t="end")
    dora.send(t="end")
    overs = {first: bob.race(state="over"), second: dora.race(state="over")}

    for over, reader in zip(overs.values(), (alice, carol), strict=True):
        assert [seat["place"] for seat in over["seats"]] == [1, 2]
        record = Record.parse(reader.get(f"/entry/{over['seats'][0]['entry']}/record"))
        record.replay()
        assert [action.text for action in record.actions if not action.automatic] == moves

    # The way back: the release before shows what was raced, and serves races, without a restore.
    before[0].start()
    before[0].wait()
    assert readiness(before[0]) == (200, [])
    assert second in alice.again_at(before[0].url).get(f"/race/{second}/")
    erin, frank = visit(before[0].url), visit(after.url)
    seated(old_stores, known, manage.REPOSITORY, [erin, frank])
    play_on(erin, moves, 0, len(moves))
    frank.seat(0, state="won")
    for racer in (alice, bob, carol, dora, erin, frank):
        racer.close()
    before[0].stop()
    after.stop()
    for command in ("leaderboards", "ratings"):
        manage.run(old_stores, command, "--repair")
        assert "agree" in manage.run(old_stores, command, "--check")
