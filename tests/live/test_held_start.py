"""Changes that wait for a locked race come too late once it has started."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest

from games import racing
from tests.live.conftest import Sites, Visit, start
from tests.live.racer import Racer
from tests.live.rows import Rows
from tests.live.wins import wins
from tests.processes import BACKENDS, Site
from tests.stores import Backend

AHEAD = 5_000
"""Milliseconds until the start when the preparations are done."""

BEFORE, AFTER = 1_000, 700
"""Milliseconds for which the race is locked before and after its start."""

PRACTISED = wins("applegate/standard")[2]

keys = count(1)


@dataclass
class Trial:
    """A race about to start, and a request that tries to change it."""

    code: str
    players: list[Racer]
    """The players who move as soon as it starts."""
    meddle: Callable[[], object]
    meddler: Racer | None = None
    """The racer whose socket is told that it is too late."""
    fields: Mapping[str, object] = field(default_factory=dict)
    """Fields in which the race differs from an ordinary one."""
    absent: bool = False
    """Whether the other seat's player has not been seen for a minute."""
    patient: bool = False
    """Whether everyone sat down a minute ago, long enough for a ghost."""
    before: Any = None
    played: list[list[tuple[int, str]]] = field(default_factory=list)


@dataclass
class Table:
    """The site on which trials are prepared."""

    site: Site
    visit: Visit

    def guest(self, number: int = 0) -> Racer:
        """Return a guest with a page open."""
        racer = self.visit(self.site.urls[number])
        racer.get("/")
        return racer

    def pair(self) -> tuple[str, Racer, Racer]:
        """Open a race of two players, at different processes if there are two."""
        alice, bob = self.guest(), self.guest(-1)
        code = alice.open_race("agnes-sorel", countdown="3")
        bob.join(code)
        for racer in (alice, bob):
            racer.connect(code)
        return code, alice, bob


def join(table: Table) -> Trial:
    code, *players = table.pair()
    late = table.guest()
    return Trial(code, players, lambda: late.join(code))


def leave(table: Table) -> Trial:
    code, alice, bob = table.pair()
    return Trial(code, [alice, bob], lambda: bob.send(t="leave"), bob)


def set_ready(table: Table) -> Trial:
    code, alice, bob = table.pair()
    return Trial(code, [alice, bob], lambda: bob.send(t="ready", ready=True), bob)


def begin(table: Table) -> Trial:
    code, alice, bob = table.pair()
    return Trial(code, [alice, bob], lambda: alice.send(t="start"))


def close(table: Table) -> Trial:
    code, alice, bob = table.pair()
    return Trial(code, [alice, bob], lambda: bob.send(t="end"))


def quick_join(table: Table) -> Trial:
    code, *players = table.pair()
    late = table.guest(-1)
    return Trial(
        code,
        players,
        lambda: late.post("/quick/", game="agnes-bernauer"),
        fields={"lobby": "agnes-bernauer", "gather_s": 30, "kind": "ranked"},
    )


def reopening(table: Table) -> Trial:
    code, alice, bob = table.pair()
    bob.close()
    late = table.guest(-1)
    return Trial(
        code,
        [alice],
        lambda: late.post("/quick/", game="beleaguered-castle"),
        fields={"lobby": "beleaguered-castle", "gather_s": 30, "kind": "ranked"},
        absent=True,
    )


def step_out(table: Table) -> Trial:
    code, alice, bob = table.pair()
    return Trial(
        code,
        [alice, bob],
        lambda: bob.post(f"/race/{code}/ghost/"),
        fields={"gather_s": 30},
        patient=True,
    )


def rematch(table: Table) -> Trial:
    code, alice, bob = table.pair()
    charlie = table.guest()
    charlie.join(code)
    charlie.connect(code)
    everybody = [alice, bob, charlie]
    start(everybody)
    for racer in everybody:
        racer.send(t="end")
    following = ""
    for racer in (alice, bob):
        racer.race(state="over")
        racer.send(t="rematch")
        found = racer.receive_until(lambda frame: frame["t"] == "race" and frame["next"])
        following = found["next"]
        racer.connect(following)
    charlie.race(state="over")
    return Trial(following, [alice, bob], lambda: charlie.send(t="rematch"), charlie)


def daily_attempt(table: Table) -> Trial:
    prove = f"from tests.models.dailies import prove; prove({next(keys)})"
    table.site.manage("shell", "--no-imports", "--command", prove)
    alice = table.guest()
    day = datetime.now(UTC).date()
    code = alice.post(f"/daily/{day}/agnes-sorel/play/").rstrip("/").rpartition("/")[2]
    alice.connect(code)
    return Trial(code, [alice], lambda: alice.send(t="ready", ready=False), alice)


TRIALS: Mapping[str, Callable[[Table], Trial]] = {
    "join": join,
    "leave": leave,
    "set_ready": set_ready,
    "start": begin,
    "close": close,
    "quick join": quick_join,
    "reopening": reopening,
    "step_out": step_out,
    "rematch": rematch,
    "daily attempt": daily_attempt,
}


def transitions() -> set[str]:
    """Yield the transitions of a race that depend on when they happen."""
    return {
        name
        for name, method in inspect.getmembers(racing.Race, inspect.isfunction)
        if not name.startswith("_")
        and inspect.signature(method).return_annotation == "Race"
        and "now" in inspect.signature(method).parameters
    }


