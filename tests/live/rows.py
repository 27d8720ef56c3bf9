"""A second client of a site's database, which reads rows and locks them."""

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
    """A connection; statements use PostgreSQL syntax, instants are milliseconds since the epoch."""

    site: Site

    @property
    def is_postgres(self) -> bool:
        """Whether rows can be locked one by one; SQLite has one lock for all writers."""
        return "DATABASE_URL" in self.site.environment

    def ask(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Run a statement in its own transaction and return its rows."""
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
        """Open a transaction that commits at the end of the block."""
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
        """Lock races against changes."""
        with self.transaction() as connection:
            if self.is_postgres:
                held = "SELECT 1 FROM games_race WHERE code = ANY(%s) FOR UPDATE"
                self.run(connection, held, list(codes))
            yield

    def instant(self, ms: int) -> datetime | str:
        """Convert an instant to the stored form."""
        when = to_datetime(ms)
        return when if self.is_postgres else str(when.replace(tzinfo=None))

    def ms(self, stored: datetime | str | None) -> int | None:
        """Convert an instant from the stored form."""
        if isinstance(stored, str):
            stored = datetime.fromisoformat(stored).replace(tzinfo=UTC)
        return None if stored is None else to_ms(stored)
