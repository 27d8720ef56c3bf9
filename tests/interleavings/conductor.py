"""Two operations in two processes, one of them held at a point while the other passes."""

from __future__ import annotations

import json
import re
import select
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import psycopg
from psycopg import sql

from tests import manage

PATIENCE: Final = 60.0
"""Seconds after which a process that says nothing has failed."""

LOOK: Final = 0.005
"""Seconds between two looks at whether a process waits for the other."""

MODELS: Final = (
    *("race", "entry", "action", "deal", "proof", "daily", "attempt", "opening", "challenge"),
    *("board", "line", "tally", "ladder", "rating", "ratingchange", "ruling", "review"),
    *("analysis", "player", "follow"),
)

COMPARED: Final = {name: f"games_{name}" for name in MODELS} | {"address": "account_emailaddress"}
"""The tables whose rows are compared, by what the rows are."""

KEPT: Final = (*COMPARED.values(), "django_session")
"""The tables that are put back."""

PASSED_OVER: Final = {"seen_at", "last_login", "password", "ladder.version"}
"""A heartbeat passes over what is held, passwords have salts, and a ladder counts its holders."""

Row = dict[str, Any]
Tables = Mapping[str, list[Row]]


@dataclass(frozen=True)
class Done:
    """What an operation has answered, and how it went."""

    answer: Any
    points: list[str]
    writes: frozenset[tuple[str, str, str]]


@dataclass(frozen=True)
class Performance:
    """An operation, and what it has changed."""

    done: Done
    rows: frozenset[tuple[str, Any]]
    """By table and key; 0 stands for all new ones of a table."""

    @property
    def touched(self) -> set[str]:
        """The tables of which it has held or changed a row."""
        held = {point.split()[1] for point in self.done.points if point.startswith("HOLD")}
        return held | {table for table, _ in self.rows}

    def meets(self, other: Performance) -> bool:
        """Whether both change the same row, or one may do so that is refused by itself."""
        if self.rows and other.rows:
            return bool(self.rows & other.rows)
        return bool(self.touched & other.touched)

    def points(self, other: Performance) -> list[int]:
        """Where to let another pass: around the first touch of each table that both touch, and
        before a commit."""
        shared = self.touched & other.touched
        tables = [point.split()[-1] for point in self.done.points]
        return [
            number
            for number, table in enumerate(tables)
            if table == "COMMIT" or not shared.isdisjoint(tables[max(number - 1, 0) : number + 1])
        ]


@dataclass(frozen=True)
class Outcome:
    """What two operations have answered, and what is stored then."""

    answers: tuple[Any, Any]
    stored: str


@dataclass(frozen=True)
class Order:
    """Two operations, one after the other, in the order in which they are named and not done."""

    outcome: Outcome
    performances: tuple[Performance, Performance]


@dataclass
class Performer:
    """A process that performs one operation at a time: see `tests.interleavings.performer`."""

    child: subprocess.Popen[str]
    log: Path
    pid: int = 0

    @classmethod
    def start(cls, environment: Mapping[str, str], log: Path) -> Performer:
        """Start a process, without waiting for it."""
        settings = {"DJANGO_SETTINGS_MODULE": "solitaire_site.settings"}
        with log.open("ab") as errors:
            child = subprocess.Popen(
                [sys.executable, "-m", "tests.interleavings.performer"],
                cwd=manage.REPOSITORY,
                env=manage.clean_environment({**environment, **settings}),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                bufsize=1,
            )
        return cls(child, log)

    def cue(self, **cue: Any) -> None:
        """Say what is to be done, or go on where it is held."""
        assert self.child.stdin is not None
        self.child.stdin.write(json.dumps(cue) + "\n")

    def has_said(self, seconds: float) -> bool:
        """Whether it says something in so many seconds."""
        assert self.child.stdout is not None
        return bool(select.select([self.child.stdout], [], [], seconds)[0])

    def hear(self) -> Any:
        """What it says next."""
        assert self.child.stdout is not None
        assert self.has_said(PATIENCE), "a process says nothing"
        line = self.child.stdout.readline()
        assert line, self.log.read_text()
        return json.loads(line)

    def done(self) -> Done:
        """What has become of the operation."""
        said = self.hear()
        writes = frozenset((writer, table, verb) for writer, table, verb in said["writes"])
        return Done(said["answer"], said["points"], writes)

    def end(self) -> None:
        """End the process."""
        self.child.kill()
        self.child.wait()
        for pipe in (self.child.stdin, self.child.stdout):
            assert pipe is not None
            pipe.close()


