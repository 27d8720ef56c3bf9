"""The attempts of players in races."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.conf import settings
from django.db import models, transaction
from django.db.models import Case, Count, F, OuterRef, Q, Subquery, When
from django.utils import timezone

from games import engine, racing
from games.models.database.instants import to_datetime, to_ms
from games.models.people.player import Player
from games.models.races.action import Action

RESULT = (
    *("state", "progress", "progress_at", "moves", "undos"),
    *("last_at", "time_ms", "place"),
)
"""The fields that `Entry.settle` writes."""


class Score(NamedTuple):
    """How two players stand against each other, in races."""

    ahead: int
    behind: int
    level: int


class EntryQuerySet(models.QuerySet["Entry"]):
    def saw(self, ids: Iterable[int], now: int) -> int:
        """Note that the players of these entries are there; the number of entries noted.

        One that somebody holds is passed over: the next heartbeat comes soon, and waits for nobody.
        """
        free = self.filter(pk__in=ids).select_for_update(skip_locked=True, no_key=True)
        with transaction.atomic(savepoint=False):
            return self.filter(pk__in=free.values("pk")).update(seen_at=to_datetime(now))

    def fix_guests(self) -> None:
        """Store which of these players are guests now."""
        self.exclude(as_guest=F("player__guest")).update(as_guest=~F("as_guest"))

    def history(self, player: int) -> EntryQuerySet:
        """The entries of a player in races that are over, the newest first, with their races."""
        over = self.filter(player=player, race__closed_at__isnull=False)
        return over.select_related("race").order_by("-race__closed_at", "-pk")

    def going_on(self, player: int) -> EntryQuerySet:
        """The practices that a player can go on with, the newest first, with their races."""
        practices = self.filter(player=player, race__kind=racing.Kind.SOLO, race__closed_at=None)
        return practices.select_related("race").order_by("-pk")

    def against(self, player: Player, other: Player) -> Score:
        """How often each of two players was ahead of the other in races that both were in."""
        theirs = Subquery(self.filter(race=OuterRef("race"), player=other).values("place"))
        both = self.filter(player=player, place__isnull=False).annotate(theirs=theirs)
        return Score(
            **both.aggregate(
                ahead=Count("pk", filter=Q(place__lt=F("theirs"))),
                behind=Count("pk", filter=Q(place__gt=F("theirs"))),
                level=Count("pk", filter=Q(place=F("theirs"))),
            )
        )

    def counted(self) -> EntryQuerySet:
        """The entries that count in rankings: raced, without help, and not voided."""
        return self.filter(assisted=False, voided="").exclude(race__kind=racing.Kind.SOLO)

    def same_deal(self, entry: Entry) -> EntryQuerySet:
        """Those on the deal and rules of an entry, the best first, but first those of its race."""
        entries = self.filter(race__deal=entry.race.deal_id, race__rules=entry.race.rules)
        own = Case(When(race=entry.race_id, then=0), default=1)
        return entries.order_by(own, F("time_ms").asc(nulls_last=True), "-progress", "pk")


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
    voided = models.CharField(
        max_length=200,
        default="",
        blank=True,
        help_text="Why staff has decided that it does not count; empty if it does.",
    )
    assisted = models.BooleanField(
        default=False, help_text="The player was helped: the run counts in no ranking."
    )

    as_guest = models.BooleanField(
        default=False,
        editable=False,
        help_text="The player had no account when the cards were dealt.",
    )

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

    @property
    def ended_at(self) -> int:
        """When the last action came, in milliseconds since the epoch; 0 before the start."""
        if self.race.starts_at is None:
            return 0
        return to_ms(self.race.starts_at) + (self.last_at or 0)

    @property
    def merit(self) -> int:
        """What the settled result is ranked by: the smaller, the better."""
        return racing.merit(self.settled_run)

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
            guest=self.player.guest if self.race.dealt_at is None else self.as_guest,
            ready=self.ready,
            assisted=self.assisted,
            voided=self.voided,
            run=run,
        )

    def replay(self) -> tuple[engine.Board, racing.Run]:
        """The board and the run that the stored actions lead to."""
        *_, last = self._steps()
        return last

    def pace(self) -> tuple[racing.Point, ...]:
        """How the stored actions came along."""
        return racing.pace(run for _board, run in self._steps())

    def _steps(self) -> Iterator[tuple[engine.Board, racing.Run]]:
        actions = ((action.text, action.ms) for action in self.actions.all())
        free_undo = racing.Kind(self.race.kind).free_undo
        return racing.steps(self.race.rules, self.race.deal.cards, actions, free_undo=free_undo)

    def rung(self, ms: int) -> Action:
        """The unsaved action by which the end of the race, `ms` after its start, ends this run."""
        before = self.actions.all()
        # A process that had not heard of the bell may have taken an action after it.
        ms = max([ms, *(action.ms for action in before)])
        number = len(before) + 1
        return Action(entry=self, number=number, ms=ms, text=racing.BELL, automatic=True)
