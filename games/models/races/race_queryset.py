"""Looking races up, opening them, and changing them whoever else does."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db import IntegrityError, models, transaction
from django.db.models import Exists, ExpressionWrapper, F, Max, OuterRef, Q, Value
from django.db.models.functions import Cast

from games import engine, racing
from games.models.database.holding import held
from games.models.database.instants import to_datetime
from games.models.database.news import races_renewed
from games.models.deals.deal import KEY_BYTES, Deal
from games.models.deals.proof import Proof, left_to_ranked
from games.models.races.action import Action
from games.models.races.conflict import ConflictError
from games.models.races.crowding import refuse_races, refuse_ranked, refuse_seats
from games.models.races.entry import Entry
from games.models.races.opening import Opening, place_of

if TYPE_CHECKING:
    from games.models.people.player import Player
    from games.models.races.race import Race

ATTEMPTS = 20
"""How often a transition is tried that others overtake: more often than a race has seats."""


LEFT_AFTER_MS: Final = 30 * 60_000
"""How long a race waits for players who are not there, before it is closed."""


logger = logging.getLogger(__name__)


class Dealt(NamedTuple):
    """What a race is when its cards are dealt."""

    version: int
    played: bool
    """Whether somebody has acted all the same, at a server that stored no dealing."""


def secret() -> racing.RefusedError:
    """Return what is said of every deal that cannot be practised, whatever the reason."""
    return racing.RefusedError(
        "secret", "You can't practise this deal yet. Try again after the race, or tomorrow."
    )


def settle(races: Iterable[Race], clock: racing.Clock) -> list[Race]:
    """Settle races that are done; which have been settled here.

    One whose stored actions make no game keeps nothing from the others.
    """
    settled = []
    for race in races:
        try:
            if race.close(clock):
                settled.append(race)
        except (engine.EngineError, racing.RefusedError):
            logger.exception("Race %s cannot be settled", race.code)
    return settled


class RaceQuerySet(models.QuerySet["Race"]):
    def find(self, code: str) -> Race:
        """The race of a code, in capitals or not, with its deal.

        :raises Race.DoesNotExist: if there is none.
        """
        return self.select_related("deal").get(code=code.upper())

    def running(self, now: int) -> RaceQuerySet:
        """The races that have started and are not closed."""
        return self.filter(starts_at__lte=to_datetime(now), closed_at=None)

    def limited(self, now: int) -> RaceQuerySet:
        """The running races that have a limit; of practices that nobody goes on with are many."""
        return self.running(now).filter(limit_s__isnull=False)

    def overdue(self, now: int) -> RaceQuerySet:
        """The running races that are past their limit, the earliest first: nobody closed them."""
        seconds = Cast("limit_s", models.IntegerField()) * Value(timedelta(seconds=1))
        lasts = ExpressionWrapper(seconds, models.DurationField())
        limit = ExpressionWrapper(F("starts_at") + lasts, models.DateTimeField())
        past = self.limited(now).alias(limit_at=limit).filter(limit_at__lte=to_datetime(now))
        return past.order_by("starts_at", "pk")

    def abandoned(self, now: int, since: int) -> set[tuple[int, datetime | None]]:
        """The running races with a limit none of whose players has been there since an instant.

        Each by its key, with when the last of them was there.
        """
        seen = self.limited(now).annotate(seen_at=Max("entries__seen_at"))
        left = seen.filter(Q(seen_at=None) | Q(seen_at__lt=to_datetime(since)))
        return set(left.values_list("pk", "seen_at"))

    @transaction.atomic
    def deal_out(self, codes: Collection[str], clock: racing.Clock) -> Mapping[str, Dealt]:
        """Mark races whose start has come as dealt; return them by their codes.

        Nobody shows cards before that. A race that somebody else holds is left out, so that what
        changes it is either seen by those who show the cards, or comes later and is refused.
        """
        now = clock()
        due = self.filter(code__in=codes, dealt_at=None, starts_at__lte=to_datetime(now))
        return due.select_for_update(skip_locked=True, no_key=True).mark_dealt(now)

    def mark_dealt(self, now: int) -> Mapping[str, Dealt]:
        """Fix what races are, and who is a guest in them; which they were.

        They are held by the caller, or from here on, and are not dealt yet.
        """
        entries = Entry.objects.filter(race=OuterRef("pk"))
        played = Exists(Action.objects.filter(entry__race=OuterRef("pk")))
        # Asked for here, since hardly anybody becomes an account while a race counts down.
        changed = Exists(entries.exclude(as_guest=F("player__guest")))
        found = list(self.values_list("pk", "code", "version", played, changed))
        if any(guests for *_, guests in found):
            Entry.objects.filter(race__in=[pk for pk, *_ in found]).fix_guests()
        self.model.objects.filter(pk__in=[pk for pk, *_ in found]).update(dealt_at=to_datetime(now))
        return {code: Dealt(version, acted) for _, code, version, acted, _ in found}

    @transaction.atomic
    def renew(self) -> None:
        """Have whoever shows these races, or is about to change them, load them again."""
        races = dict(held(self).values_list("pk", "code"))
        self.model.objects.filter(pk__in=races).update(version=F("version") + 1)
        if races:
            tell = partial(races_renewed.send, self.model, codes=tuple(races.values()))
            transaction.on_commit(tell, robust=True)

    def close_overdue(self, clock: racing.Clock, most: int = 100) -> list[Race]:
        """Settle the races that are past their limit, the earliest first; which they were."""
        overdue = self.overdue(clock()).select_related("deal", "attempt__daily")
        return settle(overdue[:most], clock)

    def give_up_left(self, clock: racing.Clock, most: int = 100) -> int:
        """Close the races that wait for players of whom none has been there for long; how many.

        One that nobody has taken a seat in yet is waited for.
        """
        now = clock()
        since = now - LEFT_AFTER_MS
        open_ones = self.filter(
            kind__in=[kind.value for kind in racing.Kind if not kind.is_alone],
            limit_s__isnull=False,
            closed_at=None,
            starts_at=None,
            created_at__lt=to_datetime(since),
            entries__isnull=False,
        )
        seen = open_ones.annotate(seen=Max("entries__seen_at"))
        left = seen.filter(Q(seen=None) | Q(seen__lt=to_datetime(since))).order_by("pk")
        races = list(left.select_related("deal")[:most])
        return sum(race.give_up(since) for race in races)

    def book_closed(self, most: int = 100) -> int:
        """Book the races that are closed and not booked, the earliest first; how many."""
        waiting = self.filter(closed_at__isnull=False, booked=False).order_by("closed_at", "pk")
        races = list(waiting.select_related("deal", "attempt")[:most])
        for race in races:
            race.book()
        return len(races)

    @transaction.atomic
    def open(
        self,
        host: Player | None,
        rules: str,
        clock: racing.Clock,
        *,
        deal: Deal | None = None,
        kind: racing.Kind = racing.Kind.CASUAL,
        countdown_s: int = 5,
        limit_s: int | None = 600,
        helped: bool = False,
        watchable: bool = False,
        gather_s: int | None = None,
        lobby: str = "",
        wished: str = "",
        rematch_of: Race | None = None,
        address: str = "",
        draw: Callable[[int], bytes] = secrets.token_bytes,
    ) -> Race:
        """Open a race with the host seated, on a deal from the stock unless one is given.

        Nobody has seen a deal of the stock; all are proven. Where only those are left that ranked
        races and dailies keep, the deal is a published one that is proven, or drawn unproven. A
        published one of the wished difficulty is preferred to a secret one of another.

        `draw` gives so many random bytes; `address` is the host's, empty if it is not known.

        A ranked race takes no other than a proven secret one.

        :raises RefusedError: if the countdown or the limit is out of bounds, or the host opens
            too many races; "no-deal" if it is to be ranked and no proven secret deal is ready.
        :raises EngineError: if the rules are unknown.
        """
        now = clock()
        rules = str(engine.Rules.parse(rules))
        if host is not None:
            refuse_races(host, now)
            refuse_seats(host.pk, kind, now)
            if kind is racing.Kind.RANKED:
                refuse_ranked(host, address, rules, now)
        empty = racing.Race(
            code=racing.race_code(draw(racing.CODE_BYTES)),
            rules=rules,
            kind=kind,
            countdown=countdown_s * 1000,
            limit=None if limit_s is None else limit_s * 1000,
            helped=helped,
            watchable=watchable,
            gathers=None if gather_s is None else gather_s * 1000,
        )
        # The link of a race that was closed before it started leads to no other race.
        while (
            self.filter(code=empty.code).exists()
            or Opening.objects.filter(code=empty.code).exists()
        ):
            empty = replace(empty, code=racing.race_code(draw(racing.CODE_BYTES)))
        race = self.create(
            code=empty.code,
            rules=empty.rules,
            kind=kind,
            deal=deal or self._new_deal(kind, empty.rules, wished, draw),
            countdown_s=countdown_s,
            limit_s=limit_s,
            helped=helped,
            watchable=watchable,
            gather_s=gather_s,
            lobby=lobby,
            wished=wished,
            created_at=to_datetime(now),
            rematch_of=rematch_of,
        )
        if host is not None:
            race.opening = Opening.objects.create(
                race=race,
                code=race.code,
                player=host,
                place=place_of(host, address),
                opened_at=race.created_at,
            )
            race.save_transition(
                empty, lambda value, now: value.join(host.pk, host.name, host.guest, now), clock
            )
        return race

    @transaction.atomic
    def practise(
        self,
        player: Player,
        rules: str,
        deal: Deal | Callable[[], Deal],
        clock: racing.Clock,
        draw: Callable[[int], bytes] = secrets.token_bytes,
    ) -> Race:
        """A new practice on a deal, which starts at once.

        A deal that is still to be chosen or stored is asked for when no limit is in the way, and is
        not stored if there is no practice on it.

        :raises RefusedError: "secret" if the deal is not to be known to the player yet.
        :raises EngineError: if the rules are unknown.
        """
        now = clock()
        refuse_races(player, now)
        if not isinstance(deal, Deal):
            deal = deal()
        if not Deal.objects.visible_to(player, now).filter(pk=deal.pk).exists():
            raise secret()
        race = self.open(
            player,
            rules,
            clock,
            deal=deal,
            kind=racing.Kind.SOLO,
            limit_s=None,
            helped=True,
            draw=draw,
        )
        return self.transition(race.code, lambda value, now: value.start(player.pk, now), clock)[0]

    def practise_on(self, of: Race, player: Player, clock: racing.Clock) -> Race:
        """A new practice on the deal of a race that is over, which starts at once.

        :raises RefusedError: "secret" if it is not over, or its deal is not to be known yet.
        """
        # The deal of a race that is still to start is known to nobody, also if it is published.
        if of.closed_at is None:
            raise secret()
        return self.practise(player, of.rules, of.deal, clock)

    def possible_kind(self, wanted: racing.Kind, rules: str) -> racing.Kind:
        """The kind that a race can have now: casual where a ranked one has no deal ready."""
        if wanted is racing.Kind.RANKED and not Proof.objects.stock(rules).exists():
            return racing.Kind.CASUAL
        return wanted

    def _new_deal(
        self, kind: racing.Kind, rules: str, wished: str, draw: Callable[[int], bytes]
    ) -> Deal:
        if kind is racing.Kind.RANKED:
            if deal := Proof.objects.take(rules, wished) or Proof.objects.take(rules):
                return deal
            raise racing.RefusedError(
                "no-deal", "No secret deal is proven for these rules yet. Try again in a minute."
            )
        leave = left_to_ranked(rules)
        return (
            Proof.objects.take(rules, wished, leave)
            or Proof.objects.choose_published(rules, draw, wished)
            or Proof.objects.take(rules, "", leave)
            or Proof.objects.choose_published(rules, draw)
            or Deal.objects.draw(draw(KEY_BYTES))
        )

    def transition(
        self, code: str, change: racing.Change, clock: racing.Clock
    ) -> tuple[Race, racing.Race]:
        """Change the race of a code, again and again until nobody else was quicker.

        Returns what is stored and what it has become. Only what comes before the start is changed
        in this way: a run changes by its actions, and `Race.close` closes.

        The change is carried out again, at the time of the clock then, when it is its turn to be
        stored.

        :raises Race.DoesNotExist: if there is no such race.
        :raises RefusedError: if the change is refused, or the race has started, or was closed
            since it never did.
        """
        for _ in range(ATTEMPTS):
            try:
                race = self.find(code)
            except self.model.DoesNotExist:
                if Opening.objects.filter(code=code.upper(), race=None).exists():
                    raise racing.never_started() from None
                raise
            before = race.load()
            if racing.carry_out(before, change, clock()) == before:
                return race, before
            try:
                return race, race.save_transition(before, change, clock)
            except ConflictError:
                continue
        raise ConflictError(f"{code}: overtaken {ATTEMPTS} times")

    def leave_waiting(self, player: int, clock: racing.Clock) -> None:
        """Give up a player's seats in races that have not started: nobody has to wait for them.

        A seat stays where the start is a moment away, and in a daily.
        """

        def leave(race: racing.Race, now: int) -> racing.Race:
            return race.leave(player, now) if race.elapsed(now) is None else race

        waiting = self.filter(entries__player=player, dealt_at=None, closed_at=None)
        for code in list(waiting.order_by("pk").values_list("code", flat=True)):
            with suppress(racing.RefusedError):
                self.transition(code, leave, clock)
                self.filter(code=code).renew()

    def rematch(
        self,
        of: Race,
        player: Player,
        clock: racing.Clock,
        address: str = "",
        draw: Callable[[int], bytes] = secrets.token_bytes,
    ) -> Race:
        """The one race that follows another, with the player seated; created by the first to ask.

        :raises RefusedError: if the race is not over or a practice, the player had no seat in it,
            or the rematch has started or is full.
        """
        if of.kind == racing.Kind.SOLO:
            raise racing.RefusedError("no-rematch", "A practice is begun again, not rematched.")
        if of.kind == racing.Kind.DAILY:
            raise racing.RefusedError("daily", "There is one attempt at a daily challenge.")
        if of.closed_at is None:
            raise racing.RefusedError("not-over", "The race is not over yet.")
        if not of.entries.filter(player=player).exists():
            raise racing.RefusedError("not-seated", "You had no seat in this race.")
        if (again := self.filter(rematch_of=of).first()) is None:
            try:
                with transaction.atomic():
                    return self.open(
                        player,
                        of.rules,
                        clock,
                        kind=self.possible_kind(racing.Kind(of.kind), of.rules),
                        countdown_s=of.countdown_s,
                        limit_s=of.limit_s,
                        helped=of.helped,
                        watchable=of.watchable,
                        wished=of.wished,
                        rematch_of=of,
                        address=address,
                        draw=draw,
                    )
            except IntegrityError:
                again = self.filter(rematch_of=of).first()
        if again is None:
            raise racing.never_started()
        return self.transition(
            again.code,
            lambda race, now: race.join(player.pk, player.name, player.guest, now),
            clock,
        )[0]
