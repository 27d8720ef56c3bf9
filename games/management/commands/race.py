"""Open a race from the shell, on any deal: `python manage.py race agnes-sorel`."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from json import dumps
from typing import Any

from django.core.management.base import BaseCommand

from games.engine import EngineError
from games.management.long_command import between, misused, parse_rules
from games.models import Deal
from games.models.races.new_race import RaceOptions, new_race
from games.racing import RefusedError
from games.racing.race import COUNTDOWN_BOUNDS, LIMIT_BOUNDS


class Command(BaseCommand):
    """Open a race that anyone with its code can join, and print the code."""

    help = "Open a race and print its code; the first player to sit down is the host."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("rules", help="game, game/preset or game/preset+option=value")
        parser.add_argument("--deal", help="52 cards, or #11982; default: a new secret deal")
        parser.add_argument(
            "--countdown",
            type=between(*(bound // 1000 for bound in COUNTDOWN_BOUNDS)),
            default=5,
            help="3 to 60 seconds (default: %(default)s)",
        )
        parser.add_argument(
            "--helped", action="store_true", help="allow the dead-end alarm and hints"
        )
        parser.add_argument(
            "--limit",
            type=between(*(bound // 1000 for bound in LIMIT_BOUNDS)),
            default=600,
            help="in seconds, for 2 to 60 minutes (default: %(default)s)",
        )
        parser.add_argument("--bots", action="store_true", help="let bots join")
        parser.add_argument("--json", action="store_true", help="print code and path as JSON")

    def handle(
        self,
        *args: Any,
        rules: str,
        deal: str | None,
        countdown: int,
        limit: int,
        bots: bool,
        json: bool,
        helped: bool,
        **options: Any,
    ) -> None:
        try:
            race = new_race(
                None,
                str(parse_rules(rules)),
                lambda: time.time_ns() // 1_000_000,
                RaceOptions(countdown_s=countdown, limit_s=limit, helped=helped, bots_allowed=bots),
                deal=None if deal is None else Deal.objects.from_cards(deal),
            )
        except EngineError as error:
            raise misused(error) from error
        except RefusedError as error:
            raise misused(error.sentence) from error
        said = {"code": race.code, "path": race.get_absolute_url()}
        self.stdout.write(dumps(said) if json else race.code)
