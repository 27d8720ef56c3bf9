"""Any-time races: trials that a host opens for those who have the link."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from datetime import timedelta

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from games import engine, racing
from games.engine import Sentence
from games.models.database.instants import to_datetime
from games.models.deals.deal import Deal
from games.models.deals.proof import Proof
from games.models.people.player import Player
from games.models.races.crowding import TooManyError, one_at_a_time, refuse_races
from games.models.races.opening import Opening, place_of
from games.models.races.race import Race
from games.models.races.trial import HOUR_S, Trial

DAY_MS = 24 * 3_600_000


class AnytimeRaceQuerySet(models.QuerySet["AnytimeRace"]):
    @transaction.atomic
    def open_for(
        self,
        host: Player,
        terms: racing.AnytimeTerms,
        clock: racing.Clock,
        address: str = "",
        draw: Callable[[int], bytes] = secrets.token_bytes,
        *,
        rematch_of: AnytimeRace | None = None,
    ) -> AnytimeRace:
        """Open a race that others find by its code, on a secret proven deal of its own.

        The host may play too, and knows no more of it than others. `draw(n)` returns n random
        bytes; `address` is the host's, empty if unknown.

        :raises RefusedError: if the host opens too many, or is a bot; "no-deal" if no proven secret
            deal is ready.
        :raises EngineError: if the rules are unknown.
        """
        now = clock()
        rules = str(engine.Rules.parse(terms.rules))
        self._refuse(host, address, now)
        opens_at = to_datetime(now)
        trial = Trial.objects.create(
            kind=racing.Kind.ANYTIME,
            rules=rules,
            deal=_take_deal(rules, terms.wished_difficulty),
            opens_at=opens_at,
            closes_at=opens_at + timedelta(milliseconds=terms.window),
            limit_s=HOUR_S,
            seats=terms.seats,
        )
        code = self._free_code(draw)
        # Limits count it among the races that the host opened.
        Opening.objects.create(
            code=code, player_id=host.person, place=place_of(host, address), opened_at=opens_at
        )
        return self.create(
            code=code, trial=trial, host=host, created_at=opens_at, rematch_of=rematch_of
        )

    def of(self, player: Player) -> AnytimeRaceQuerySet:
        """Return the races that a player opened or has a seat in, newest first."""
        own = Q(host=player) | Q(trial__attempts__player=player)
        return self.filter(own).distinct().order_by("-pk")

    def near(self, player: Player, invited: Collection[str] = ()) -> AnytimeRaceQuerySet:
        """Return those races, their rematches and the ones with these codes, newest first."""
        own = self.of(player).order_by().values("pk")
        found = Q(pk__in=own) | Q(rematch_of__in=own) | Q(code__in=invited)
        return self.filter(found).order_by("-pk")

    def with_deals(self) -> AnytimeRaceQuerySet:
        """Return these races with their hosts, trials and deals."""
        return self.select_related("host", "trial__deal")

    def _refuse(self, host: Player, address: str, now: int) -> None:
        if host.bot:
            raise racing.RefusedError("no-bots", "Bots can't open an any-time race.")
        one_at_a_time(place_of(host, address) or str(host.person))
        refuse_races(host, now)
        limit: int = settings.ANYTIME_PER_DAY
        lately = Opening.objects.by(host, address).since(now, DAY_MS).values("code")
        if limit and self.filter(code__in=lately)[:limit].count() >= limit:
            raise TooManyError(
                "too-many-races",
                Sentence(
                    "You, or guests on your network, have opened %(count)s any-time races today. "
                    "Wait a day before the next.",
                    count=limit,
                ),
            )

    def _free_code(self, draw: Callable[[int], bytes]) -> str:
        """Return a code that neither a race nor an any-time race has."""
        code = racing.race_code(draw(racing.CODE_BYTES))
        while any(
            there.filter(code=code).exists() for there in (Race.objects, Opening.objects, self)
        ):
            code = racing.race_code(draw(racing.CODE_BYTES))
        return code


class AnytimeRace(models.Model):
    """A trial of some players, with a code to share. Its attempts are its seats."""

    code = models.CharField(max_length=racing.CODE_LENGTH, unique=True, editable=False)
    trial = models.OneToOneField(Trial, on_delete=models.PROTECT, related_name="anytime")
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="hosted_anytime",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    rematch_of = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, editable=False, related_name="rematch"
    )
    told = models.BooleanField(
        default=False,
        # An earlier release, still running during an upgrade, doesn't know the column.
        db_default=False,
        editable=False,
        help_text="Its players have been told that it is over.",
    )

    objects = AnytimeRaceQuerySet.as_manager()

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("anytime-race", args=[self.code])

    def is_known_to(self, player: Player | None) -> bool:
        """Tell whether a player opened it or has a seat; others need its link. Costs a query."""
        if player is None:
            return False
        return self.host_id == player.pk or self.trial.attempts.filter(player=player).exists()

    @property
    def difficulty(self) -> str:
        """How hard the deal is; empty if unknown. Costs a query."""
        proofs = Proof.objects.filter(deal=self.trial.deal_id, rules=self.trial.rules)
        return next(iter(proofs.values_list("difficulty", flat=True)), "")


def _take_deal(rules: str, wished_difficulty: str) -> Deal:
    """Return a deal out of the stock, of the wished difficulty if there is one."""
    deal = Proof.objects.take(rules, wished_difficulty) or Proof.objects.take(rules)
    if deal is None:
        raise racing.RefusedError(
            "no-deal", "No secret deal is ready for these rules yet. Try again in a minute."
        )
    return deal
