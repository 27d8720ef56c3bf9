"""Backups of PostgreSQL: the custom format of `pg_dump`, which `pg_restore` reads."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Final, LiteralString

import psycopg
from django.db.backends.postgresql.client import DatabaseClient

from games.management.backups.backup import Backup, BackupError, Migrations, Reach

LOOK_EVERY: Final = 0.5
"""Seconds between two looks at how large a backup has grown."""

LAST_SIZE: Final = "SELECT size FROM games_savedbackup ORDER BY id DESC LIMIT 1"

ASIDE: Final = "samedeal_before"
NEW_SCHEMA: Final = "CREATE SCHEMA public"


class ProgramError(BackupError):
    """A program of PostgreSQL has failed, for a reason."""

    def __init__(self, program: str, reason: str) -> None:
        super().__init__(f"{program}: {reason}")
        self.reason = reason


class PostgresBackup(Backup):
    """A database on a PostgreSQL server, through PostgreSQL's own programs."""

    name: ClassVar = "PostgreSQL"
    magic: ClassVar = b"PGDMP"
    advice: ClassVar = "only a site with DATABASE_URL restores it"

    def __init__(self, database: Mapping[str, Any]) -> None:
        options = {name: value for name, value in database["OPTIONS"].items() if name != "pool"}
        self._database = {**database, "OPTIONS": options}
        # What `psql` would be called with: the options of a connection, then the database.
        (_, *self._connection, self._name), environment = DatabaseClient.settings_to_cmd_args_env(
            self._database, []
        )
        self._environment = {**os.environ, **(environment or {})}

    def write(self, file: Path, reach: Reach) -> None:
        # What the program says of a server that is down is in two lines, without advice.
        total = self._expected_size()

        def look(_: int) -> None:
            if file.exists():
                reach(file.stat().st_size, total, about=True)

        self._run(
            ("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={file}"),
            (*self._connection, self._name),
            look,
        )

    def migrations(self, file: Path, reach: Reach) -> Migrations:
        # Reading everything as text finds damage that the table of contents doesn't show.
        try:
            self._read(("pg_restore", f"--file={os.devnull}"), (), file, reach)
        except ProgramError as error:
            if "unsupported version" in error.reason:
                raise BackupError(
                    f"{error.reason}: a later PostgreSQL has written the file. Install its "
                    "postgresql-client"
                ) from error
            raise BackupError(f"the file is damaged: {error.reason}") from error
        rows = self._rows(file, "django_migrations")
        columns = next(rows, "").partition("(")[2].partition(")")[0].split(", ")
        found = (dict(zip(columns, row.split("\t"), strict=True)) for row in rows)
        return frozenset((row["app"], row["name"]) for row in found)

    def count(self, file: Path, table: str) -> int:
        head, rows = 1, self._rows(file, table)
        return max(0, sum(1 for _ in rows) - head)

    def _rows(self, file: Path, table: str) -> Iterator[str]:
        """Yield the line that names a table's columns, and its rows."""
        text = ("pg_restore", "--data-only", f"--table={table}", "--file=-", str(file))
        with subprocess.Popen(text, stdout=subprocess.PIPE, text=True) as running:  # noqa: S603
            lines = (line.rstrip("\n") for line in running.stdout or ())
            is_inside = False
            # To the end: a program that can't write any more would complain.
            for line in lines:
                is_inside = (is_inside or line.startswith("COPY ")) and line != "\\."
                if is_inside:
                    yield line

    def visitors(self) -> int:
        return self._count(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend'"
        )

    def is_empty(self) -> bool:
        return not self._count("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")

    def restore(self, file: Path, reach: Reach) -> None:
        # What was there stays aside until the backup is in, and comes back if that fails.
        self._execute(*self._put_back(), f"ALTER SCHEMA public RENAME TO {ASIDE}", NEW_SCHEMA)
        try:
            self._read(
                ("pg_restore", "--single-transaction", "--no-owner", "--no-privileges"),
                (*self._connection, f"--dbname={self._name}"),
                file,
                reach,
            )
            self._execute(f"DROP SCHEMA {ASIDE} CASCADE")
        except BaseException:
            self._execute(*self._put_back())
            raise

    def _put_back(self) -> Sequence[LiteralString]:
        """Return what undoes a restore that was cut short, also one of an earlier process."""
        if not self._count("SELECT count(to_regnamespace('samedeal_before'))"):
            return ()
        return ("DROP SCHEMA public CASCADE", f"ALTER SCHEMA {ASIDE} RENAME TO public")

    def _expected_size(self) -> int:
        """Return about how large a backup will be: like the last one, or else the database.

        A database is several times as large as its first backup, which is packed and without
        indexes.
        """
        if self._count("SELECT count(to_regclass('games_savedbackup'))") and (
            size := self._count(LAST_SIZE)
        ):
            return size
        return self._count("SELECT pg_database_size(current_database())")

    def _read(
        self, program: Sequence[str], arguments: Sequence[str], file: Path, reach: Reach
    ) -> None:
        """Run a program on a file, saying how much of it the program has read."""
        size = file.stat().st_size
        self._run(program, arguments, lambda position: reach(position, size), file)

    def _run(
        self,
        program: Sequence[str],
        arguments: Sequence[str],
        look: Callable[[int], None],
        file: Path = Path(os.devnull),
    ) -> None:
        """Run a program; `look` is told now and then how much of its input it has read."""
        name = program[0]
        with file.open("rb", buffering=0) as source:
            try:
                running = subprocess.Popen(  # noqa: S603
                    (*program, *arguments),
                    env=self._environment,
                    stdin=source,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    text=True,
                    # A damaged file may hold any bytes, and these programs quote them.
                    errors="replace",
                )
            except FileNotFoundError:
                raise BackupError(f"{name} is missing: apt install postgresql-client") from None
            # The program shares its position with this process.
            fault = _watch(running, lambda: look(source.tell()))
        if running.returncode:
            reason = fault.strip().removeprefix(f"{name}: ").removeprefix("error: ")
            raise ProgramError(name, reason)

    def _count(self, query: LiteralString) -> int:
        with self._connected() as connection:
            row = connection.execute(query).fetchone()
        return int(row[0]) if row else 0

    def _execute(self, *statements: LiteralString) -> None:
        """Execute statements in one transaction."""
        with self._connected() as connection:
            for statement in statements:
                connection.execute(statement)

    @contextmanager
    def _connected(self) -> Iterator[psycopg.Connection]:
        database, options = self._database, self._database["OPTIONS"]
        where = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
        given = {name: database[key] for name, key in where.items() if database[key]}
        try:
            connection = psycopg.connect(dbname=self._name, **given, **options)
        except psycopg.Error as error:
            reason = str(error).partition("\n")[0].removeprefix("connection failed: ")
            raise BackupError(
                f"the database can't be used: {reason}. Start it, or check DATABASE_URL"
            ) from error
        try:
            with connection:
                yield connection
        except psycopg.Error as error:
            raise BackupError(f"PostgreSQL: {error}") from error


def _watch(running: subprocess.Popen[str], look: Callable[[], None]) -> str:
    """Look now and then until a program ends, or end it if that is cut short; return its errors."""
    with running:
        try:
            while True:
                try:
                    return running.communicate(timeout=LOOK_EVERY)[1]
                except subprocess.TimeoutExpired:
                    look()
        except BaseException:
            running.terminate()
            raise
