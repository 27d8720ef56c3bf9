"""Entries: players' attempts in races."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.db import models, transaction
from django.db.models import Case, Exists, F, OuterRef, Q, When
from django.utils import timezone

from games import engine, racing
from games.engine.record import ENDINGS
from games.models.database.instants import to_datetime, to_ms
from games.models.people.player import Player
from games.models.races.action import Action

RESULT = (
    *("state", "progress", "progress_at", "moves", "undos"),
    *("last_at", "time_ms", "place"),
)
"""The fields that `Entry.settle` writes."""

IS_TRY = Q(moves__gt=0) | Q(state=racing.RunState.WON)
"""The condition that `Entry.is_try` is."""
ATTEMPT_KINDS = tuple(kind for kind in racing.Kind if kind.is_attempt)


class EntryQuerySet(models.QuerySet["Entry"]):
    def mark_present(self, ids: Iterable[int], now: int) -> int:
        """Note that the players of these entries are present; return how many were noted.

        Locked rows are skipped: the next heartbeat comes soon, and this never waits for a lock.
        """
        free = self.filter(pk__in=ids).select_for_update(skip_locked=True, no_key=True)
        with transaction.atomic(savepoint=False):
            return self.filter(pk__in=free.values("pk")).update(seen_at=to_datetime(now))

    def fix_guests(self) -> None:
        """Store which of these players are guests at this moment."""
        self.exclude(as_guest=F("player__guest")).update(as_guest=~F("as_guest"))

    def history(self, player: int) -> EntryQuerySet:
        """Return a player's entries in races that are over, newest first, with their races."""
        over = self.filter(player=player, race__closed_at__isnull=False)
        return over.select_related("race").order_by("-race__closed_at", "-pk")

    def going_on(self, player: int) -> EntryQuerySet:
        """Return the practices that a player can continue, newest first, with their races."""
        practices = self.filter(player=player, race__kind=racing.Kind.SOLO, race__closed_at=None)
        return practices.select_related("race").order_by("-pk")

    def counted(self) -> EntryQuerySet:
        """Return the entries that count in rankings: raced, unassisted and not voided."""
        counted = self.played().filter(assisted=False, void_reason="")
        return counted.exclude(race__kind=racing.Kind.SOLO)

    def played(self) -> EntryQuerySet:
        """Return the entries without the attempts that were no try."""
        return self.filter(IS_TRY | ~Q(race__kind__in=ATTEMPT_KINDS))

    def tried(self) -> EntryQuerySet:
        """Return the entries that `Entry.is_try` is true of."""
        return self.filter(IS_TRY)

    def among_people(self, player: Player) -> EntryQuerySet:
        """Return a player's entries against people; a bot's against anyone."""
        others = Entry.objects.filter(race=OuterRef("race")).exclude(player=player)
        return self.filter(Exists(others if player.bot else others.filter(player__bot=False)))

    def told_apart(self) -> EntryQuerySet:
        """Return the entries with their players, told apart from others of the same name there."""
        others = Entry.objects.filter(race=OuterRef("race"), player__name=OuterRef("player__name"))
        shared = Exists(others.exclude(pk=OuterRef("pk")))
        return self.select_related("player").annotate(shares_name=shared)

    def same_deal(self, entry: Entry) -> EntryQuerySet:
        """Return the entries on an entry's deal and rules: its own race first, then best first."""
        entries = self.filter(race__deal=entry.race.deal_id, race__rules=entry.race.rules)
        own = Case(When(race=entry.race_id, then=0), default=1)
        return entries.order_by(own, F("time_ms").asc(nulls_last=True), "-progress", "pk")


