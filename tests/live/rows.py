"""The database of a site, read and held by somebody beside it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg

from games.models.database.instants import to_datetime, to_ms
from tests.processes import Site


@dataclass(frozen=True)
class Rows:
    """Statements are written as for PostgreSQL; instants are milliseconds since the epoch."""

    site: Site

    @property
    def is_postgres(self) -> bool:
        """Whether rows can be held one by one; SQLite has one lock for all that write."""
        return "DATABASE_URL" in self.site.environment

    def ask(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Run a statement in a transaction of its own, and give its rows."""
        with self.transaction() as connection:
            return self.run(connection, statement, *values)

    def run(self, connection: Any, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Run a statement in a transaction."""
        if not self.is_postgres:
            statement = statement.replace("%s", "?")
        cursor = connection.execute(statement, values)
        return list(cursor.fetchall()) if cursor.description else []

    @contextmanager
    def transaction(self) -> Iterator[Any]:
        """Write something that is committed at the end of the block."""
        if self.is_postgres:
            with psycopg.connect(self.site.environment["DATABASE_URL"]) as connection:
                yield connection
            return
        path = Path(self.site.environment["DATA_DIR"]) / "db.sqlite3"
        with closing(sqlite3.connect(path, isolation_level=None, timeout=30)) as database:
            database.execute("BEGIN IMMEDIATE")
            yield database
            database.execute("COMMIT")

    @contextmanager
    def held(self, *codes: str) -> Iterator[None]:
        """Keep races from being changed."""
        with self.transaction() as connection:
            if self.is_postgres:
                held = "SELECT 1 FROM games_race WHERE code = ANY(%s) FOR UPDATE"
                self.run(connection, held, list(codes))
            yield

    def instant(self, ms: int) -> datetime | str:
        """Write an instant as it is stored."""
        when = to_datetime(ms)
        return when if self.is_postgres else str(when.replace(tzinfo=None))

    def ms(self, stored: datetime | str | None) -> int | None:
        """Read an instant as it is stored."""
        if isinstance(stored, str):
            stored = datetime.fromisoformat(stored).replace(tzinfo=UTC)
        return None if stored is None else to_ms(stored)
