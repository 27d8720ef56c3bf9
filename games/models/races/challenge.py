"""Challenges: one player invites another by name to a race."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone

from games import racing
from games.models.database.holding import held
from games.models.database.instants import to_datetime
from games.models.people.player import Player
from games.models.people.wishes import NoticeKind
from games.models.races.entry import Entry
from games.models.races.new_race import new_race
from games.models.races.notice import Notice
from games.models.races.opening import Opening
from games.models.races.race import Race
from games.models.races.race_event import RaceEvent, RaceEventKind
from games.models.races.trial import Attempt

LASTS_MS: Final = 30 * 60_000
"""How long a challenge stays open."""


MOST: Final = 5
"""How often one player may challenge another in that time, whatever the answers."""


class ChallengeQuerySet(models.QuerySet["Challenge"]):
    @transaction.atomic
    def open(
        self,
        challenger: Player,
        challenged: Player,
        rules: str,
        clock: racing.Clock,
        address: str = "",
    ) -> Challenge:
        """Open a race with the challenger seated, and challenge another player to join it.

        Guests challenge, and are challenged by, those whom they have raced.

        :raises RefusedError: if `challenged` is a bot, inactive, or the challenger; or if either is
            a guest and they haven't raced; or as `_refuse_insistence` says.
        """
        if challenged.bot:
            raise racing.RefusedError(
                "no-rival", "Bots take no challenges. Open a race that allows them instead."
            )
        is_strange = (challenger.guest or challenged.guest) and not have_raced(
            challenger, challenged
        )
        if challenged == challenger or not challenged.is_active or is_strange:
            raise racing.RefusedError(
                "no-rival", "You can only challenge players with an account, or those you've raced."
            )
        self._refuse_insistence(challenger, challenged, clock())
        race = new_race(challenger, rules, clock, address=address)
        RaceEvent.objects.create(
            kind=RaceEventKind.CHALLENGED, race=race, code=race.code, player=challenged
        )
        now = clock()
        Notice.objects.invite(
            [challenged.pk], NoticeKind.CHALLENGED, race, challenger, now, LASTS_MS
        )
        at = to_datetime(now)
        return self.create(race=race, challenger=challenger, challenged=challenged, created_at=at)

    def _refuse_insistence(self, challenger: Player, challenged: Player, now: int) -> None:
        """Refuse a challenge to who was called often of late, though the races may be gone.

        Locks the challenger until the transaction ends: two challenges at once count each other.

        :raises RefusedError: "no-rival" then.
        """
        held(Player.objects.filter(pk=challenger.pk)).first()
        # A challenge goes with its race when its host leaves, but that it was opened is kept.
        opened = Opening.objects.by(challenger, "").since(now, LASTS_MS + 1)
        calls = RaceEvent.objects.filter(kind=RaceEventKind.CHALLENGED, player=challenged)
        if calls.filter(code__in=list(opened.values_list("code", flat=True))).count() >= MOST:
            raise racing.RefusedError(
                "no-rival",
                "You've challenged this player several times: try again in half an hour.",
            )

    def pending(self, player: Player, now: int) -> ChallengeQuerySet:
        """Return the challenges that a player can still accept, newest first, with their races."""
        fresh = self.filter(
            Q(race__starts_at=None) | Q(race__planned_at__gt=to_datetime(now)),
            challenged=player,
            declined_at=None,
            created_at__gte=to_datetime(now - LASTS_MS),
            race__closed_at=None,
        )
        return (
            fresh.exclude(race__entries__player=player)
            .select_related("race", "challenger")
            .order_by("-created_at", "-pk")
        )


class Challenge(models.Model):
    """One player's invitation of another to a race."""

    race = models.ForeignKey(Race, on_delete=models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges_sent"
    )
    challenged = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges"
    )
    created_at = models.DateTimeField(default=timezone.now)
    declined_at = models.DateTimeField(null=True, blank=True)

    objects = ChallengeQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("race", "challenged"), name="challenge_once_a_race"),
        )
        indexes = (
            models.Index(fields=("challenged", "created_at"), name="challenge_by_challenged"),
        )

    def __str__(self) -> str:
        return f"challenge to {self.challenged_id} in race {self.race_id}"

    def decline(self, now: int) -> None:
        """Decline the challenge. Declining twice changes nothing."""
        unanswered = Challenge.objects.filter(pk=self.pk, declined_at=None)
        unanswered.update(declined_at=to_datetime(now))
        Notice.objects.filter(
            kind=NoticeKind.CHALLENGED, race=self.race_id, player=self.challenged_id
        ).delete()


def have_raced(one: Player, other: Player) -> bool:
    """Tell whether two players were in a race that is over, or are done with an any-time race."""
    over = Entry.objects.filter(player=one, race__closed_at__isnull=False)
    if over.filter(race__entries__player=other).exists():
        return True
    theirs = Attempt.objects.ended().filter(player=other, trial__kind=racing.Kind.ANYTIME)
    return Attempt.objects.ended().filter(player=one, trial__in=theirs.values("trial")).exists()
