"""Races against ghosts while waiting in the queue: after a while alone, and one at a time."""

from __future__ import annotations

from typing import Final

from django.db import models, transaction

from games import racing
from games.engine import Sentence
from games.models.database.holding import held
from games.models.database.instants import to_ms
from games.models.people.player import Player
from games.models.play.ghost import meet_ghost
from games.models.races.entry import Entry
from games.models.races.race import Race

ALONE_MS: Final = 10_000
"""How long a player waits in a quick race before a ghost."""


class GhostRaceManager(models.Manager["GhostRace"]):
    def refuse_haste(self, code: str, player: Player, now: int) -> None:
        """Refuse a ghost to a player who has just sat down.

        :raises RefusedError: "too-soon", with how long to wait.
        """
        seat = Entry.objects.filter(race__code=code.upper(), player=player).first()
        left = 0 if seat is None else to_ms(seat.created_at) + ALONE_MS - now
        if left > 0:
            raise racing.RefusedError(
                "too-soon",
                Sentence(
                    "Someone may still come. You can race a ghost in %(left)s.",
                    left=f"0:{-(-left // 1000):02}",
                ),
            )

    @transaction.atomic
    def begin(self, waiting: Race, player: Player, clock: racing.Clock) -> GhostRace | None:
        """Return the open practice against a ghost of a waiting player, or begin one.

        Return None if there is no ghost, or if the player has just left.

        :raises PersonalError: if the player may not open another race now.
        """
        # A second click waits here and then finds what the first has begun; so does who leaves.
        held(Race.objects.filter(pk=waiting.pk)).first()
        seat = waiting.entries.filter(player=player).first()
        if seat is None:
            return None
        if (running := self.filter(seat=seat, race__closed_at=None).first()) is not None:
            return running
        met = meet_ghost(player, waiting.rules, clock)
        if met is None:
            return None
        begun = {"race": met.race, "ghost": met.entry}
        return self.update_or_create(seat=seat, defaults=begun)[0]


class GhostRace(models.Model):
    """The practice that a player plays against a ghost while a seat in a quick race waits."""

    seat = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="ghost_race")
    race = models.OneToOneField(Race, on_delete=models.CASCADE, related_name="ghost_race")
    ghost = models.ForeignKey(
        Entry,
        on_delete=models.CASCADE,
        null=True,
        related_name="+",
        help_text="Whose run it is; empty for the solver's.",
    )

    objects = GhostRaceManager()

    def __str__(self) -> str:
        return f"ghost race {self.pk}"
