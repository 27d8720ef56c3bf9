"""Stored races and their queries."""

# Long: the columns, constraints and indexes of the table that everything is about.

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import models, transaction
from django.db.models import Exists, ExpressionWrapper, F, Max, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils import timezone

from games import racing
from games.models.database.holding import held
from games.models.database.instants import to_datetime, to_ms
from games.models.database.news import races_renewed
from games.models.deals.deal import Deal
from games.models.deals.difficulty import StoredDifficulty
from games.models.deals.proof import Proof, ProofKind
from games.models.races.action import Action
from games.models.races.conflict import ConflictError
from games.models.races.dealt import Dealt
from games.models.races.entry import Entry
from games.models.races.match import MatchRace, seats_after
from games.models.races.race_event import RaceEvent, RaceEventKind


class RaceQuerySet(models.QuerySet["Race"]):
    def find(self, code: str) -> Race:
        """Return the race with a code, in any case, with its deal.

        :raises Race.DoesNotExist: if there is none.
        """
        return self.select_related("deal", "in_match__match", "round").get(code=code.upper())

    def running(self, now: int) -> RaceQuerySet:
        """Return the races that have started and aren't closed."""
        return self.filter(starts_at__lte=to_datetime(now), closed_at=None)

    def limited(self, now: int) -> RaceQuerySet:
        """Return the running races with a time limit, which leaves out abandoned practices."""
        return self.running(now).filter(limit_s__isnull=False)

    def seated(self) -> RaceQuerySet:
        """Return the races with their deals, and with their entries and players in seat order."""
        seats = models.Prefetch("entries", Entry.objects.select_related("player").order_by("seat"))
        return self.select_related("deal", "round").prefetch_related(seats)

    def overdue(self, now: int) -> RaceQuerySet:
        """Return the running races past their limit or their round's end, earliest first."""
        seconds = Cast("limit_s", models.IntegerField()) * Value(timedelta(seconds=1))
        lasts = ExpressionWrapper(seconds, models.DurationField())
        limit = ExpressionWrapper(F("starts_at") + lasts, models.DateTimeField())
        at = to_datetime(now)
        is_past = Q(limit_at__lte=at) | Q(round__ends_at__lte=at)
        return self.limited(now).alias(limit_at=limit).filter(is_past).order_by("starts_at", "pk")

    def abandoned(self, now: int, since: int) -> set[tuple[int, datetime | None]]:
        """Return the running races with a time limit that no player has had open since an instant.

        Each is its primary key with the time a player was last present, or None.
        """
        seen = self.limited(now).annotate(seen_at=Max("entries__seen_at"))
        left = seen.filter(Q(seen_at=None) | Q(seen_at__lt=to_datetime(since)))
        return set(left.values_list("pk", "seen_at"))

    @transaction.atomic
    def deal_out(self, codes: Collection[str], clock: racing.Clock) -> Mapping[str, Dealt]:
        """Mark races whose start has come as dealt; return them by code.

        No cards are shown before that. Locked races are skipped, so a concurrent change either
        commits first and is seen when the cards are shown, or comes later and is refused.
        """
        now = clock()
        due = self.filter(code__in=codes, dealt_at=None, starts_at__lte=to_datetime(now))
        return due.select_for_update(skip_locked=True, no_key=True).mark_dealt(now)

    def mark_dealt(self, now: int) -> Mapping[str, Dealt]:
        """Freeze undealt races, and who is a guest in them; return them by code.

        The caller holds them, or this query locks them.
        """
        entries = Entry.objects.filter(race=OuterRef("pk"))
        played = Exists(Action.objects.filter(entry__race=OuterRef("pk")))
        # Checked in the same query: guests hardly ever sign up during a countdown.
        changed = Exists(entries.exclude(as_guest=F("player__guest")))
        fields = ("pk", "code", "version", played, changed, "rematch_of")
        rows = list(self.values_list(*fields))
        found = [row[:-1] for row in rows]
        if any(guests for *_, guests in found):
            Entry.objects.filter(race__in=[pk for pk, *_ in found]).fix_guests()
        if before := [row[-1] for row in rows if row[-1] is not None]:
            # Those who watched the race before may be told of the next only now.
            transaction.on_commit(self.model.objects.filter(pk__in=before).renew, robust=True)
        self.model.objects.filter(pk__in=[pk for pk, *_ in found]).update(dealt_at=to_datetime(now))
        RaceEvent.objects.bulk_create(
            RaceEvent(kind=RaceEventKind.STARTED, race_id=pk, code=code) for pk, code, *_ in found
        )
        return {code: Dealt(version, acted) for _, code, version, acted, _ in found}

    @transaction.atomic
    def renew(self) -> None:
        """Give these races a new version, so that all who show or change them reload them."""
        races = dict(held(self).values_list("pk", "code"))
        self.model.objects.filter(pk__in=races).update(version=F("version") + 1)
        if races:
            tell = partial(races_renewed.send, self.model, codes=tuple(races.values()))
            transaction.on_commit(tell, robust=True)


