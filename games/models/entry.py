"""The attempts of players in races."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games import engine, racing
from games.models.action import Action
from games.models.instants import to_datetime

RESULT = ("state", "progress", "progress_at", "moves", "undos", "last_at", "time_ms", "place")
"""The fields that `Entry.settle` writes."""


class EntryQuerySet(models.QuerySet["Entry"]):
    def saw(self, ids: Iterable[int], now: int) -> int:
        """Note that the players of these entries are there; the number of entries found."""
        return self.filter(pk__in=ids).update(seen_at=to_datetime(now))

    def history(self, player: int) -> EntryQuerySet:
        """The entries of a player in races that are over, the newest first, with their races."""
        over = self.filter(player=player, race__closed_at__isnull=False)
        return over.select_related("race").order_by("-race__closed_at", "-pk")

    def leaderboard(self, game: str) -> EntryQuerySet:
        """The best won entry of each player in a game, the fastest first; take a slice of it.

        Given and published deals do not count: somebody knew them.
        """
        won = self.filter(
            state=racing.RunState.WON,
            race__rules__startswith=f"{game}/",
            race__deal__key__isnull=False,
            race__deal__public=False,
        )
        # Measured: a tenth of what a window over all won entries costs.
        better = won.filter(player=OuterRef("player")).filter(
            Q(time_ms__lt=OuterRef("time_ms"))
            | Q(time_ms=OuterRef("time_ms"), pk__lt=OuterRef("pk"))
        )
        best = won.exclude(Exists(better)).select_related("player", "race")
        return best.order_by("time_ms", "moves", "pk")


class Entry(models.Model):
    """One player's attempt in one race.

    The result is that of `racing.Run`, derived from the actions and written once, at the close.
    """

    race = models.ForeignKey(
        "games.Race",
        on_delete=models.CASCADE,
        related_name="entries",
        # The constraints below begin with the race and serve as its index.
        db_index=False,
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries"
    )
    seat = models.PositiveSmallIntegerField()
    ready = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(null=True, blank=True)

    state = models.CharField(
        max_length=8,
        choices=[(state.value, state.value.capitalize()) for state in racing.RunState],
        default=racing.RunState.WAITING.value,
    )
    progress = models.PositiveSmallIntegerField(default=0)
    progress_at = models.PositiveIntegerField(null=True, blank=True)
    moves = models.PositiveIntegerField(default=0)
    undos = models.PositiveIntegerField(default=0)
    last_at = models.PositiveIntegerField(null=True, blank=True)
    time_ms = models.PositiveIntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "entries"
        constraints = (
            models.UniqueConstraint(fields=("race", "player"), name="entry_one_seat_a_player"),
            models.UniqueConstraint(fields=("race", "seat"), name="entry_one_player_a_seat"),
            models.CheckConstraint(
                condition=Q(seat__lt=racing.MAX_SEATS), name="entry_seat_in_bounds"
            ),
            models.CheckConstraint(condition=Q(progress__lte=52), name="entry_progress_in_bounds"),
            models.CheckConstraint(
                condition=Q(state="won", time_ms__isnull=False)
                | (~Q(state="won") & Q(time_ms=None)),
                name="entry_time_if_won",
            ),
        )

        indexes = (
            # A leaderboard walks along the best times until its page is full.
            models.Index(fields=("time_ms",), condition=Q(state="won"), name="entry_best_times"),
        )

    def __str__(self) -> str:
        return f"entry {self.pk}"

    @property
    def settled_run(self) -> racing.Run:
        """The result as it was settled at the close; blank before it."""
        return racing.Run(
            state=racing.RunState(self.state),
            progress=self.progress,
            progress_at=self.progress_at,
            moves=self.moves,
            undos=self.undos,
            last_at=self.last_at,
            time=self.time_ms,
        )

    def settle(self, standing: racing.Standing) -> None:
        """Take over the result of a race that is closed, without saving it."""
        run = standing.seat.run
        self.state = run.state.value
        self.progress = run.progress
        self.progress_at = run.progress_at
        self.moves = run.moves
        self.undos = run.undos
        self.last_at = run.last_at
        self.time_ms = run.time
        self.place = standing.place

    def as_seat(self, run: racing.Run) -> racing.Seat:
        """The seat of the race as a value, with what the run has come to."""
        return racing.Seat(
            number=self.seat,
            player=self.player_id,
            name=self.player.name,
            guest=self.player.guest,
            ready=self.ready,
            run=run,
        )

    def replay(self) -> tuple[engine.Board, racing.Run]:
        """The board and the run that the stored actions lead to."""
        actions = ((action.text, action.ms) for action in self.actions.all())
        return racing.replay(self.race.rules, self.race.deal.cards, actions)

    def rung(self, ms: int) -> Action:
        """The unsaved action by which the end of the race, `ms` after its start, ends this run."""
        number = len(self.actions.all()) + 1
        return Action(entry=self, number=number, ms=ms, text=racing.BELL, automatic=True)
