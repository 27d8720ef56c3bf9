"""A process that performs operations on a database of its own, and stops where it is told to.

It reads one cue a line, as JSON, and answers each with a line.
"""

from __future__ import annotations

import json
import random
import re
import secrets
import sys
import traceback
from collections.abc import Iterator
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

PASSED_ON: Final = ("save", "create", "update", "delete", "bulk_create", "bulk_update")
"""What a model overrides: whoever calls one of these writes as well."""


@dataclass
class Performance:
    """An operation that is under way: where it has come, and where it stops."""

    stop: int | None
    points: list[str] = field(default_factory=list)
    """Before its first hold or change of each table, and before each commit of one."""
    writes: set[tuple[str, str, str]] = field(default_factory=set)
    """The functions that have changed tables, with the table and how."""
    is_dirty: bool = False

    def execute(self, execute: Any, sql: str, *rest: Any) -> Any:
        """Look at a statement before it is executed."""
        self.see(sql)
        return execute(sql, *rest)

    def see(self, sql: str) -> None:
        """Stop before a statement, if it is the first of its kind and the point to stop at."""
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
        """Stop before a commit that matters."""
        if self.is_dirty:
            self.is_dirty = False
            self.reach("COMMIT")

    def reach(self, point: str) -> None:
        """Note a point, and wait there if this is the one."""
        if len(self.points) == self.stop:
            tell(stopped=point)
            sys.stdin.readline()
        self.points.append(point)


def writers(frame: FrameType | None) -> Iterator[str]:
    """The functions of the house that execute a statement: the innermost, and what calls it as if
    it were the database."""
    while frame is not None:
        code: CodeType = frame.f_code
        if code.co_filename.startswith(GAMES) and not code.co_name.startswith("<"):
            path = Path(code.co_filename).relative_to(Path(GAMES).parent).with_suffix("")
            yield f"{'.'.join(path.parts)}.{code.co_qualname}"
            if code.co_name not in PASSED_ON:
                return
        frame = frame.f_back


def tell(**said: Any) -> None:
    sys.__stdout__.write(json.dumps(said) + "\n")  # type: ignore[union-attr]
    sys.__stdout__.flush()  # type: ignore[union-attr]


def main() -> None:
    chance = random.Random()
    # Before anything binds it: the same operation draws the same in each order.
    secrets.token_bytes = lambda nbytes=None: chance.randbytes(nbytes or 32)
    import django

    django.setup()
    from django.conf import settings
    from django.core.cache import cache
    from django.db import connections
    from django.db.backends.utils import CursorWrapper
    from django.test.utils import setup_test_environment

    from tests.interleavings.scenes import SCENES, answer_of

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    setup_test_environment()
    sys.stdout = sys.stderr
    now: Performance = Performance(None)

    def copy(cursor: Any, statement: str) -> Any:
        now.see(statement)
        return cursor.cursor.copy(statement)

    # Django's wrappers of statements do not see what the driver is asked directly.
    CursorWrapper.copy = copy  # type: ignore[attr-defined]
    connection: Any = connections["default"]
    connection.ensure_connection()
    committed = connection._commit

    def commit() -> None:
        now.commit()
        committed()

    connection._commit = commit
    tell(pid=connection.connection.info.backend_pid)
    for line in sys.stdin:
        cue = json.loads(line)
        scene = SCENES[cue["scene"]]
        chance.seed(f"{cue['scene']} {cue.get('role')}")
        now = Performance(cue.get("stop"))
        # Who comes too often is counted there.
        cache.clear()
        try:
            if "operation" not in cue:
                tell(answer=scene.build())
                continue
            with connection.execute_wrapper(now.execute):
                answer = answer_of(scene.operations[cue["operation"]], cue["names"])
        except Exception:
            answer = {"error": traceback.format_exc()}
        tell(answer=answer, points=now.points, writes=sorted(now.writes))


if __name__ == "__main__":
    main()