def test_every_transition_is_tried() -> None:
    assert transitions()
    assert transitions() <= TRIALS.keys()


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_request_that_waits_past_the_start_changes_nothing(
    sites: Sites, visit: Visit, backend: Backend
) -> None:
    site = sites(backend)
    rows, table = Rows(site), Table(site, visit)
    trials = {name: prepare(table) for name, prepare in TRIALS.items()}
    zero = count_down(rows, list(trials.values()))
    with ThreadPoolExecutor(len(trials)) as threads:
        sleep_until(zero - BEFORE)
        with rows.held(*(trial.code for trial in trials.values())):
            meddling = [threads.submit(trial.meddle) for trial in trials.values()]
            sleep_until(zero + AFTER)
    for meddled in meddling:
        meddled.result()
    for trial in trials.values():
        if trial.meddler is not None:
            # On a busy machine a request may come so late that the cut-off refuses it first.
            assert trial.meddler.refusal()["code"] in ("already-started", "starting")
        trial.played = [play(racer) for racer in trial.players]
    assert {name: stored(rows, trial.code) for name, trial in trials.items()} == {
        name: {
            "starts_at": zero,
            "is_dealt": True,
            "seats": trial.before,
            "actions": trial.played + [[]] * (len(trial.before) - len(trial.played)),
        }
        for name, trial in trials.items()
    }


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_deal_waits_for_a_change_in_progress(
    sites: Sites, visit: Visit, backend: Backend
) -> None:
    site = sites(backend)
    rows, table = Rows(site), Table(site, visit)
    code, *players = table.pair()
    other, *neighbours = table.pair()
    late = table.guest()
    late.open_race("agnes-sorel", countdown="3")
    both = (code, players), (other, neighbours)
    zero = count_down(rows, [Trial(race, seated, lambda: None) for race, seated in both])
    sleep_until(zero - BEFORE)
    with rows.transaction() as connection:
        # Simulate a process that was suspended between reading its clock and committing.
        rows.run(connection, "UPDATE games_race SET version = version + 1 WHERE code = %s", code)
        rows.run(connection, SIT_DOWN, code)
        sleep_until(zero + AFTER)
        for racer in players:
            racer.send(t="ping")
            racer.receive_until(lambda frame: frame["t"] == "pong")
            assert not racer.frames_of("board")
        if backend == "postgres":
            # SQLite has one lock for all races, so these would have to wait as well.
            assert [racer.board(0)["n"] for racer in neighbours] == [0, 0]
    for racer in players:
        assert racer.board(0)["n"] == 0
        racer.send(t="sync")
        assert len(racer.race(state="running")["seats"]) == 3


SIT_DOWN = """
INSERT INTO games_entry (
    race_id, player_id, seat, ready, created_at, voided, assisted, as_guest, state, progress, moves,
    undos
)
SELECT race.id, max(player.id), 2, TRUE, race.created_at, '', FALSE, TRUE, 'waiting', 0, 0, 0
FROM games_race AS race, games_player AS player WHERE race.code = %s GROUP BY race.id
"""


def count_down(rows: Rows, trials: list[Trial]) -> int:
    """Give the races one start time, wait until every racer knows it, and return it."""
    zero = time.time_ns() // 1_000_000 + AHEAD
    for trial in trials:
        fields = {**trial.fields, "starts_at": rows.instant(zero)}
        columns = "".join(f", {name} = %s" for name in fields)
        change = f"UPDATE games_race SET version = version + 1{columns} WHERE code = %s"  # noqa: S608
        rows.ask(change, *fields.values(), trial.code)
        if trial.absent:
            rows.ask(
                "UPDATE games_entry SET seen_at = %s WHERE seat = 1"
                " AND race_id = (SELECT id FROM games_race WHERE code = %s)",
                rows.instant(zero - 60_000),
                trial.code,
            )
        if trial.patient:
            rows.ask(
                "UPDATE games_entry SET created_at = %s"
                " WHERE race_id = (SELECT id FROM games_race WHERE code = %s)",
                rows.instant(zero - 60_000),
                trial.code,
            )
    for trial in trials:
        # Any change makes the server read the race again.
        trial.players[0].send(t="ready", ready=True)
        for racer in trial.players:
            racer.receive_until(lambda frame: frame["t"] == "race" and frame["starts_in"])
        trial.before = stored(rows, trial.code)["seats"]
    return zero


def stored(rows: Rows, code: str) -> dict[str, Any]:
    """Return the stored race: its start, its seats, and each player's actions."""
    ((race, starts_at, dealt_at),) = rows.ask(
        "SELECT id, starts_at, dealt_at FROM games_race WHERE code = %s", code
    )
    entries = rows.ask(
        "SELECT id, seat, player_id FROM games_entry WHERE race_id = %s ORDER BY seat", race
    )
    acted = "SELECT number, text FROM games_action WHERE entry_id = %s ORDER BY number"
    return {
        "starts_at": rows.ms(starts_at),
        "is_dealt": dealt_at is not None,
        "seats": [(seat, player) for _, seat, player in entries],
        "actions": [rows.ask(acted, entry) for entry, *_ in entries],
    }


def play(racer: Racer) -> list[tuple[int, str]]:
    """Make the first legal move, wait for its acknowledgement, and return what is stored of it."""
    # The first board may have arrived before the expected refusal.
    racer.send(t="sync")
    board = racer.board(0)
    move = board["board"]["moves"][0]
    answer = racer.act(board["n"] + 1, move)
    assert answer["t"] == "board"
    return [(1, move)]


def sleep_until(instant: int) -> None:
    time.sleep(max(0.0, instant / 1000 - time.time()))
