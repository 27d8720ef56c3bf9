"""A process that runs operations on the database and pauses at a given point.

It reads one cue per line, as JSON, and replies to each with a line.
"""

from __future__ import annotations

import json
import random
import re
import secrets
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

GAMES: Final = str(Path(__file__).parents[2] / "games")

TABLE: Final = r"(?:games_\w+|account_emailaddress)"
STATEMENT: Final = re.compile(
    rf"(?P<verb>INSERT) INTO \"?(?P<table>{TABLE})"  # noqa: S608
    rf"|(?P<verb2>UPDATE|DELETE FROM|COPY) \"?(?P<table2>{TABLE})"
    rf"|SELECT .*? FROM \"?(?P<table3>{TABLE}).* FOR (?:NO KEY )?UPDATE",
    re.DOTALL,
)

OVERRIDDEN: Final = ("save", "create", "update", "delete", "bulk_create", "bulk_update")
"""The methods of Django that models override: their callers count as writers too."""


@dataclass
class Execution:
    """A running operation: the points it has reached, and the one to pause at."""

    stop: int | None
    points: list[str] = field(default_factory=list)
    """Those before the first lock or change of each table, and before each commit of changes."""
    writes: set[tuple[str, str, str]] = field(default_factory=set)
    """The functions that changed tables, with the table and the verb."""
    is_dirty: bool = False

    def execute(self, execute: Any, sql: str, *rest: Any) -> Any:
        """Inspect a statement, then execute it."""
        self.inspect(sql)
        return execute(sql, *rest)

    def inspect(self, sql: str) -> None:
        """Note a statement that locks or changes a table, and pause before it if so told."""
        if (found := STATEMENT.match(sql)) is None:
            return
        verb = found["verb"] or found["verb2"] or "HOLD"
        table = str(found["table"] or found["table2"] or found["table3"])
        if verb != "HOLD":
            self.writes |= {(writer, table, verb) for writer in writers(sys._getframe(1))}
        self.is_dirty = True
        if all(table != point.split()[-1] for point in self.points):
            self.reach(f"{verb} {table}")

    def commit(self) -> None:
        """Pause before a commit of locks or changes."""
        if self.is_dirty:
            self.is_dirty = False
            self.reach("COMMIT")

    def reach(self, point: str) -> None:
        """Note a point, and pause there if it is the one to stop at."""
        if len(self.points) == self.stop:
            reply(stopped=point)
            sys.stdin.readline()
        self.points.append(point)


def writers(frame: FrameType | None) -> Iterator[str]:
    """Yield the functions of `games` that execute a statement.

    They are the innermost one, and its callers as long as it overrides a method of Django.
    """
    while frame is not None:
        code: CodeType = frame.f_code
        if code.co_filename.startswith(GAMES) and not code.co_name.startswith("<"):
            path = Path(code.co_filename).relative_to(Path(GAMES).parent).with_suffix("")
            yield f"{'.'.join(path.parts)}.{code.co_qualname}"
            if code.co_name not in OVERRIDDEN:
                return
        frame = frame.f_back


def reply(**fields: Any) -> None:
    sys.__stdout__.write(json.dumps(fields) + "\n")  # type: ignore[union-attr]
    sys.__stdout__.flush()  # type: ignore[union-attr]


def connect(running: Callable[[], Execution]) -> Any:
    """Open the database connection and have the running operation inspect its writes."""
    from django.db import connections
    from django.db.backends.utils import CursorWrapper

    def copy(cursor: Any, statement: str) -> Any:
        running().inspect(statement)
        return cursor.cursor.copy(statement)

    # `execute_wrapper` doesn't see COPY, which goes to the driver directly.
    CursorWrapper.copy = copy  # type: ignore[attr-defined]
    connection: Any = connections["default"]
    connection.ensure_connection()
    committed = connection._commit

    def commit() -> None:
        running().commit()
        committed()

    connection._commit = commit
    return connection


def main() -> None:
    chance = random.Random()
    # Set before any import binds it, so that an operation draws the same bytes in each order.
    secrets.token_bytes = lambda nbytes=None: chance.randbytes(nbytes or 32)
    import django

    django.setup()
    from django.conf import settings
    from django.core.cache import cache
    from django.test.utils import setup_test_environment

    from tests.interleavings.scenes import SCENES, answer_of

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    setup_test_environment()
    sys.stdout = sys.stderr
    now = Execution(None)
    connection = connect(lambda: now)
    reply(pid=connection.connection.info.backend_pid)
    for line in sys.stdin:
        cue = json.loads(line)
        scene = SCENES[cue["scene"]]
        chance.seed(f"{cue['scene']} {cue.get('role')}")
        now = Execution(cue.get("stop"))
        # The cache counts requests for rate limits.
        cache.clear()
        try:
            if "operation" not in cue:
                reply(answer=scene.build())
                continue
            with connection.execute_wrapper(now.execute):
                answer = answer_of(scene.operations[cue["operation"]], cue["names"])
        except Exception:
            answer = {"error": traceback.format_exc()}
        reply(answer=answer, points=now.points, writes=sorted(now.writes))


if __name__ == "__main__":
    main()
