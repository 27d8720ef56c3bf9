"""Backups of SQLite: a database file like the site's own, copied page by page."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, ClassVar, Final

from games.management.backups.backup import Backup, BackupError, Migrations, Reach
from games.whole_file import claim

PAGES: Final = 1_000
"""How many pages are copied between two words of progress."""

STEPS: Final = 1_000_000
"""Instructions of SQLite between two words of progress while it reads a backup."""

INSTRUCTIONS_A_PAGE: Final = 2_500
"""Instructions that check a page full of actions, as most are; other pages take fewer."""

DAMAGED: Final = ("SQLITE_CORRUPT", "SQLITE_NOTADB")

BUSY: Final = 0.5
"""Seconds to wait for others before calling the database busy."""


class SqliteBackup(Backup):
    """The database in a file."""

    name: ClassVar = "SQLite"
    magic: ClassVar = b"SQLite format 3\0"
    advice: ClassVar = "only a site without DATABASE_URL restores it"

    def __init__(self, database: Mapping[str, Any]) -> None:
        self._path = Path(database["NAME"])

    def write(self, file: Path, reach: Reach) -> None:
        if not self._path.exists():
            raise BackupError(f"there is no database at {self._path} yet")
        with _errors(), _opened(self._path) as source, _opened(file) as target:
            # An open transaction pins the copy to one moment; in WAL mode, writers don't wait.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            _copy(source, target, reach)
            source.rollback()
            # Without the mode of the source, the backup is a single file.
            target.execute("PRAGMA journal_mode = DELETE")

    def migrations(self, file: Path, reach: Reach) -> Migrations:
        done = 0

        def step() -> None:
            nonlocal done
            done += 1
            reach(done, total, about=True)

        with _errors(), _opened(file) as source:
            # SQLite doesn't say how far it is, only that it goes on.
            (pages,) = source.execute("PRAGMA page_count").fetchone()
            total = max(1, round(pages * INSTRUCTIONS_A_PAGE / STEPS))
            source.set_progress_handler(step, STEPS)
            (found,) = source.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                raise BackupError(f"the file is damaged: {found}")
            return frozenset(source.execute("SELECT app, name FROM django_migrations"))

    def count(self, file: Path, table: str) -> int:
        with _errors(), _opened(file) as source:
            (rows,) = source.execute(f'SELECT count(*) FROM "{table}"').fetchone()  # noqa: S608
        return int(rows)

    def visitors(self) -> int:
        if not self._path.exists():
            return 0
        with _errors(), _opened(self._path) as own:
            # Leaving WAL mode takes the file alone. The site's next connection enters it again.
            try:
                own.execute("PRAGMA journal_mode = DELETE")
            except sqlite3.OperationalError:
                return 1
        return 0

    def is_empty(self) -> bool:
        if not self._path.exists():
            return True
        with _errors(), _opened(self._path) as own:
            (tables,) = own.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return not tables

    def restore(self, file: Path, reach: Reach) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        claim(self._path)
        # SQLite copies within one transaction: a copy cut short is rolled back.
        with _errors(), _opened(file) as source, _opened(self._path) as target:
            _copy(source, target, reach)


def _copy(source: sqlite3.Connection, target: sqlite3.Connection, reach: Reach) -> None:
    source.backup(target, pages=PAGES, progress=lambda _, left, total: reach(total - left, total))


def _opened(path: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(path, timeout=BUSY, isolation_level=None))


@contextmanager
def _errors() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith(DAMAGED):
            raise BackupError(f"the file is damaged: {error}") from error
        if name == "SQLITE_INTERRUPT":
            # By Ctrl-C, which came while a word of progress was said.
            raise KeyboardInterrupt from error
        raise BackupError(f"SQLite: {error}") from error
