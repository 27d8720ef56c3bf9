"""Two operations in two processes, one paused at a point while the other runs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import psycopg
from psycopg import sql

from tests.interleavings.process import Done, Performer

POLL: Final = 0.005
"""Seconds between two checks whether one process waits for the other."""

MODELS: Final = (
    *("race", "entry", "action", "deal", "proof", "daily", "trial", "attempt", "opening"),
    *("challenge", "board", "line", "tally", "ladder", "rating", "ratingchange"),
    *("ruling", "review", "analysis", "player", "follow", "match", "matchrace"),
    *("anytimerace", "competition", "round", "participation"),
)

COMPARED: Final = {name: f"games_{name}" for name in MODELS} | {"address": "account_emailaddress"}
"""The tables whose rows are compared, by model."""

RESTORED: Final = (*COMPARED.values(), "django_session", "games_notice", "games_push")
"""The tables restored before each run."""

COUNTED: Final = {"ladder.version", "competition.version", "race.version"}

IGNORED: Final = {"seen_at", "last_login", "password", *COUNTED}
"""Fields not compared: heartbeats skip locked rows, passwords are salted, and a ladder's version
counts its locks, as an event's its changes and a race's also the comers of its rematch."""

Row = dict[str, Any]
Tables = Mapping[str, list[Row]]


@dataclass(frozen=True)
class Performance:
    """A completed operation and the rows it changed."""

    done: Done
    rows: frozenset[tuple[str, Any]]
    """By table and primary key; 0 stands for all new rows of a table."""

    @property
    def touched(self) -> set[str]:
        """The tables in which it locked or changed a row."""
        held = {point.split()[1] for point in self.done.points if point.startswith("HOLD")}
        return held | {table for table, _ in self.rows}

    def meets(self, other: Performance) -> bool:
        """Tell whether both change the same row, or could: alone, an operation may be refused."""
        if self.rows and other.rows:
            return bool(self.rows & other.rows)
        return bool(self.touched & other.touched)

    def points(self, other: Performance) -> list[int]:
        """Return the points at which to pause.

        They are around the first touch of each table that both operations touch, and before each
        commit.
        """
        shared = self.touched & other.touched
        tables = [point.split()[-1] for point in self.done.points]
        return [
            number
            for number, table in enumerate(tables)
            if table == "COMMIT" or not shared.isdisjoint(tables[max(number - 1, 0) : number + 1])
        ]


@dataclass(frozen=True)
class Outcome:
    """The answers of two operations, and what is stored afterwards."""

    answers: tuple[Any, Any]
    stored: str


@dataclass(frozen=True)
class Order:
    """Two operations run in sequence; both fields list them in the order named, not run."""

    outcome: Outcome
    performances: tuple[Performance, Performance]


class Conductor:
    """Sets up a scene, runs operations in it, and reads what they store."""

    def __init__(self, database: psycopg.Connection[Any], performers: list[Performer]) -> None:
        self._database = database
        self._performers = performers
        for performer in performers:
            performer.pid = performer.receive()["pid"]
        self._scene = ""
        self._names: Mapping[str, Any] = {}
        self._begun: Tables = {}
        self._keys: dict[str, set[Any]] = {}
        self._now: Tables | None = None
        self._built = cache(self._build)
        self.alone = cache(self._alone)
        self.in_turn = cache(self._in_turn)

    def _build(self, scene: str) -> tuple[Mapping[str, Any], Tables]:
        """Build a scene in an empty database; return its names and the stored tables."""
        self._restore({name: [] for name in RESTORED})
        self._now = None
        self._performers[0].cue(scene=scene)
        names = self._performers[0].receive()["answer"]
        assert "error" not in names, names["error"]
        return names, self._stored()

    def _set_up(self, scene: str) -> None:
        """Restore a scene as it was built."""
        self._scene = scene
        self._names, self._begun = self._built(scene)
        self._restore(self._begun)
        self._keys = {
            table: {row[_key_of(table)] for row in rows} for table, rows in self._begun.items()
        }

    def _alone(self, scene: str, operation: str) -> Performance:
        """Run one operation alone."""
        self._set_up(scene)
        return self._perform(0, operation, self._begun)[0]

    def _in_turn(self, scene: str, first: str, second: str) -> tuple[Order, Order]:
        """Run two operations in sequence, in both orders."""
        self._set_up(scene)
        one, between = self._perform(0, first, self._begun)
        two, after = self._perform(1, second, between)
        forward = Order(self._outcome(one.done, two.done, after), (one, two))
        self._set_up(scene)
        two, between = self._perform(1, second, self._begun)
        one, after = self._perform(0, first, between)
        return forward, Order(self._outcome(one.done, two.done, after), (one, two))

    def held_at(self, point: int, held: int, scene: str, *operations: str) -> tuple[Outcome, bool]:
        """Pause one of two operations at a point until the other is done or waits for a lock.

        Return the outcome, and whether the other had to wait.
        """
        self._set_up(scene)
        holding, passing = self._performers[held], self._performers[1 - held]
        self._cue(held, operations[held], stop=point)
        reply = holding.receive()
        assert "stopped" in reply, reply
        self._cue(1 - held, operations[1 - held])
        waits = False
        while not waits and not passing.has_replied(POLL):
            waits = self._waits(passing)
        holding.cue()
        first, second = (performer.done() for performer in self._performers)
        return self._outcome(first, second, self._stored()), waits

    def _cue(self, number: int, operation: str, **more: Any) -> None:
        self._now = None
        self._performers[number].cue(
            scene=self._scene, names=self._names, role=number, operation=operation, **more
        )

    def _perform(self, number: int, operation: str, before: Tables) -> tuple[Performance, Tables]:
        self._cue(number, operation)
        done = self._performers[number].done()
        after = self._stored()
        changed = {
            (table, key if key in self._keys[table] else 0)
            for table in RESTORED
            for key in _changed(before[table], after[table])
        }
        # Adding an address relies on its account, so it counts as a change of the account.
        changed |= {
            ("games_player", row["user_id"])
            for row in after[COMPARED["address"]]
            if row not in before[COMPARED["address"]]
        }
        return Performance(done, frozenset(changed)), after

    def _waits(self, performer: Performer) -> bool:
        found = self._database.execute(
            "SELECT cardinality(pg_blocking_pids(%s)) > 0", [performer.pid]
        )
        return bool(found.fetchone()[0])  # type: ignore[index]

    def _restore(self, wanted: Tables) -> None:
        """Restore the tables, with triggers and foreign keys off."""
        there = self._now or self._stored()
        with self._database.transaction():
            self._database.execute("SET LOCAL session_replication_role = replica")
            for name in RESTORED:
                if changed := _changed(there[name], wanted[name]):
                    table = sql.Identifier(name)
                    forget = sql.SQL("DELETE FROM {} WHERE {} = ANY(%s)")
                    self._database.execute(
                        forget.format(table, sql.Identifier(_key_of(name))), [list(changed)]
                    )
                    store = sql.SQL(
                        "INSERT INTO {} SELECT * FROM json_populate_recordset(NULL::{}, %s)"
                    )
                    rows = [row for row in wanted[name] if row[_key_of(name)] in changed]
                    self._database.execute(store.format(table, table), [json.dumps(rows)])
        self._now = wanted

    def _stored(self) -> Tables:
        each = sql.SQL(", ").join(
            sql.SQL("(SELECT coalesce(json_agg(t ORDER BY {}), '[]') FROM {} AS t)").format(
                sql.Identifier(_key_of(name)), sql.Identifier(name)
            )
            for name in RESTORED
        )
        row = self._database.execute(sql.SQL("SELECT {}").format(each)).fetchone()
        assert row is not None
        self._now = stored = dict(zip(RESTORED, row, strict=True))
        return stored

    def _outcome(self, first: Done, second: Done, stored: Tables) -> Outcome:
        return Outcome((first.answer, second.answer), self._plain(stored))

    def _plain(self, tables: Tables) -> str:
        """Return the stored rows as text that is equal for equal histories.

        It leaves out new keys and times.
        """
        lines = []
        for model, table in COMPARED.items():
            for row in tables[table]:
                fields = {
                    field: _plain_value(model, field, value, self._keys)
                    for field, value in row.items()
                    if field not in IGNORED and f"{model}.{field}" not in IGNORED
                }
                lines.append(f"{model} {json.dumps(fields, sort_keys=True)}")
        return "\n".join(sorted(lines))


def _key_of(table: str) -> str:
    return "session_key" if table == "django_session" else "id"


def _changed(before: list[Row], after: list[Row]) -> set[Any]:
    """Return the keys of the rows that differ."""
    if before == after:
        return set()
    one, other = (
        {row.get("id", row.get("session_key")): row for row in rows} for rows in (before, after)
    )
    return {key for key in one.keys() | other.keys() if one.get(key) != other.get(key)}


REFERENCES: Final = {
    **COMPARED,
    **dict.fromkeys(
        (
            *("host", "brought_by", "owner", "follower", "followed"),
            *("staff", "challenger", "challenged", "user", "organiser", "stopped_by"),
        ),
        "games_player",
    ),
    "rematch_of": "games_race",
    "event": "games_competition",
}


def _plain_value(model: str, field: str, value: Any, old: Mapping[str, set[Any]]) -> Any:
    if field == "id":
        return value if value in old[COMPARED[model]] else "new"
    if field.endswith("_id") and value is not None:
        return value if value in old[REFERENCES[field.removesuffix("_id")]] else "new"
    # The scenes' clocks are all in 2023, so a later time comes from the real clock.
    if isinstance(value, str) and re.match(r"20(2[4-9]|[3-9])\d*-\d\d-\d\dT", value):
        return "now"
    return value


@contextmanager
def conducted(environment: Mapping[str, str]) -> Iterator[Conductor]:
    """Yield a conductor with two processes on a database."""
    quick = "?options=-c%20synchronous_commit%3Doff%20-c%20deadlock_timeout%3D50ms"
    url = environment["DATABASE_URL"]
    log = Path(environment["DATA_DIR"]) / "performers.log"
    with ExitStack() as cleanup:
        performers = []
        for _ in range(2):
            performer = Performer.start({**environment, "DATABASE_URL": url + quick}, log)
            cleanup.callback(performer.end)
            performers.append(performer)
        database = cleanup.enter_context(psycopg.connect(url + quick, autocommit=True))
        yield Conductor(database, performers)