def _seconds(bounds: tuple[int, int]) -> tuple[int, int]:
    least, most = bounds
    return least // 1000, most // 1000


class Race(models.Model):
    """One deal, one set of rules, one start. `racing.Race` is the same as a value.

    Once its cards are dealt, the triggers of `games.models.races.guards` freeze it.
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
        default=False, help_text="Spectators of a ranked race see its boards late."
    )
    bots_allowed = models.BooleanField(
        default=False,
        # An earlier release, still running during an upgrade, doesn't know the column.
        db_default=False,
        help_text="Bots may take seats.",
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
    wished_difficulty = models.CharField(
        db_column="wished",
        max_length=6,
        choices=StoredDifficulty.choices,
        blank=True,
        help_text="How hard the host wanted the deal to be.",
    )
    created_at = models.DateTimeField(default=timezone.now)
    starts_at = models.DateTimeField(null=True, blank=True)
    planned_at = models.DateTimeField(
        null=True, blank=True, help_text="The start that the host has set, whoever is there."
    )
    replanned_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="When the host last changed that, until its players are told.",
    )
    dealt_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="When its cards left for its players; nothing but its end changes after that.",
    )
    ended_runs = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        editable=False,
        help_text="At a table of an event, how many runs had ended when none was under way.",
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    round = models.ForeignKey(
        "games.Round",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="tables",
        help_text="The round of an event in which it is a table.",
    )
    rematch_of = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch"
    )

    booked = models.BooleanField(
        default=False, editable=False, help_text="Its results are on the leaderboards."
    )
    actions_removed_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="When the actions of its runs were removed; their results stay.",
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
                condition=Q(round=None) | Q(kind=racing.Kind.EVENT.value),
                name="race_table_of_an_event",
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
            # Each server start and each round of upkeep queries the few running races that have a
            # time limit; there may be very many abandoned practices.
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
            models.Index(fields=("closed_at",), name="race_closed"),  # for a background task
            # Another one looks for them every few seconds, and in time few of all races are left.
            models.Index(
                fields=("closed_at",),
                condition=Q(closed_at__isnull=False, actions_removed_at=None),
                name="race_with_actions",
            ),
        )

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("race", args=[self.code])

    @property
    def is_private_room(self) -> bool:
        """Whether it waits for its players, whose link is theirs to share."""
        return not self.watchable and self.dealt_at is None

    @property
    def game(self) -> str:
        """The name of the game, such as "agnes-sorel"."""
        return self.rules.partition("/")[0]

    @property
    def proof(self) -> Proof | None:
        """The proof of the deal under these rules, if any. Costs a query."""
        return self.deal.proofs.filter(rules=self.rules).first()

    @property
    def difficulty(self) -> str:
        """How hard the deal is under these rules; empty if unknown. Costs a query at most."""
        return next(
            (one.difficulty for one in self.deal.proofs.all() if one.rules == self.rules), ""
        )

    @property
    def is_proven(self) -> bool:
        """Whether the deal is proven winnable under these rules. Costs a query at most."""
        proofs = self.deal.proofs.all()
        return any(one.rules == self.rules and one.kind == ProofKind.WINNABLE for one in proofs)

    @property
    def link(self) -> MatchRace | None:
        """Where the race is in its match; None of a single race. `find` has loaded it."""
        found: MatchRace | None = getattr(self, "in_match", None)
        return found

    @property
    def next_race(self) -> Race | None:
        """The rematch, if any. Costs a query, unless it was selected with the race."""
        if Race.rematch.is_cached(self):
            return getattr(self, "rematch", None)
        return Race.objects.filter(rematch_of=self).first()

    def renew_before(self) -> None:
        """Have the result of the race before, if any, read again: it offers this one and who is in.

        After the commit, so that no lock on that race waits for this transaction.
        """
        if self.rematch_of_id is not None:
            before = Race.objects.filter(pk=self.rematch_of_id)
            transaction.on_commit(before.renew, robust=True)

    def players_as_they_came(self) -> list[int]:
        """Return the players who have a seat, in the order in which they came."""
        return list(self.entries.order_by("pk").values_list("player", flat=True))

    def load(self) -> racing.Race:
        """Return the race as a value. Costs one query.

        Its runs are those settled at the close; before that they are blank.
        """
        return self.load_with_entries()[0]

    def load_with_entries(
        self, entries: Sequence[Entry] | None = None
    ) -> tuple[racing.Race, Sequence[Entry]]:
        """Return the race as a value, and its entries in seat order, from one query unless given.

        Two queries would disagree if a player joined or left in between.
        """
        if entries is None:
            entries = list(self.entries.select_related("player").order_by("seat"))
        return self.with_seats(entry.as_seat(entry.settled_run) for entry in entries), entries

    def replay(self) -> racing.Race:
        """Return the race as a value, with runs derived from the actions. Costs three queries."""
        return self.with_seats(entry.as_seat(entry.replay()[1]) for entry in self.played())

    def with_seats(self, seats: Iterable[racing.Seat]) -> racing.Race:
        """Return the race as a value, with these seats."""
        return racing.Race(
            code=self.code,
            rules=self.rules,
            kind=racing.Kind(self.kind),
            host=self.host_id,
            countdown=self.countdown_s * 1000,
            limit=None if self.limit_s is None else self.limit_s * 1000,
            helped=self.helped,
            watchable=self.watchable,
            bots_allowed=self.bots_allowed,
            gathers=None if self.gather_s is None else self.gather_s * 1000,
            seats=tuple(seats),
            starts_at=None if self.starts_at is None else to_ms(self.starts_at),
            dealt=self.dealt_at is not None,
            closed_at=None if self.closed_at is None else to_ms(self.closed_at),
            match=self._kept_seats(),
            start_by=self._start_by(),
            planned=None if self.planned_at is None else to_ms(self.planned_at),
            round_end=None if self.round is None else to_ms(self.round.ends_at),
        )

    def _kept_seats(self) -> racing.MatchSeats:
        return racing.NO_MATCH if self.dealt_at else seats_after(self.rematch_of_id)

    def _start_by(self) -> int | None:
        return to_ms(self.attempt.trial.closes_at) if racing.Kind(self.kind).is_attempt else None

    def claim(self) -> None:
        """Claim the loaded version by compare-and-set; only one of its loaders succeeds.

        Until the transaction ends, the stored race is what was loaded.

        :raises ConflictError: if the race has changed since it was loaded.
        """
        mine = Race.objects.filter(
            pk=self.pk,
            version=self.version,
            starts_at=self.starts_at,
            # Dealing doesn't bump the version: every process that shows the cards knows of it.
            dealt_at=self.dealt_at,
        )
        if mine.update(version=F("version") + 1) != 1:
            raise ConflictError(self.code)

    def note(self, kind: RaceEventKind) -> None:
        """Store that something happened to this race, in the transaction of the change."""
        quick = bool(self.lobby)
        RaceEvent.objects.create(kind=kind, race_id=self.pk, code=self.code, quick=quick)

    def played(self) -> QuerySet[Entry]:
        """Return the entries with their players and actions, in seat order."""
        return self.entries.select_related("player").prefetch_related("actions").order_by("seat")

    def store(self, race: racing.Race) -> None:
        """Store the new value of a claimed race, except its seats and runs."""
        Race.objects.filter(pk=self.pk).update(
            host=race.host,
            starts_at=None if race.starts_at is None else to_datetime(race.starts_at),
            closed_at=None if race.closed_at is None else to_datetime(race.closed_at),
        )
        self.refresh_from_db(fields=("host", "starts_at", "closed_at", "version"))
