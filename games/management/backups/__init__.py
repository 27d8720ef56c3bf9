"""Backups of the whole database in one file, written and read while the site's data stays whole."""

from __future__ import annotations

from typing import Final

from django.conf import settings

from games.management.backups.backup import Backup, BackupError
from games.management.backups.postgres import PostgresBackup
from games.management.backups.sqlite import SqliteBackup

KINDS = (SqliteBackup, PostgresBackup)
FOREIGN: Final = "this is no backup that `manage.py backup` has made"

__all__ = ["Backup", "BackupError", "backup_in", "backup_of_site", "check_kind"]


def backup_of_site() -> Backup:
    """Return how the site's database is backed up."""
    database = settings.DATABASES["default"]
    return PostgresBackup(database) if settings.DATABASE_URL else SqliteBackup(database)


def backup_in(head: bytes) -> Backup:
    """Return how a file that begins with `head` is read, whatever database the site uses.

    :raises BackupError: if it is no backup.
    """
    for kind in KINDS:
        if head.startswith(kind.magic):
            return kind({"NAME": "", "OPTIONS": {}})
    raise BackupError(FOREIGN)


def check_kind(backup: Backup, head: bytes) -> None:
    """Refuse a file that begins with `head` unless it is a backup of this kind of database.

    :raises BackupError: naming what it is and what would be right.
    """
    if head.startswith(backup.magic):
        return
    for kind in KINDS:
        if head.startswith(kind.magic):
            raise BackupError(
                f"this is a backup of {kind.name}, but the site keeps its games in {backup.name}: "
                f"{kind.advice}. To change databases, `export` there and `import` here: "
                "docs/how-to/move-accounts.md"
            )
    raise BackupError(FOREIGN)
