"""Notices: what has happened since a player last looked, each told once.

A notice is stored once for a player, a kind and a cause, whichever processes try. What it says is
read from the race, by pages and mails in the reader's language.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Count, Exists, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.dispatch import receiver
from django.urls import reverse

from games.models.database.instants import to_datetime
from games.models.database.news import race_given_up
from games.models.people.player import Player
from games.models.people.wishes import NoticeKind, Way, Wishes
from games.models.races.entry import Entry
from games.models.races.event import Participation
from games.models.races.race import Race
from games.models.races.trial import Attempt
from games.racing import NEAR

KEPT: Final = timedelta(days=30)
"""How long a notice is kept."""

MAIL_REST_BOUNDS: Final = timedelta(seconds=10), timedelta(minutes=15)
"""The shortest and the longest time for which a mail server that failed is left alone."""

INVITING: Final = (NoticeKind.CHALLENGED, NoticeKind.REMATCH)
"""What asks a player to take a seat."""


REPLANNED: Final = "plan "
"""How the cause begins of a notice that the host has changed when a race starts, or whether."""


class NoticeQuerySet(models.QuerySet["Notice"]):
    def tell(
        self,
        players: Collection[int],
        kind: NoticeKind,
        cause: str,
        now: int,
        *,
        by: int | None = None,
        race: int | None = None,
        trial: int | None = None,
        event: int | None = None,
        until: int | None = None,
    ) -> None:
        """Tell players of a cause, in the ways that each wants; who knows of it isn't told again.

        `by` is who did it, `until` when it no longer matters. A bot is told nothing: it has events.
        """
        told = Player.objects.filter(pk__in=players, bot=False, is_active=True)
        rows = [
            Notice(
                player_id=player,
                kind=kind,
                cause=cause,
                by_id=by,
                race_id=race,
                trial_id=trial,
                event_id=event,
                at=to_datetime(now),
                until=None if until is None else to_datetime(until),
                shown=wishes.wants(kind, Way.SITE),
                mail_due=wishes.wants(kind, Way.MAIL),
                push_due=wishes.wants(kind, Way.PUSH),
            )
            for player, wishes in sorted(Wishes.objects.of_all(told).items())
        ]
        wanted = [row for row in rows if row.shown or row.mail_due or row.push_due]
        self.bulk_create(wanted, ignore_conflicts=True)

    def invite(
        self,
        players: Collection[int],
        kind: NoticeKind,
        race: Race,
        by: Player,
        now: int,
        lasts: int,
        cause: str = "",
    ) -> None:
        """Tell players for some milliseconds that another asks them to a race."""
        cause, until = cause or f"race {race.pk}", now + lasts
        self.tell(players, kind, cause, now, by=by.pk, race=race.pk, until=until)

    def standing(self, now: datetime) -> NoticeQuerySet:
        """Leave out what its player has left, missed or kept, and plans that have changed."""
        begins = Q(kind=NoticeKind.BEGINS) & (~_seated() | _planned_anew() | _is_near(now))
        missed = Q(kind__in=INVITING) & _takes_no_one(now) & ~_seated() & ~_attempted()
        left = Q(kind=NoticeKind.EVENT) & ~_takes_part()
        settled = Q(kind=NoticeKind.STREAK) & (Q(until__lte=now) | _has_played())
        return self.exclude(begins).exclude(missed).exclude(left).exclude(settled)

    def listed(self, player: Player, now: datetime) -> NoticeQuerySet:
        """Return what the site shows a player, newest first."""
        mine = self.filter(player=player, shown=True).standing(now)
        return mine.with_cause().order_by("-pk")

    def with_cause(self) -> NoticeQuerySet:
        """Return these notices with what they tell of."""
        match = "race__in_match__match"
        return self.select_related("by", "race", match, "trial__anytime", "trial__daily", "event")

    def current(self, now: datetime) -> NoticeQuerySet:
        """Leave out what no longer matters: the time has passed, or the player is there."""
        return self._unanswered(now).filter(_lasts(now))

    def unseen(self, player: Player, now: datetime) -> NoticeQuerySet:
        """Return what is new to a player: also a start that has passed meanwhile."""
        mine = self.filter(player=player, shown=True, seen_at=None)
        return mine._unanswered(now).filter(~Q(kind__in=INVITING) | _lasts(now))

    def inviting(self, player: Player, now: datetime) -> NoticeQuerySet:
        """Return what asks a player to a race, also to one that they have joined or that is on."""
        return self.filter(player=player, shown=True, kind__in=INVITING, until__gt=now)

    def calls(self, player: Player, now: datetime) -> NoticeQuerySet:
        """Return what asks a player to a race that still waits for them, newest first."""
        waiting = Q(race__dealt_at=None, race__closed_at=None, race__isnull=False)
        asked = self.inviting(player, now).filter(waiting)
        return asked.exclude(_seated()).with_cause().order_by("-pk")

    def new_among(self, player: Player, listed: Iterable[Notice], now: datetime) -> set[int]:
        """Return which of a player's notices are new."""
        unseen = self.unseen(player, now).filter(pk__in=[one.pk for one in listed])
        return set(unseen.values_list("pk", flat=True))

    def see(self, player: Player, upto: int, now: datetime) -> None:
        """Note that a player has seen what was shown, up to a notice."""
        self.filter(player=player, pk__lte=upto, seen_at=None).update(seen_at=now)

    def _unanswered(self, now: datetime) -> NoticeQuerySet:
        """Leave out the invitations that the player has accepted, and what doesn't stand."""
        return self.standing(now).exclude(Q(kind__in=INVITING) & (_seated() | _attempted()))

    def to_mail(self, now: datetime) -> NoticeQuerySet:
        """Return what is to be mailed, oldest first; nothing while the mail server rests."""
        waiting = self.filter(mail_due=True)
        if waiting.filter(mail_retry_at__gt=now).exists():
            return self.none()
        return waiting.order_by("pk")

    def rest_mails(self, now: datetime) -> None:
        """Mail nothing for a while: the longer the first mail has waited, the longer."""
        first = self.filter(mail_due=True).order_by("pk").first()
        if first is not None:
            least, most = MAIL_REST_BOUNDS
            pause = min(most, max(least, now - first.at))
            self.filter(pk=first.pk).update(mail_retry_at=now + pause)

    def prune(self, now: datetime) -> None:
        """Delete old notices."""
        self.filter(at__lt=now - KEPT).delete()


