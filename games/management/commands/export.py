"""Write accounts and daily challenges for another site: `python manage.py export FILE`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from games.management.file_command import FileCommand
from games.management.long_command import not_written
from games.management.progress import Progress
from games.management.transfer.lines import written
from games.management.transfer.writing import Departure
from games.models.database.snapshot import snapshot
from games.whole_file import whole_file


class Command(FileCommand):
    """Accounts with what they set, and the days that are over with everyone's runs."""

    help = (
        "Write all accounts, and the daily challenges that are over with their runs, into a file "
        "that `manage.py import` reads at another site. It holds mail addresses and the hashes of "
        "passwords: only you may read it."
    )

    example = "accounts"
    cut_short = "interrupted; nothing was exported"

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            with snapshot(), whole_file(file) as stream:
                departure = Departure()
                head = departure.head()
                stream.write(written(head))
                total = head.players + head.follows + head.dailies + head.runs
                with Progress(self.stderr, "Exporting", total) as progress:
                    for line in progress.over(departure.lines()):
                        stream.write(written(line))
        except OSError as error:
            raise CommandError(f"nothing was exported: {not_written(file, error)}") from error
        counts = {kind: getattr(head, kind) for kind in ("players", "follows", "dailies", "runs")}
        self.say(
            f"{file}: {head.players:,} players, {head.dailies:,} daily challenges with "
            f"{head.runs:,} runs. It is secret: it holds mail addresses and hashes of passwords."
        )
        self.conclude({"file": str(file), **counts})