class Conductor:
    """Puts a situation up, has operations performed in it, and reads what is stored."""

    def __init__(self, database: psycopg.Connection[Any], performers: list[Performer]) -> None:
        self._database = database
        self._performers = performers
        for performer in performers:
            performer.pid = performer.hear()["pid"]
        self._scene = ""
        self._names: Mapping[str, Any] = {}
        self._begun: Tables = {}
        self._keys: dict[str, set[Any]] = {}
        self._now: Tables | None = None
        self._built = cache(self._build)
        self.alone = cache(self._alone)
        self.in_turn = cache(self._in_turn)

    def _build(self, scene: str) -> tuple[Mapping[str, Any], Tables]:
        """Store the situation of a scene; what is in it, and what is stored."""
        self._put_back({name: [] for name in KEPT})
        self._now = None
        self._performers[0].cue(scene=scene)
        names = self._performers[0].hear()["answer"]
        assert "error" not in names, names["error"]
        return names, self._stored()

    def _put_up(self, scene: str) -> None:
        """Store the situation of a scene as it was when it was built."""
        self._scene = scene
        self._names, self._begun = self._built(scene)
        self._put_back(self._begun)
        self._keys = {
            table: {row[_key_of(table)] for row in rows} for table, rows in self._begun.items()
        }

    def _alone(self, scene: str, operation: str) -> Performance:
        """Have an operation performed by itself."""
        self._put_up(scene)
        return self._perform(0, operation, self._begun)[0]

    def _in_turn(self, scene: str, first: str, second: str) -> tuple[Order, Order]:
        """Have two operations performed one after the other, in both orders."""
        self._put_up(scene)
        one, between = self._perform(0, first, self._begun)
        two, after = self._perform(1, second, between)
        forward = Order(self._outcome(one.done, two.done, after), (one, two))
        self._put_up(scene)
        two, between = self._perform(1, second, self._begun)
        one, after = self._perform(0, first, between)
        return forward, Order(self._outcome(one.done, two.done, after), (one, two))

    def held_at(self, point: int, held: int, scene: str, *operations: str) -> tuple[Outcome, bool]:
        """Hold one of two at a point until the other is done or waits.

        Returns what comes of both, and whether the other had to wait.
        """
        self._put_up(scene)
        holding, passing = self._performers[held], self._performers[1 - held]
        self._cue(held, operations[held], stop=point)
        said = holding.hear()
        assert "stopped" in said, said
        self._cue(1 - held, operations[1 - held])
        waits = False
        while not waits and not passing.has_said(LOOK):
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
            for table in KEPT
            for key in _changed(before[table], after[table])
        }
        # To add an address to an account is to decide that there is one.
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

    def _put_back(self, wanted: Tables) -> None:
        """Store the tables as they were, past all guards."""
        there = self._now or self._stored()
        with self._database.transaction():
            self._database.execute("SET LOCAL session_replication_role = replica")
            for name in KEPT:
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
            for name in KEPT
        )
        row = self._database.execute(sql.SQL("SELECT {}").format(each)).fetchone()
        assert row is not None
        self._now = stored = dict(zip(KEPT, row, strict=True))
        return stored

    def _outcome(self, first: Done, second: Done, stored: Tables) -> Outcome:
        return Outcome((first.answer, second.answer), self._plain(stored))

    def _plain(self, tables: Tables) -> str:
        """Write what is stored so that equal histories are equal: new keys and late times are not
        compared."""
        lines = []
        for model, table in COMPARED.items():
            for row in tables[table]:
                fields = {
                    field: _plain_value(model, field, value, self._keys)
                    for field, value in row.items()
                    if field not in PASSED_OVER and f"{model}.{field}" not in PASSED_OVER
                }
                lines.append(f"{model} {json.dumps(fields, sort_keys=True)}")
        return "\n".join(sorted(lines))


def _key_of(table: str) -> str:
    return "session_key" if table == "django_session" else "id"


def _changed(before: list[Row], after: list[Row]) -> set[Any]:
    """The keys of the rows that are not the same."""
    if before == after:
        return set()
    one, other = (
        {row.get("id", row.get("session_key")): row for row in rows} for rows in (before, after)
    )
    return {key for key in one.keys() | other.keys() if one.get(key) != other.get(key)}


REFERENCES: Final = {
    **COMPARED,
    **dict.fromkeys(
        ("host", "brought_by", "follower", "followed", "staff", "challenger", "challenged", "user"),
        "games_player",
    ),
    "rematch_of": "games_race",
}


def _plain_value(model: str, field: str, value: Any, old: Mapping[str, set[Any]]) -> Any:
    if field == "id":
        return value if value in old[COMPARED[model]] else "new"
    if field.endswith("_id") and value is not None:
        return value if value in old[REFERENCES[field.removesuffix("_id")]] else "new"
    # Of the scenes' clocks all are in 2023.
    if isinstance(value, str) and re.match(r"20(2[4-9]|[3-9])\d*-\d\d-\d\dT", value):
        return "now"
    return value


@contextmanager
def conducted(environment: Mapping[str, str]) -> Iterator[Conductor]:
    """Lend a conductor with two processes on a database."""
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