class Notice(models.Model):
    """One thing that a player is told, once."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="notices",
        editable=False,
        # The constraint and the index below begin with the player.
        db_index=False,
    )
    kind = models.CharField(
        max_length=10,
        choices=[(kind.value, kind.value.capitalize()) for kind in NoticeKind],
        editable=False,
    )
    cause = models.CharField(
        max_length=60, editable=False, help_text="What it is told of, unlike any other cause."
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="+",
        editable=False,
        help_text="Who challenged or overtook the player, or changed the start.",
    )
    race = models.ForeignKey(
        "games.Race", on_delete=models.CASCADE, null=True, related_name="+", editable=False
    )
    trial = models.ForeignKey(
        "games.Trial", on_delete=models.CASCADE, null=True, related_name="+", editable=False
    )
    event = models.ForeignKey(
        "games.Event", on_delete=models.CASCADE, null=True, related_name="+", editable=False
    )
    at = models.DateTimeField(editable=False, db_index=True)
    until = models.DateTimeField(
        null=True, editable=False, help_text="When it no longer matters; empty if it always does."
    )
    shown = models.BooleanField(editable=False, help_text="Told on the site.")
    seen_at = models.DateTimeField(null=True, editable=False)
    mail_due = models.BooleanField(editable=False, help_text="To be mailed, and not tried yet.")
    mail_retry_at = models.DateTimeField(
        null=True, editable=False, help_text="Until when no mail is tried, as one failed."
    )
    mailed_at = models.DateTimeField(
        null=True, editable=False, help_text="When its mail was handed over, if it was."
    )
    push_due = models.BooleanField(editable=False, help_text="To be pushed, and not tried yet.")

    objects = NoticeQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("player", "kind", "cause"), name="notice_once"),
        )
        indexes = (
            # Every page of a player counts these.
            models.Index(
                fields=("player",), condition=Q(seen_at=None, shown=True), name="notice_unseen"
            ),
            models.Index(fields=("player", "-id"), name="notice_by_player"),
            models.Index(
                fields=("id",), condition=Q(mail_due=True) | Q(push_due=True), name="notice_due"
            ),
        )

    def __str__(self) -> str:
        return f"notice {self.pk}"

    def get_absolute_url(self) -> str:
        """Return the page that it leads to."""
        if self.race is not None:
            return self.race.get_absolute_url()
        if self.event is not None:
            return self.event.get_absolute_url()
        if self.kind == NoticeKind.STREAK:
            return reverse("daily")
        if self.trial is None:
            return reverse("notices")
        if (daily := getattr(self.trial, "daily", None)) is not None:
            return reverse("daily-leaderboard", args=[daily.day, daily.game])
        return self.trial.anytime.get_absolute_url()

    @property
    def is_replanned(self) -> bool:
        """Whether it tells of another start, or of none."""
        return self.kind == NoticeKind.BEGINS and self.cause.startswith(REPLANNED)

    def see(self, now: datetime) -> None:
        """Note that its player has seen it."""
        Notice.objects.filter(pk=self.pk, seen_at=None).update(seen_at=now)

    def mailed_before(self) -> NoticeQuerySet:
        """Return the mails of the same kind and race that the player hasn't looked into.

        The player looks into a notice on the site, or by coming there if the site doesn't show it.
        """
        not_back = Q(player__seen_at=None) | Q(player__seen_at__lte=F("mailed_at"))
        same = Notice.objects.filter(player=self.player_id, kind=self.kind, trial=self.trial_id)
        return same.filter(Q(shown=True) | not_back, seen_at=None, mailed_at__isnull=False)


@receiver(race_given_up)
def _withdraw(race: int, **_: Any) -> None:
    """Tell no more of a rematch that is given up; that it was told is kept."""
    told = Notice.objects.filter(race=race, kind=NoticeKind.REMATCH)
    told.update(race=None, shown=False, mail_due=False, push_due=False)


def _lasts(now: datetime) -> Q:
    """Return the condition for notices whose time has not passed."""
    return Q(until=None) | Q(until__gt=now)


def _seated() -> Q:
    """Return the condition for notices of a race in which their player has a seat."""
    return Q(Exists(Entry.objects.filter(race=OuterRef("race"), player=OuterRef("player"))))


def _planned_anew() -> Q:
    """Return the condition for notices of a race that is planned for another time than they tell.

    A race that has begun keeps its plan.
    """
    return ~(Q(race__planned_at=F("until")) | Q(race__planned_at=None, until=None))


def _is_near(now: datetime) -> Q:
    """Return the condition for notices of a changed start that is near, told as such, or past."""
    near = Q(until__lte=now + timedelta(milliseconds=NEAR)) | Q(race__dealt_at__isnull=False)
    return Q(cause__startswith=REPLANNED) & near


def _takes_no_one(now: datetime) -> Q:
    """Return the condition for notices of a race that has started or is over, or whose seats are
    all taken.
    """
    taken = Attempt.objects.filter(trial=OuterRef("trial")).order_by().values("trial")
    count = Subquery(taken.annotate(count=Count("pk")).values("count"))
    begun = Q(race__dealt_at__isnull=False) | Q(race__closed_at__isnull=False)
    over = Q(trial__closes_at__lte=now) | Q(trial__seats__lte=Coalesce(count, 0))
    return begun | over


def _attempted() -> Q:
    """Return the condition for notices of an any-time race in which their player has a seat."""
    own = Attempt.objects.filter(trial=OuterRef("trial"), player=OuterRef("player"))
    return Q(Exists(own))


def _has_played() -> Q:
    """Return the condition for notices of a day's end whose player has a daily of it begun."""
    that_day = Attempt.objects.played().filter(
        player=OuterRef("player"), trial__closes_at=OuterRef("until"), trial__daily__isnull=False
    )
    return Q(Exists(that_day))


def _takes_part() -> Q:
    """Return the condition for notices of an event of which a round still starts then, with their
    player.
    """
    until = OuterRef("until")
    here = Participation.objects.filter(
        Q(event__starts_at=until) | Q(event__rounds__starts_at=until),
        player=OuterRef("player"),
        left_at=None,
        event=OuterRef("event"),
        event__called_off_at=None,
    )
    return Q(Exists(here))
