"""Take in accounts and daily challenges of another site: `python manage.py import FILE`."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError, transaction

from games.management.long_command import LongCommand, counted, misused
from games.management.progress import Progress
from games.management.transfer.lines import TransferError
from games.management.transfer.reading import Arrival
from games.management.troubles import trouble
from games.models.standings.booking import book_closed


class Command(LongCommand):
    """Store what isn't here yet, all of it or nothing, and overwrite nothing."""

    help = (
        "Take in what `manage.py export` has written at another site. What is here already stays "
        "as it is. Exit code 0: done; 1: something conflicts or the file is damaged, and nothing "
        "was imported; 2: the arguments are wrong."
    )

    cut_short = "interrupted; nothing was imported"

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", type=Path, help="a file that `manage.py export` has written")
        parser.add_argument("--check", action="store_true", help="try it, and import nothing")
        parser.add_argument(
            "--skip", action="store_true", help="leave out what conflicts with what is here"
        )

    def handle(self, *args: Any, file: Path, check: bool, skip: bool, **options: Any) -> None:
        arrival = Arrival(int(time.time() * 1000))
        try:
            with (
                file.open("rb") as stream,
                transaction.atomic(),
                Progress(self.stderr, "Importing") as progress,
            ):
                arrival.read(stream, progress.reach)
                stopped = bool(arrival.conflicts) and not skip
                transaction.set_rollback(check or stopped)
        except OSError as error:
            raise misused(error) from error
        except TransferError as error:
            raise CommandError(f"nothing was imported: {error}") from error
        except DatabaseError as error:
            raise CommandError(f"nothing was imported: {trouble(error) or error}") from error
        for conflict in arrival.conflicts:
            self.say(conflict)
        if not (check or stopped):
            with self.progress("Booking runs", arrival.new["runs"]) as progress:
                while booked := book_closed():
                    progress.step(booked)
        self._tell(arrival, "would be new" if check or stopped else "new")
        result = {
            "file": str(file),
            "imported": not (check or stopped),
            "new": arrival.new,
            "known": arrival.known,
            "left_out": arrival.left_out,
            "conflicts": arrival.conflicts,
        }
        conflicts = counted(len(arrival.conflicts), "conflict")
        wrong = f"{conflicts}: nothing was imported. --skip leaves them out" if stopped else ""
        self.conclude(result, wrong)

    def _tell(self, arrival: Arrival, new: str) -> None:
        """Say what came of each kind."""
        for kind, count in arrival.new.items():
            left_out = arrival.left_out[kind]
            also = f", {left_out:,} left out with what they belong to" if left_out else ""
            self.say(f"{kind}: {count:,} {new}, {arrival.known[kind]:,} here already{also}")
