"""The stored races."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import IntegrityError, models, transaction
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from games import racing
from games.models.database.holding import held
from games.models.database.instants import to_datetime, to_ms
from games.models.database.news import races_renewed
from games.models.deals.deal import Deal
from games.models.deals.difficulty import Difficulty
from games.models.deals.proof import Kind, Proof
from games.models.races.action import Action
from games.models.races.conflict import ConflictError
from games.models.races.crowding import refuse_seats
from games.models.races.entry import RESULT, Entry
from games.models.races.race_queryset import RaceQuerySet
from games.models.standings.booking import book
from games.models.standings.rating import rate

if TYPE_CHECKING:
    from games.models.people.player import Player


def _seconds(bounds: tuple[int, int]) -> tuple[int, int]:
    least, most = bounds
    return least // 1000, most // 1000


class Race(models.Model):
    """One deal, one set of rules, one start. What it is to those who race: `racing.Race`.

    Once its cards are dealt, `games.models.races.guards` keeps what it is as it is.
    """

    code = models.CharField(max_length=racing.CODE_LENGTH, unique=True)
    rules = models.CharField(max_length=255, help_text="Canonical: game/preset+option=value")
    kind = models.CharField(
        max_length=8,
        choices=[(kind.value, kind.value.capitalize()) for kind in racing.Kind],
        default=racing.Kind.CASUAL.value,
    )
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="races")
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="hosted",
    )
    countdown_s = models.PositiveSmallIntegerField(default=5)
    limit_s = models.PositiveSmallIntegerField(
        default=600, null=True, blank=True, help_text="Empty for a practice."
    )
    helped = models.BooleanField(
        default=False, help_text="Its players may have the dead-end alarm and hints."
    )
    watchable = models.BooleanField(
        default=False, help_text="Whoever watches a ranked race sees its boards two minutes late."
    )
    gather_s = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="How long a quick race waits for more than two."
    )
    lobby = models.CharField(
        max_length=32,
        default="",
        blank=True,
        editable=False,
        help_text="The game whose quick race this is; empty for others and when it has started.",
    )
    wished = models.CharField(
        max_length=6,
        choices=Difficulty.choices,
        blank=True,
        help_text="How hard the host wanted the deal to be.",
    )
    created_at = models.DateTimeField(default=timezone.now)
    starts_at = models.DateTimeField(null=True, blank=True)
    dealt_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="When its cards left for its players; nothing but its end changes after that.",
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    rematch_of = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch"
    )

    booked = models.BooleanField(
        default=False, editable=False, help_text="Its results are on the leaderboards."
    )

    objects = RaceQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("lobby",), condition=~Q(lobby=""), name="race_one_in_each_lobby"
            ),
            models.CheckConstraint(
                condition=Q(countdown_s__range=_seconds(racing.COUNTDOWN_BOUNDS)),
                name="race_countdown_in_bounds",
            ),
            models.CheckConstraint(
                condition=Q(limit_s__isnull=False, limit_s__range=_seconds(racing.LIMIT_BOUNDS))
                | Q(limit_s=None, kind=racing.Kind.SOLO.value),
                name="race_limit_in_bounds",
            ),
            models.CheckConstraint(
                condition=Q(helped=False)
                | Q(kind__in=[kind.value for kind in racing.Kind if kind.may_help]),
                name="race_helped_if_it_may_be",
            ),
            models.CheckConstraint(
                condition=Q(dealt_at=None)
                | Q(starts_at__isnull=False, dealt_at__gte=F("starts_at")),
                name="race_dealt_from_its_start",
            ),
            models.CheckConstraint(
                condition=Q(closed_at=None)
                | Q(starts_at__isnull=False, closed_at__gte=F("starts_at")),
                name="race_starts_before_it_closes",
            ),
        )
        indexes = (
            # Every start of a server and every round of upkeep asks for the few that are running
            # and will be over; of practices that nobody goes on with there may be very many.
            models.Index(
                fields=("starts_at",),
                condition=Q(closed_at=None, limit_s__isnull=False),
                name="race_not_closed",
            ),
            models.Index(
                fields=("closed_at", "id"),
                condition=Q(closed_at__isnull=False, booked=False),
                name="race_not_booked",
            ),
            # A chore looks after the races that have ended lately.
            models.Index(fields=("closed_at",), name="race_closed"),
        )

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("race", args=[self.code])

    @property
    def game(self) -> str:
        """The name of the game, such as "agnes-sorel"."""
        return self.rules.partition("/")[0]

    @property
    def proof(self) -> Proof | None:
        """What is known of the deal under these rules. Costs a query."""
        return self.deal.proofs.filter(rules=self.rules).first()

    @property
    def difficulty(self) -> str:
        """How hard the deal is under these rules; empty if that is not known. Costs a query."""
        proofs = self.deal.proofs.filter(rules=self.rules)
        return proofs.values_list("difficulty", flat=True).first() or ""

    @property
    def is_proven(self) -> bool:
        """Whether the deal is proven winnable under these rules. Costs a query."""
        return self.deal.proofs.filter(rules=self.rules, kind=Kind.WINNABLE).exists()

    @property
    def is_private(self) -> bool:
        """Whether only its player may look: a practice that goes on, or on a deal still secret.

        Costs up to two queries.
        """
        if self.kind != racing.Kind.SOLO:
            return False
        return self.closed_at is None or self.deal.is_secret

    @property
    def next_code(self) -> str | None:
        """The code of the rematch, if there is one. Costs a query."""
        return Race.objects.filter(rematch_of=self).values_list("code", flat=True).first()

    def is_hidden_from(self, player: Player | int | None, now: int) -> bool:
        """Whether it is on the deal of a daily that somebody has still to try. Costs queries."""
        if not racing.Kind(self.kind).is_alone or self.entries.filter(player=player).exists():
            return False
        daily = getattr(self.deal, "daily", None)
        return daily is not None and daily.is_hidden_from(player, now)

    def load(self) -> racing.Race:
        """The race as a value, at the cost of one query.

        Its runs are those settled at the close; before it they are blank.
        """
        return self.load_with_entries()[0]

    def load_with_entries(self) -> tuple[racing.Race, Sequence[Entry]]:
        """The race as a value, and its entries in the order of their seats, by the same query.

        Read one after the other, they would differ if somebody sat down or left in between.
        """
        entries = list(self.entries.select_related("player").order_by("seat"))
        return self._with_seats(entry.as_seat(entry.settled_run) for entry in entries), entries

    def replay(self) -> racing.Race:
        """The race as a value, its runs derived from the stored actions, in three queries."""
        return self._with_seats(entry.as_seat(entry.replay()[1]) for entry in self._played())

    def save_transition(
        self, before: racing.Race, change: racing.Change, clock: racing.Clock
    ) -> racing.Race:
        """Store what a transition before the start changes, unless somebody came first.

        Returns what the race has become. One that all have left is closed for good, and gives its
        deal back: it is not stored any more.

        :raises ConflictError: if somebody has changed the race since it was loaded.
        :raises RefusedError: if the change is refused, the race has started, or a seat is one too
            many for its player.
        :raises ValueError: if the change is none that a transition may store: see `carry_out`.
        """
        seats = {seat.player: seat for seat in before.seats}
        with transaction.atomic():
            self._claim()
            # The claim waits for whoever writes at the moment. Only now is it known what time it is
            # when this is stored: a start that was ahead may have come.
            now = clock()
            after = racing.carry_out(before, change, now)
            if before.seats and not after.seats:
                self._unmake()
                return after
            for seat in after.seats:
                if seat.player not in seats:
                    refuse_seats(seat.player, before.kind, now)
            self.entries.exclude(player__in=[seat.player for seat in after.seats]).delete()
            for seat in after.seats:
                if seat.player not in seats:
                    self.entries.create(
                        player_id=seat.player,
                        seat=seat.number,
                        ready=seat.ready,
                        as_guest=seat.guest,
                    )
                elif seat.ready != seats[seat.player].ready:
                    self.entries.filter(player=seat.player).update(ready=seat.ready)
            self._store(after)
        return after

    def give_up(self, since: int) -> bool:
        """Close a race that nobody in it has been at since an instant, before it starts.

        Returns whether that was done here: not if somebody has come back, or started it.
        """
        with transaction.atomic():
            try:
                self._claim()
            except ConflictError:
                return False
            back = self.entries.filter(seen_at__gte=to_datetime(since))
            if self.starts_at is not None or back.exists():
                transaction.set_rollback(True)
                return False
            self._unmake()
        return True

    def _unmake(self) -> None:
        """Delete a race that has not started, and give its deal back, of which nobody has seen any.

        The caller has claimed it. Whoever is about to start it, or to deal its cards, waits for the
        row, and then there is none.
        """
        Proof.objects.put_back(self)
        Race.objects.filter(pk=self.pk).delete()
        tell = partial(races_renewed.send, Race, codes=(self.code,))
        transaction.on_commit(tell, robust=True)

    def close(self, clock: racing.Clock) -> bool:
        """Settle a race that is done from its stored actions; true for the one call that does it.

        :raises RefusedError: if the race is not done.
        """
        while self.closed_at is None:
            try:
                with transaction.atomic():
                    self._claim()
                    self._settle(clock())
                return True
            except ConflictError:
                self.refresh_from_db()
        return False

    def place_again(self) -> None:
        """Give the places of a closed race anew, after a run was voided or restored."""
        with transaction.atomic():
            self.refresh_from_db(fields=("version", "starts_at", "dealt_at"))
            self._claim()
            entries = {entry.player_id: entry for entry in self.entries.all()}
            for standing in self.load().standings():
                entries[standing.seat.player].place = standing.place
            self.entries.bulk_update(entries.values(), ("place",))

    @transaction.atomic
    def book(self) -> None:
        """Enter the results of a closed race on the leaderboards and in the ratings."""
        held(Race.objects.filter(pk=self.pk)).get()
        entries = list(self.entries.order_by("pk"))
        for entry in entries:
            entry.race = self
        book(entries)
        rate(self)
        Race.objects.filter(pk=self.pk).update(booked=True)

    def _with_seats(self, seats: Iterable[racing.Seat]) -> racing.Race:
        return racing.Race(
            code=self.code,
            rules=self.rules,
            kind=racing.Kind(self.kind),
            host=self.host_id,
            countdown=self.countdown_s * 1000,
            limit=None if self.limit_s is None else self.limit_s * 1000,
            helped=self.helped,
            watchable=self.watchable,
            gathers=None if self.gather_s is None else self.gather_s * 1000,
            seats=tuple(seats),
            starts_at=None if self.starts_at is None else to_ms(self.starts_at),
            dealt=self.dealt_at is not None,
            closed_at=None if self.closed_at is None else to_ms(self.closed_at),
            start_by=self.attempt.daily.ends_at if self.kind == racing.Kind.DAILY else None,
        )

    def _claim(self) -> None:
        """Compare and set: of all who have loaded one version of the race, one goes on.

        What was loaded is what is stored from here on, until the transaction ends.
        """
        mine = Race.objects.filter(
            pk=self.pk,
            version=self.version,
            starts_at=self.starts_at,
            # To deal makes no new version: all who show the cards know of it.
            dealt_at=self.dealt_at,
        )
        if mine.update(version=F("version") + 1) != 1:
            raise ConflictError(self.code)

    def _played(self) -> QuerySet[Entry]:
        """The entries with their players and actions."""
        return self.entries.select_related("player").prefetch_related("actions").order_by("seat")

    def _settle(self, now: int) -> None:
        entries = {entry.player_id: entry for entry in self._played()}
        before = self._with_seats(entry.as_seat(entry.replay()[1]) for entry in entries.values())
        after = before.close(now)
        Race.objects.filter(pk=self.pk, dealt_at=None).mark_dealt(now)
        open_runs = [entries[seat.player] for seat in before.seats if not seat.run.is_done]
        open_runs.sort(key=lambda entry: entry.pk)
        try:
            # A player's last action may be on its way to the database. It and the bell have the
            # same number, so one of them comes second and sees the other.
            Action.objects.bulk_create(entry.rung(after.lasted) for entry in open_runs)
        except IntegrityError as error:
            raise ConflictError(self.code) from error
        for standing in after.standings():
            entries[standing.seat.player].settle(standing)
        self.entries.bulk_update(entries.values(), RESULT)
        self._store(after)

    def _store(self, race: racing.Race) -> None:
        Race.objects.filter(pk=self.pk).update(
            host=race.host,
            starts_at=None if race.starts_at is None else to_datetime(race.starts_at),
            closed_at=None if race.closed_at is None else to_datetime(race.closed_at),
        )
        self.refresh_from_db(fields=("host", "starts_at", "closed_at", "version"))