class Entry(models.Model):
    """One player's attempt in one race.

    The result is a `racing.Run`, derived from the actions and written once, at the close.
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
    elsewhere = models.BooleanField(
        default=False,
        # An earlier release, still running during an upgrade, doesn't know the column.
        db_default=False,
        editable=False,
        help_text="The player races a ghost while waiting for the race.",
    )
    stopped = models.BooleanField(
        default=False,
        # An earlier release, still running during an upgrade, doesn't know the column.
        db_default=False,
        editable=False,
        help_text="The player has stopped the countdown of a quick race.",
    )
    created_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(null=True, blank=True)
    void_reason = models.CharField(
        db_column="voided",
        max_length=200,
        default="",
        blank=True,
        help_text="Why staff voided the run; empty if it counts.",
    )
    assisted = models.BooleanField(
        default=False, help_text="The player was helped: the run counts in no ranking."
    )
    hints = models.PositiveIntegerField(
        default=0,
        # An earlier release, still running during an upgrade, doesn't know the column.
        db_default=0,
        editable=False,
        help_text="How many moves the player was shown.",
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
        return f"{self.player} in {self.race}"

    @property
    def name(self) -> str:
        """The player's name, with the number of the seat if `told_apart` found a namesake."""
        name = self.player.name
        return f"{name} ({self.seat + 1})" if getattr(self, "shares_name", False) else name

    @property
    def is_try(self) -> bool:
        """Tell whether a card was moved: without that, an attempt at a daily counts nowhere."""
        return self.moves > 0 or self.state == racing.RunState.WON

    @property
    def place_among_others(self) -> int | None:
        """The place in a race; None for a player who was alone."""
        return None if racing.Kind(self.race.kind).is_alone else self.place

    @property
    def settled_run(self) -> racing.Run:
        """The result settled at the close; blank before."""
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
        """The instant of the last action, in milliseconds since the epoch; 0 before the start."""
        if self.race.starts_at is None:
            return 0
        return to_ms(self.race.starts_at) + (self.last_at or 0)

    @property
    def rank_key(self) -> int:
        """The key that ranks the settled result: smaller ranks higher."""
        return racing.rank_key(self.settled_run)

    def settle(self, standing: racing.Standing) -> None:
        """Set the result fields from a closed race, without saving."""
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
        """Return the seat as a value, with a run."""
        return racing.Seat(
            number=self.seat,
            player=self.player_id,
            name=self.player.name,
            guest=self.player.guest if self.race.dealt_at is None else self.as_guest,
            bot=self.player.bot,
            owner=self.player.owner_id,
            ready=self.ready,
            elsewhere=self.elsewhere,
            stopped=self.stopped,
            assisted=self.assisted,
            void_reason=self.void_reason,
            run=run,
        )

    def replay(self) -> tuple[engine.Board, racing.Run]:
        """Return the board and the run that result from the stored actions."""
        race, free_undo = self.race, racing.Kind(self.race.kind).free_undo
        return racing.replay(race.rules, race.deal.cards, self._timed_texts(), free_undo=free_undo)

    def pace(self) -> tuple[racing.Point, ...]:
        """Return the pace of the stored actions: the progress over time."""
        race, free_undo = self.race, racing.Kind(self.race.kind).free_undo
        return racing.pace_of(race.rules, race.deal.cards, self._timed_texts(), free_undo=free_undo)

    def timed_actions(self) -> tuple[engine.Action, ...]:
        """Return the stored actions as a record has them."""
        return tuple(
            # Only moves carry the mark in a record: a bell is always automatic.
            engine.Action(a.ms, a.text, a.automatic and a.text not in ENDINGS)
            for a in self.actions.all()
        )

    def record(self) -> engine.Record:
        """Return the record of all actions, with the deal's key if it has one."""
        race = self.race
        # Staff may have given a name any character, but a remark is one line.
        name = " ".join(self.player.name.splitlines())
        remarks = {"Player": name, "Race": race.code}
        if race.starts_at is not None:
            remarks["Date"] = race.starts_at.date().isoformat()
        return engine.Record(
            rules=engine.Rules.parse(race.rules),
            deal=engine.Deal.parse(race.deal.cards),
            actions=self.timed_actions(),
            key=None if race.deal.key is None else bytes(race.deal.key),
            remarks=tuple(remarks.items()),
            free_undo=racing.Kind(race.kind).free_undo,
        )

    def _timed_texts(self) -> tuple[tuple[str, int], ...]:
        return tuple((action.text, action.ms) for action in self.actions.all())

    def bell_action(self, ms: int) -> Action:
        """Return the unsaved action that ends this run with the race, `ms` after its start."""
        before = self.actions.all()
        # Another process may have accepted an action after the bell, before hearing of it.
        ms = max([ms, *(action.ms for action in before)])
        number = len(before) + 1
        return Action(entry=self, number=number, ms=ms, text=racing.BELL, automatic=True)
