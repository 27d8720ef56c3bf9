"""Back the site up into one file: `python manage.py backup FILE`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError
from django.utils import timezone

from games.management.backups import BackupError, backup_of_site
from games.management.file_command import FileCommand
from games.management.long_command import not_written
from games.management.progress import Progress
from games.models import SavedBackup
from games.whole_file import whole_path


class Command(FileCommand):
    """Write everything the database holds at one moment, while races run."""

    help = (
        "Back up everything that the database holds, at one moment, while races run. The file "
        "holds secret deals, addresses and password hashes: only you may read it."
    )

    example = "of-today.backup"
    cut_short = "interrupted; nothing was backed up"

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        backup = backup_of_site()
        try:
            with whole_path(file) as partial:
                with Progress(self.stderr, "Backing up") as progress:
                    backup.write(partial, progress.reach)
                with Progress(self.stderr, "Reading it again") as progress:
                    migrations = backup.migrations(partial, progress.reach)
                if not migrations:
                    raise BackupError("the database is empty. Run manage.py migrate first")
                size = partial.stat().st_size
        except BackupError as error:
            raise CommandError(f"nothing was backed up: {error}") from error
        except OSError as error:
            raise CommandError(f"nothing was backed up: {not_written(file, error)}") from error
        self._note(size)
        self.say(f"{file}: {size:,} bytes of {backup.name}, read again and whole")
        said = {"file": str(file), "bytes": size, "database": backup.name}
        self.conclude({**said, "migrations": len(migrations)})

    def _note(self, size: int) -> None:
        """Note the backup for the operator's page; it is good without, too."""
        try:
            SavedBackup.objects.note(size, timezone.now())
        except DatabaseError as error:
            # An operator may back up with the new release before its migrations have run.
            reason = str(error).partition("\n")[0]
            self.stderr.write(
                f"The operator's page won't show this backup: {reason}. If the database is of an "
                "older release, `python manage.py migrate` updates it."
            )
