"""Events: rounds of one deal each, at as many tables as it takes, and the players who joined."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Count, Exists, F, OuterRef, Q, Subquery
from django.urls import reverse
from django.utils import timezone

from games import racing
from games.models.database.instants import to_datetime, to_ms
from games.models.deals.deal import Deal
from games.models.deals.difficulty import StoredDifficulty
from games.models.people.player import Player
from games.models.races.anytime import AnytimeRace
from games.models.races.opening import Opening
from games.models.races.race import Race
from games.racing.event_terms import NAME_LENGTH

AHEAD: Final = timedelta(hours=1)
"""How long before its start the start page tells of an event."""


class EventQuerySet(models.QuerySet["Event"]):
    def find(self, code: str) -> Event:
        """Return the event with a code, in any case, with its organiser.

        :raises Event.DoesNotExist: if there is none.
        """
        return self.select_related("organiser").get(code=code.upper())

    def coming(self, now: int) -> EventQuerySet:
        """Return the events that haven't begun, soonest first."""
        found = self.filter(called_off_at=None, starts_at__gt=to_datetime(now))
        return found.order_by("starts_at", "pk")

    def on(self, now: int) -> EventQuerySet:
        """Return the events that are on, also those called off whose last round goes on."""
        at = to_datetime(now)
        return self.filter(starts_at__lte=at, ends_at__gt=at).order_by("starts_at", "pk")

    def over(self, now: int) -> EventQuerySet:
        """Return the events that are over, latest first; not those that never began."""
        found = self.filter(ends_at__lte=to_datetime(now), starts_at__lt=F("ends_at"))
        return found.order_by("-ends_at", "-pk")

    def listed_for(self, player: Player | None) -> EventQuerySet:
        """Return the public events, and those that a player organises or takes part in."""
        known = Q(public=True)
        if player is not None:
            mine = player.participations.filter(event=OuterRef("pk"), left_at=None)
            known |= Q(organiser=player) | Q(Exists(mine))
        return self.filter(known)

    def counted(self) -> EventQuerySet:
        """Return the events with `round_count` and `player_count`, for a list of them."""
        rounds = Round.objects.filter(event=OuterRef("pk"))
        players = Participation.objects.filter(event=OuterRef("pk"), left_at=None)
        return self.annotate(round_count=_count(rounds), player_count=_count(players))

    def near(self, now: int, player: Player | None = None) -> Event | None:
        """Return the event that is on or starts next within the hour, if a player may find any.

        `joined` tells whether the player takes part. Those from which the organiser has removed
        the player are left out.
        """
        at = to_datetime(now)
        found = self.listed_for(player).filter(ends_at__gt=at, starts_at__lte=at + AHEAD)
        if player is not None:
            closed = player.participations.filter(removed_at__isnull=False)
            found = found.exclude(pk__in=closed.values("event"))
            mine = player.participations.filter(event=OuterRef("pk"), left_at=None)
            found = found.annotate(joined=Exists(mine))
        return found.order_by("starts_at", "pk").first()

    def renew(self) -> None:
        """Give these events a new version, so that those who show them read them again."""
        self.update(version=F("version") + 1)

    def free_code(self, draw: Callable[[int], bytes]) -> str:
        """Return a code that no event, race or any-time race has or had."""
        while True:
            code = racing.race_code(draw(racing.CODE_BYTES))
            taken = (Race.objects, Opening.objects, AnytimeRace.objects, self)
            if not any(there.filter(code=code).exists() for there in taken):
                return code


def _count(found: models.QuerySet[Any]) -> Subquery:
    """Return how many rows of an event there are: counted one by one, they don't multiply."""
    counts = found.order_by().values("event").annotate(n=Count("pk")).values("n")
    return Subquery(counts, output_field=models.IntegerField())


