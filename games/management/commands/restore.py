"""Restore the site from a backup: `python manage.py restore FILE`."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandError
from django.db import connections
from django.db.migrations.loader import MigrationLoader

from games.management.backups import Backup, BackupError, backup_in, backup_of_site, check_kind
from games.management.backups.backup import Migrations
from games.management.long_command import LongCommand, counted, misused
from games.management.progress import Progress
from games.models import SavedBackup

TABLES: Final = {"players": "games_player", "races": "games_race"}


class Command(LongCommand):
    """Replace what the database holds by a backup, all of it or nothing."""

    help = "Restore a backup into a database that no server or worker uses."
    # The database may be empty, and is about to be another.
    requires_system_checks = ()

    cut_short = "interrupted; nothing was restored"

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", type=Path, help="a file that `manage.py backup` has written")
        parser.add_argument(
            "--check", action="store_true", help="read the file, say what it holds, change nothing"
        )
        parser.add_argument(
            "--replace", action="store_true", help="give up what the database holds now"
        )

    def handle(self, *args: Any, file: Path, check: bool, **options: Any) -> None:
        if check:
            self._check(file)
            return
        backup = backup_of_site()
        try:
            check_kind(backup, _beginning(file))
            # Before and after the file is read, which takes minutes if it's large.
            self._refuse_visitors(backup)
            migrations = self._read(backup, file)
            missing = self._refuse_newer(migrations)
            self._refuse_visitors(backup)
            if not options["replace"] and not backup.is_empty():
                raise BackupError(
                    "the database isn't empty. Back it up first, then say --replace to give it up"
                )
            with Progress(self.stderr, "Restoring") as progress:
                backup.restore(file, progress.reach)
        except BackupError as error:
            raise CommandError(f"nothing was restored: {error}") from error
        except OSError as error:
            reason = f"{error.filename or file} can't be used: {error.strerror}"
            raise CommandError(f"nothing was restored: {reason}") from error
        if not missing:
            SavedBackup.objects.note(*_as_saved(file))
        self.say(f"Restored {file} into {backup.name}.")
        if missing:
            self.say(
                "It is of an older release: run `python manage.py migrate` "
                f"({counted(missing, 'migration')}) before you start the site. `manage.py play` "
                "does that itself."
            )
        self.conclude({"file": str(file), "database": backup.name, "missing_migrations": missing})

    def _read(self, backup: Backup, file: Path) -> Migrations:
        with Progress(self.stderr, "Reading") as progress:
            return backup.migrations(file, progress.reach)

    def _check(self, file: Path) -> None:
        """Say whether a backup is whole and what it holds; it needs no database."""
        try:
            backup = backup_in(_beginning(file))
            migrations = self._read(backup, file)
            missing = self._refuse_newer(migrations)
            held = {what: backup.count(file, table) for what, table in TABLES.items()}
        except BackupError as error:
            raise CommandError(f"{file}: {error}") from error
        size, written = _as_saved(file)
        age = (
            f"of an older release ({counted(missing, 'migration')})"
            if missing
            else "of this release"
        )
        self.say(
            f"{file}: whole, {size:,} bytes of {backup.name} from {written:%F %H:%M} UTC, {age}"
        )
        self.say(", ".join(counted(count, what.removesuffix("s")) for what, count in held.items()))
        self.conclude(
            {
                **{"file": str(file), "bytes": size, "database": backup.name},
                **{"written": written.isoformat(), "missing_migrations": missing, **held},
            }
        )

    def _refuse_newer(self, migrations: Migrations) -> int:
        """Return how many migrations a backup lacks.

        :raises BackupError: if it has been through some that this release doesn't know.
        """
        known = set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)
        if unknown := sorted(migrations - known - self._squashed()):
            names = ", ".join(f"{app}.{name}" for app, name in unknown[-3:])
            raise BackupError(f"it is of a newer release ({names}): update this one first")
        return len(known - migrations)

    def _squashed(self) -> Migrations:
        """Return migrations that later ones replace."""
        disk = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
        return frozenset(old for migration in disk.values() for old in migration.replaces)

    def _refuse_visitors(self, backup: Backup) -> None:
        """Refuse while a server or worker is connected: what it knows would no longer be true."""
        # This process's own connections, the pool's included, are none.
        connections.close_all()
        for connection in connections.all(initialized_only=True):
            if close_pool := getattr(connection, "close_pool", None):
                close_pool()
        if others := backup.visitors():
            raise BackupError(
                f"the database is in use ({counted(others, 'connection')}): stop the site and its "
                "workers first"
            )


def _beginning(file: Path) -> bytes:
    """Return what shows of which kind a backup is.

    :raises CommandError: if there is no such file.
    """
    try:
        with file.open("rb") as source:
            return source.read(16)
    except OSError as error:
        raise misused(error) from error


def _as_saved(file: Path) -> tuple[int, datetime]:
    """Return the size of a backup and when it was written: it can't hold its own note."""
    stat = file.stat()
    return stat.st_size, datetime.fromtimestamp(stat.st_mtime, UTC)
