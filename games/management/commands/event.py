"""Compare the standings of an event with its races: `python manage.py event --check CODE`."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from games.management.long_command import LongCommand, misused
from games.models import Event, Player
from games.models.races.event_results import value
from games.models.standings.event_check import faults, unchecked
from games.racing.code import ALPHABET, CODE_LENGTH, is_code


class Command(LongCommand):
    """The races are the truth: standings follow from their actions alone."""

    help = (
        "Recompute the standings of an event from its stored races and compare. Writes nothing. "
        "Exit code 0: they agree; 1: they don't; 2: no event has the code."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--check", metavar="CODE", required=True, help="the event's code, such as QFXKMP"
        )

    def handle(self, *args: Any, check: str, **options: Any) -> None:
        code = check.strip().upper()
        if not is_code(code):
            raise misused(
                f"{check!r} is no code: an event's has {CODE_LENGTH} of the letters {ALPHABET}, "
                "such as QFXKMP"
            )
        try:
            event = Event.objects.find(code)
        except Event.DoesNotExist:
            latest = Event.objects.order_by("-pk").values_list("code", flat=True)[:5]
            known = ", ".join(latest) or "none at all"
            raise misused(f"no event has the code {code}; the latest are: {known}") from None
        wrong: list[str] = []
        with self.progress("Replaying rounds", event.rounds.count()) as progress:
            for fault in faults(event, int(time.time() * 1000), progress.step):
                wrong.append(fault)
                self.say(fault)
        without_moves = unchecked(event)
        for number in without_moves:
            self.say(
                f"round {number}: not recomputed, as moves of its tables were removed"
                " (ACTIONS_DAYS)"
            )
        result: dict[str, Any] = {"event": code, "faults": wrong, "not_recomputed": without_moves}
        if not wrong and not self.interrupted:
            result |= self._standings(event)
        self.conclude(result, f"{len(wrong)} faults in the event {code}" if wrong else "")

    def _standings(self, event: Event) -> dict[str, Any]:
        """Print the standings, and return them."""
        found = value(event)
        names = Player.objects.in_bulk([one.player for one in found.standings()])
        places = [
            {
                "place": one.place,
                "player": one.player,
                "name": names[one.player].name,
                "points": float(one.points),
            }
            for one in found.standings()
        ]
        for one in places:
            place = "-" if one["place"] is None else f"{one['place']}."
            self.say(f"{place} {one['name']}: {one['points']:g}")
        rounds = f"{len(found.results)} of {len(found.rounds)} rounds"
        self.say(f"The standings of {event.code} agree with its races: {rounds} raced")
        return {"raced": len(found.results), "rounds": len(found.rounds), "standings": places}