class Event(models.Model):
    """A competition. Its standings are those of the tables of its rounds."""

    code = models.CharField(max_length=racing.CODE_LENGTH, unique=True, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="organised",
        help_text="Empty once the account is deleted; the event goes on.",
    )
    starts_at = models.DateTimeField(help_text="The start of its first round.")
    ends_at = models.DateTimeField(
        help_text="The end of its last round; its start if it was called off before.",
    )
    break_s = models.PositiveSmallIntegerField(help_text="The break between two rounds.")
    public = models.BooleanField(
        default=True,
        # An earlier release, still running during an upgrade, doesn't know the column.
        db_default=True,
        help_text="Strangers find it in the list of events, and its tables under On now.",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    called_off_at = models.DateTimeField(null=True, blank=True, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)

    objects = EventQuerySet.as_manager()

    class Meta:
        # `games_event` is the table of race events, which an earlier release still writes to.
        db_table = "games_competition"
        constraints = (
            models.CheckConstraint(
                condition=Q(ends_at__gte=F("starts_at")), name="event_starts_before_it_ends"
            ),
        )
        indexes = (models.Index(fields=("ends_at", "starts_at"), name="event_ends"),)

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("event", args=[self.code])

    @property
    def pause(self) -> int:
        """The break between two rounds, in milliseconds."""
        return self.break_s * 1000

    def state(self, now: int) -> racing.EventStage:
        """Return where it stands.

        One that is called off after its first round is "on" until its last one ends, then "over".
        """
        if self.called_off_at is not None and self.ends_at <= self.starts_at:
            return "called-off"
        if now < to_ms(self.starts_at):
            return "coming"
        return "on" if now < to_ms(self.ends_at) else "over"


class RoundQuerySet(models.QuerySet["Round"]):
    def due(self, now: int) -> RoundQuerySet:
        """Return the rounds whose players are to be seated, soonest first."""
        soon = to_datetime(now + racing.SEATED)
        found = self.filter(seated_at=None, event__called_off_at=None, starts_at__lte=soon)
        return found.order_by("starts_at", "pk")

    def without_deal(self) -> RoundQuerySet:
        """Return the coming rounds for which no proven deal was ready yet, soonest first."""
        found = self.filter(deal=None, seated_at=None, event__called_off_at=None)
        return found.order_by("starts_at", "pk")


class Round(models.Model):
    """A round of an event: one secret proven deal, which nobody knows before its end."""

    event = models.ForeignKey(
        Event,
        on_delete=models.CASCADE,
        related_name="rounds",
        editable=False,
        # The constraint below begins with the event and serves as its index.
        db_index=False,
    )
    number = models.PositiveSmallIntegerField(editable=False, help_text="From 1.")
    rules = models.CharField(max_length=255, help_text="Canonical: game/preset+option=value")
    wished_difficulty = models.CharField(
        max_length=6, choices=StoredDifficulty.choices, blank=True, help_text="Empty for any."
    )
    limit_s = models.PositiveSmallIntegerField(help_text="How long it lasts.")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    deal = models.OneToOneField(
        Deal,
        on_delete=models.PROTECT,
        null=True,
        related_name="round",
        editable=False,
        help_text="Empty until a proven deal is ready, and once the event is called off.",
    )
    seated_at = models.DateTimeField(
        null=True, editable=False, help_text="When its players were seated, if any had joined."
    )

    objects = RoundQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="round_one_a_number"),
        )
        indexes = (
            # Every second, each process asks which players to seat.
            models.Index(
                fields=("starts_at",), condition=Q(seated_at=None), name="round_not_seated"
            ),
        )

    def __str__(self) -> str:
        return f"{self.event} {self.number}"

    def takes_players(self, now: int) -> bool:
        """Return whether who joins the event now is seated in this round."""
        return self.seated_at is None and now < to_ms(self.starts_at)

    @property
    def is_called_off(self) -> bool:
        """Whether it never takes place, its event being called off. Costs a query at most."""
        return self.seated_at is None and self.event.called_off_at is not None


class Participation(models.Model):
    """A player in an event. One who leaves and comes back keeps the points."""

    event = models.ForeignKey(
        Event,
        on_delete=models.CASCADE,
        related_name="participations",
        editable=False,
        # The constraint below begins with the event and serves as its index.
        db_index=False,
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="participations",
        editable=False,
    )
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    left_at = models.DateTimeField(null=True, editable=False)
    removed_at = models.DateTimeField(
        null=True,
        editable=False,
        help_text="When the organiser removed the player, who has left then and can't come back.",
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("event", "player"), name="participation_once_a_player"),
        )

    def __str__(self) -> str:
        return f"participation {self.pk}"
