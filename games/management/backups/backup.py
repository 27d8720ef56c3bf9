"""What each kind of database can do for a backup."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Protocol, TypeAlias

Migrations: TypeAlias = frozenset[tuple[str, str]]
"""The migrations that a database has been through: application and name."""


class Reach(Protocol):
    """Told how much is done and of what total, which may be known only about."""

    def __call__(self, done: int, total: int, *, about: bool = False) -> None: ...


class BackupError(Exception):
    """A backup can't be made or restored. The message says why and what would be right."""


class Backup(Protocol):
    """One kind of database, as `manage.py backup` and `restore` use it."""

    name: ClassVar[str]
    magic: ClassVar[bytes]
    """What its backups begin with."""
    advice: ClassVar[str]
    """Which site restores its backups."""

    def write(self, file: Path, reach: Reach) -> None:
        """Write what is stored at one moment. Nobody waits for it.

        :raises BackupError: if the database or its program refuses.
        """

    def migrations(self, file: Path, reach: Reach) -> Migrations:
        """Return the migrations of the database in a backup, after reading the file whole.

        :raises BackupError: if the file is damaged.
        """

    def count(self, file: Path, table: str) -> int:
        """Return how many rows a table has in a backup, which is whole."""

    def visitors(self) -> int:
        """Return how many others are connected to the database: they wouldn't notice a restore."""

    def is_empty(self) -> bool:
        """Tell whether the database has no tables of the site yet."""

    def restore(self, file: Path, reach: Reach) -> None:
        """Replace everything that the database holds, all of it or nothing.

        :raises BackupError: if the database or its program refuses.
        """
