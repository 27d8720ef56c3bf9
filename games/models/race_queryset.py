"""Looking races up, opening them, and changing them whoever else does."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import IntegrityError, models, transaction
from django.db.models import ExpressionWrapper, F, Max, Q, Value
from django.db.models.functions import Cast

from games import engine, racing
from games.models.conflict import ConflictError
from games.models.crowding import refuse_races
from games.models.deal import KEY_BYTES, Deal
from games.models.instants import to_datetime
from games.models.proof import Proof

if TYPE_CHECKING:
    from games.models.player import Player
    from games.models.race import Race

ATTEMPTS = 20
"""How often a transition is tried that others overtake: more often than a race has seats."""


logger = logging.getLogger(__name__)


def settle(races: Iterable[Race], now: int) -> list[Race]:
    """Settle races that are done; which have been settled here.

    One whose stored actions make no game keeps nothing from the others.
    """
    settled = []
    for race in races:
        try:
            if race.close(now):
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

    def close_overdue(self, now: int, most: int = 100) -> list[Race]:
        """Settle the races that are past their limit, the earliest first; which they were."""
        overdue = self.overdue(now).select_related("deal", "attempt__daily")
        return settle(overdue[:most], now)

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
        now: int,
        *,
        deal: Deal | None = None,
        kind: racing.Kind = racing.Kind.CASUAL,
        countdown_s: int = 5,
        limit_s: int | None = 600,
        helped: bool = False,
        gather_s: int | None = None,
        lobby: str = "",
        wished: str = "",
        rematch_of: Race | None = None,
        draw: Callable[[int], bytes] = secrets.token_bytes,
    ) -> Race:
        """A new race with the host seated, on a deal that nobody has seen unless one is given.

        The deal comes from the stock of proven deals. Where that is empty, it is a published one
        that is proven, or drawn unproven. A published one of the wished difficulty is preferred to
        a secret one of another.

        `draw` gives so many random bytes.

        A ranked race takes no other than a proven secret one.

        :raises RefusedError: if the countdown or the limit is out of bounds, or the host opens
            too many races; "no-deal" if it is to be ranked and no proven secret deal is ready.
        :raises EngineError: if the rules are unknown.
        """
        if host is not None:
            refuse_races(host, now)
        empty = racing.Race(
            code=racing.race_code(draw(racing.CODE_BYTES)),
            rules=str(engine.Rules.parse(rules)),
            kind=kind,
            countdown=countdown_s * 1000,
            limit=None if limit_s is None else limit_s * 1000,
            helped=helped,
            gathers=None if gather_s is None else gather_s * 1000,
        )
        while self.filter(code=empty.code).exists():
            empty = replace(empty, code=racing.race_code(draw(racing.CODE_BYTES)))
        race = self.create(
            code=empty.code,
            rules=empty.rules,
            kind=kind,
            deal=deal or self._new_deal(kind, empty.rules, wished, draw),
            countdown_s=countdown_s,
            limit_s=limit_s,
            helped=helped,
            gather_s=gather_s,
            lobby=lobby,
            wished=wished,
            created_at=to_datetime(now),
            rematch_of=rematch_of,
        )
        if host is not None:
            race.save_transition(
                empty, lambda value: value.join(host.pk, host.name, host.guest, now)
            )
        return race

    @transaction.atomic
    def practise(
        self,
        player: Player,
        rules: str,
        deal: Deal,
        now: int,
        draw: Callable[[int], bytes] = secrets.token_bytes,
    ) -> Race:
        """A new practice on a deal, which starts at once.

        :raises RefusedError: "secret" if the deal is not to be known to the player yet.
        :raises EngineError: if the rules are unknown.
        """
        same = Deal.objects.filter(cards=deal.cards)
        if same.visible_to(player, now).count() < same.count():
            raise racing.RefusedError(
                "secret", "This deal is still raced on. It can be practised when that is over."
            )
        race = self.open(
            player,
            rules,
            now,
            deal=deal,
            kind=racing.Kind.SOLO,
            limit_s=None,
            helped=True,
            draw=draw,
        )
        return self.transition(race.code, lambda value: value.start(player.pk, now))[0]

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
        return (
            Proof.objects.take(rules, wished)
            or Proof.objects.choose_published(rules, draw, wished)
            or Proof.objects.take(rules)
            or Proof.objects.choose_published(rules, draw)
            or Deal.objects.draw(draw(KEY_BYTES))
        )

    def transition(
        self, code: str, change: Callable[[racing.Race], racing.Race]
    ) -> tuple[Race, racing.Race]:
        """Change the race of a code, again and again until nobody else was quicker.

        Returns what is stored and what it has become. Only what comes before the start is changed
        in this way: a run changes by its actions, and `Race.close` closes.

        The change is asked for again when it is its turn to be stored, which may be later: where
        time decides, it looks at a clock and not at an instant.

        :raises Race.DoesNotExist: if there is no such race.
        :raises RefusedError: if the change is refused.
        """
        for _ in range(ATTEMPTS):
            race = self.find(code)
            before = race.load()
            if change(before) == before:
                return race, before
            try:
                return race, race.save_transition(before, change)
            except ConflictError:
                continue
        raise ConflictError(f"{code}: overtaken {ATTEMPTS} times")

    def rematch(
        self,
        of: Race,
        player: Player,
        now: int,
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
                        now,
                        kind=self.possible_kind(racing.Kind(of.kind), of.rules),
                        countdown_s=of.countdown_s,
                        limit_s=of.limit_s,
                        helped=of.helped,
                        wished=of.wished,
                        rematch_of=of,
                        draw=draw,
                    )
            except IntegrityError:
                again = self.get(rematch_of=of)
        race, _ = self.transition(
            again.code, lambda race: race.join(player.pk, player.name, player.guest, now)
        )
        return race
