"""Compare the standings of an event with its races: `python manage.py event --check CODE`."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Event, Player
from games.models.races.event_results import value
from games.models.standings.event_check import faults
from games.racing.code import CODE_LENGTH, is_code

WRONG = 1
"""The exit code if something is wrong."""

UNKNOWN = 2
"""The exit code if there is nothing to check: wrong arguments, or no such event."""


class Command(BaseCommand):
    """The races are the truth: standings follow from their actions alone."""

    help = (
        "Recompute the standings of an event from its stored races and compare. Writes nothing. "
        "Exit code 0: they agree; 1: they don't; 2: there is no such event."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", metavar="CODE", required=True, help="the event's code, such as QFXKMP"
        )

    def handle(self, *args: Any, check: str, **options: Any) -> None:
        code = check.strip().upper()
        if not is_code(code):
            raise CommandError(
                f"{check!r} is no code: an event's has {CODE_LENGTH} letters, such as QFXKMP",
                returncode=UNKNOWN,
            )
        try:
            event = Event.objects.find(code)
        except Event.DoesNotExist:
            latest = Event.objects.order_by("-pk").values_list("code", flat=True)[:5]
            known = ", ".join(latest) or "none at all"
            raise CommandError(
                f"no event has the code {code}; the latest are: {known}", returncode=UNKNOWN
            ) from None
        wrong = list(faults(event, int(time.time() * 1000)))
        for fault in wrong:
            self.stdout.write(fault)
        if wrong:
            raise CommandError(f"{len(wrong)} faults in the event {code}", returncode=WRONG)
        found = value(event)
        names = Player.objects.in_bulk([one.player for one in found.standings()])
        for one in found.standings():
            points = f"{float(one.points):g}"
            self.stdout.write(f"{one.place}. {names[one.player].name}: {points}")
        rounds = f"{len(found.results)} of {len(found.rounds)} rounds"
        self.stdout.write(f"The standings of {code} agree with its races: {rounds} raced")
