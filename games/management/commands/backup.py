"""Back the site up into one file: `python manage.py backup FILE`."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.backups import BackupError, backup_of_site
from games.management.progress import Progress


class Command(BaseCommand):
    """Write everything the database holds at one moment, while races run."""

    help = (
        "Back up everything that the database holds, at one moment, while races run. The file "
        "holds secret deals, addresses and password hashes: only you may read it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file to write; there must be none")
        parser.add_argument("--replace", action="store_true", help="overwrite the file")
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if file.exists() and not options["replace"]:
            raise CommandError(f"{file} exists: choose another name, or say --replace")
        backup = backup_of_site()
        # Under its name there is never half a backup.
        partial = file.with_name(f".{file.name}.{os.getpid()}")
        try:
            os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
            with Progress(self.stderr, "Backing up") as progress:
                backup.write(partial, progress.reach)
            migrations = backup.migrations(partial)
            with partial.open("rb") as written:
                os.fsync(written.fileno())
            size = partial.stat().st_size
            partial.replace(file)
        except (BackupError, OSError) as error:
            raise CommandError(f"nothing was backed up: {error}") from error
        finally:
            partial.unlink(missing_ok=True)
        if options["json"]:
            said = {"file": str(file), "bytes": size, "database": backup.name}
            self.stdout.write(json.dumps({**said, "migrations": len(migrations)}))
        else:
            self.stdout.write(f"{file}: {size:,} bytes of {backup.name}, read again and whole")
