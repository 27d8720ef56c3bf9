"""Compare the leaderboards with the entries: `python manage.py leaderboards --check`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Board
from games.models.standings.booking import book_closed, rebuild, wrong_boards


class Command(BaseCommand):
    """The entries are the truth; boards can be made anew from them at any time."""

    help = "Say which leaderboards are not what the stored entries say, or make them right."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument(
            "--check", action="store_true", help="fail if a board is wrong; writes nothing"
        )
        what.add_argument("--repair", action="store_true", help="make wrong boards anew")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["repair"]:
            while book_closed():
                pass
        wrong = wrong_boards()
        for board in wrong:
            self.stdout.write(f"{board}: {'made anew' if options['repair'] else 'wrong'}")
            if options["repair"]:
                rebuild(board)
        if wrong and options["check"]:
            raise CommandError(f"{len(wrong)} leaderboards are wrong; --repair makes them anew")
        self.stdout.write(f"{Board.objects.count()} leaderboards agree with the entries")
