"""Compare the ratings with the ranked races: `python manage.py ratings --check`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import GAMES
from games.models import Rating
from games.models.standings.booking import book_closed
from games.models.standings.rating import rate_anew, wrong_ratings


class Command(BaseCommand):
    """The races are the truth; ratings can be computed anew from them at any time."""

    help = "Say which ratings are not what the stored races give, or compute them anew."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument(
            "--check", action="store_true", help="fail if a rating is wrong; writes nothing"
        )
        what.add_argument("--repair", action="store_true", help="compute wrong ones anew")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["repair"]:
            while book_closed():
                pass
        found = 0
        for game in GAMES:
            wrong = wrong_ratings(game)
            found += len(wrong)
            for sentence in wrong:
                self.stdout.write(f"{game}: {sentence} is wrong")
            if wrong and options["repair"]:
                rate_anew(game)
                self.stdout.write(f"{game}: computed anew")
        if found and options["check"]:
            raise CommandError(f"{found} are wrong; --repair computes them anew")
        self.stdout.write(f"{Rating.objects.count()} ratings agree with the races")
