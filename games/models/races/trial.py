"""Trials: one deal for everyone, raced alone and once by each player while it is open.

A daily challenge is a trial, and so is an any-time race.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.db import IntegrityError, models, transaction
from django.db.models import Exists, OuterRef, Q

from games import racing
from games.models.database.holding import held
from games.models.database.instants import to_ms
from games.models.deals.deal import Deal
from games.models.people.player import Player
from games.models.races.entry import Entry
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.race import Race

COUNTDOWN_S = 3

HOUR_S = 60 * 60
"""The time limit of an attempt."""


class Trial(models.Model):
    """One deal, one set of rules, and a window of time in which attempts at it may start.

    `games.models.visibility` keeps it blind: a player learns nothing of it before their own attempt
    has ended, or the trial is over: all seats are done, or the window and the last attempt are.
    """

    kind = models.CharField(
        max_length=8,
        choices=[(kind.value, kind.value.capitalize()) for kind in racing.Kind if kind.is_attempt],
        help_text="The kind of its races.",
    )
    rules = models.CharField(max_length=255, help_text="Canonical: game/preset+option=value")
    deal = models.OneToOneField(Deal, on_delete=models.PROTECT, related_name="trial")
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField(
        db_index=True, help_text="No attempt starts after that; who is playing may finish."
    )
    limit_s = models.PositiveSmallIntegerField(help_text="The time limit of an attempt.")
    seats = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="How many players may attempt it; empty for all."
    )

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(closes_at__gte=models.F("opens_at")),
                name="trial_opens_before_it_closes",
            ),
        )

    def __str__(self) -> str:
        return f"trial {self.pk}"

    def attempt_of(self, player: Player | None) -> Attempt | None:
        """Return a player's attempt with its race, or None."""
        if player is None:
            return None
        return self.attempts.filter(player=player).select_related("race").first()

    def attempt(self, player: Player, clock: racing.Clock) -> Attempt:
        """Return a player's one attempt, opening it if needed; this doesn't start it.

        :raises RefusedError: if there is none and it is too late or all seats are taken, or if the
            player is a bot.
        """
        if (attempt := self.attempt_of(player)) is not None:
            return attempt
        if clock() >= to_ms(self.closes_at):
            raise racing.too_late()
        try:
            with transaction.atomic():
                self._refuse_full(player)
                return self.attempts.create(
                    player=player, race=self._race(player, clock), ranked=not player.guest
                )
        except IntegrityError:
            # Another tab came first.
            return self.attempts.select_related("race").get(player=player)

    def takes_players(self, now: int) -> bool:
        """Tell whether another player may begin an attempt. Costs a query if seats are limited."""
        if now >= to_ms(self.closes_at):
            return False
        return self.seats is None or self.attempts.count() < self.seats

    def results(self) -> list[tuple[int | None, Entry]]:
        """Return the attempts that have ended with their places, best first. Costs a query.

        `games.models.visibility` says who may see them.
        """
        ended = Entry.objects.filter(race__attempt__trial=self, race__closed_at__isnull=False)
        return placed(ended.select_related("player", "race").order_by("pk"))

    def _refuse_full(self, player: Player) -> None:
        if self.seats is None:
            return
        # Two who want the last seat take turns: who comes second counts the seat of the first.
        held(Trial.objects.filter(pk=self.pk)).get()
        # A player who pressed twice has it already, which the constraint on attempts tells.
        if self.attempts.exclude(player=player).count() >= self.seats:
            raise racing.RefusedError("full", "All seats of this race are taken.")

    def _race(self, player: Player, clock: racing.Clock) -> Race:
        kind = racing.Kind(self.kind)
        options = RaceOptions(kind=kind, countdown_s=COUNTDOWN_S, limit_s=self.limit_s)
        return new_race(player, self.rules, clock, options, deal=self.deal)


def placed(runs: Iterable[Entry]) -> list[tuple[int | None, Entry]]:
    """Return the runs of a trial with their places, best first.

    The place of a voided one is None, and of one in which no card was moved.
    """
    known = {run.player_id: run for run in runs}
    seats = [run.as_seat(run.settled_run) for run in known.values() if run.is_try]
    places = [(found.place, known[found.seat.player]) for found in racing.standings(seats)]
    return [*places, *((None, run) for run in known.values() if not run.is_try)]


class AttemptQuerySet(models.QuerySet["Attempt"]):
    def running(self) -> AttemptQuerySet:
        """Return the attempts that have started, or will in a moment, and aren't over."""
        return self.filter(race__starts_at__isnull=False, race__closed_at=None)

    def ended(self) -> AttemptQuerySet:
        """Return the attempts that are over."""
        return self.filter(race__closed_at__isnull=False)

    def tried(self) -> AttemptQuerySet:
        """Return the attempts that are over and in which a card was moved."""
        tries = Entry.objects.filter(race=OuterRef("race")).tried()
        return self.ended().filter(Exists(tries))

    def played(self) -> AttemptQuerySet:
        """Return the attempts in which a card was moved, and those that are still being played."""
        tries = Entry.objects.filter(race=OuterRef("race")).tried()
        return self.filter(Q(race__closed_at=None) | Exists(tries), race__starts_at__isnull=False)

    def rank_unstarted(self) -> None:
        """Rank those of a new account that haven't started."""
        self.filter(ranked=False, race__starts_at=None).update(ranked=True)


class Attempt(models.Model):
    """A player's one attempt at a trial: a race with a single seat."""

    trial = models.ForeignKey(
        Trial,
        on_delete=models.CASCADE,
        related_name="attempts",
        # The constraint below begins with the trial and serves as its index.
        db_index=False,
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="attempts"
    )
    race = models.OneToOneField("games.Race", on_delete=models.CASCADE, related_name="attempt")
    ranked = models.BooleanField(default=True, help_text="False of those who began as guests.")
    told = models.BooleanField(
        default=False,
        # An earlier release, still running during an upgrade, doesn't know the column.
        db_default=False,
        editable=False,
        help_text="Those whom it overtook have been told.",
    )

    objects = AttemptQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("trial", "player"), name="attempt_once_a_player"),
        )
        indexes = (
            models.Index(fields=("id",), condition=models.Q(told=False), name="attempt_untold"),
        )

    def __str__(self) -> str:
        return f"attempt {self.pk}"
