"""The deals that races are played on."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from games import engine, racing
from games.models.database.holding import held
from games.models.database.instants import to_datetime
from games.models.deals.likeness import Likeness

if TYPE_CHECKING:
    from games.models.people.player import Player
    from games.models.races.race_queryset import RaceQuerySet

KEY_BYTES = 32
DAY_MS: Final = 86_400_000
KEY: Final = re.compile(rf"[0-9a-fA-F]{{{2 * KEY_BYTES}}}")


LONGEST_MS: Final = racing.LIMIT_BOUNDS[1]
"""How long a race lasts at most, an attempt at a daily challenge too."""


def help_from(now: int) -> int:
    """Return when there is help with cards that somebody brings: one instant for a UTC day.

    Every race whose deal somebody can have seen by now is over then, and so is every attempt at a
    daily challenge of this day.
    """
    return (now // DAY_MS + 1) * DAY_MS + LONGEST_MS


def raced_on(now: int, **conditions: Any) -> QuerySet[Likeness]:
    """Return what deals are like on which such races go on that everybody at them plays at once.

    A published deal is known to everybody: which it is, is a secret until the start, and to refuse
    it earlier would tell.
    """
    return Likeness.objects.filter(
        Q(deal__public=False) | Q(deal__races__starts_at__lte=to_datetime(now)),
        deal__races__closed_at=None,
        # As the condition of the index of those that are not closed.
        deal__races__limit_s__isnull=False,
        deal__races__kind__in=[kind.value for kind in racing.Kind if not kind.is_alone],
        **conditions,
    )


def untried(player: Player | None, now: int) -> QuerySet[Likeness]:
    """Return what the deals of dailies are like which a player has still to try."""
    from games.models.races.daily import Daily

    return Likeness.objects.filter(deal__daily__in=Daily.objects.hidden_from(player, now))


def is_like(likenesses: QuerySet[Likeness], deal: str = "pk") -> Exists:
    """Whether a deal is the same game as one of some, which are asked for once a query."""
    digests = likenesses.order_by().values("digest")
    return Exists(Likeness.objects.filter(deal=OuterRef(deal), digest__in=digests))


class DealQuerySet(models.QuerySet["Deal"]):
    def secret(self) -> DealQuerySet:
        """The deals on which a race is to come or not over; of the published ones, those played.

        A practice keeps no secret; a deal that only practices have had is one until the first ends.
        One that was brought is its player's alone until there is help with it.
        """
        races = self._races()
        going_on = races.filter(closed_at=None).exclude(kind=racing.Kind.SOLO)
        played = Q(deal__public=False) | Q(starts_at__lte=Now())
        return self.filter(
            Q(public=False) & ~Exists(races.filter(closed_at__isnull=False))
            | Exists(going_on.filter(played))
            | Q(help_from__gt=Now())
        )

    def visible_to(self, player: Player | None, now: int) -> DealQuerySet:
        """The deals that a player may know, and practise on.

        Not those in stock, and none that is the same game as one that is raced on, or as that of a
        daily which the player has still to try. What somebody has brought is not compared until
        there is help with it, and until then nobody else's.
        """
        from games.models.deals.proof import Proof

        in_stock = Proof.objects.filter(deal=OuterRef("pk"), in_stock=True)
        is_open = Q(help_from=None) | Q(help_from__lte=to_datetime(now))
        own = Q(pk=None) if player is None else Q(brought_by=player)
        free = (
            is_open
            & ~Exists(in_stock)
            & ~Q(is_like(raced_on(now)))
            & ~Q(is_like(untried(player, now)))
        )
        return self.filter(own & ~is_open | free)

    def known(self) -> DealQuerySet:
        """Those that have been shown to everybody: published, or of a race that is over."""
        over = self._races().filter(closed_at__isnull=False).exclude(kind=racing.Kind.SOLO)
        return self.filter(Q(public=True) | Exists(over), help_from=None)

    def _races(self) -> RaceQuerySet:
        from games.models.races.race import Race

        return Race.objects.filter(deal=OuterRef("pk")).order_by()

    def draw(self, key: bytes) -> Deal:
        """The deal of a secret key of 32 random bytes.

        :raises ValueError: if the key has another length.
        """
        return self.get_or_create(key=key, defaults={"cards": Deal.of(key).cards})[0]

    @transaction.atomic
    def brought(self, text: str, player: Player, now: int) -> Deal:
        """The deal of a key in hex, or of 52 cards, that somebody wants to practise.

        A key that is not known cannot be guessed. Cards can: unless everybody may know that they
        were dealt here, they are the player's own, and nothing tells whether they are a secret.

        :raises ValueError: if it is neither; it says what is wrong.
        """
        if len(text.split()) == 1:
            if not KEY.fullmatch(key := text.strip()):
                raise ValueError("a key has 64 digits, 0 to 9 and a to f")
            return self.draw(bytes.fromhex(key))
        cards = str(engine.Deal.parse(text.upper()))
        # Of two tabs that bring the same cards, one waits and finds them.
        held(get_user_model().objects.filter(pk=player.pk)).first()
        same = self.filter(cards=cards).order_by("pk")
        return (
            same.known().visible_to(player, now).first()
            or same.filter(brought_by=player).first()
            or self.create(cards=cards, brought_by=player, help_from=to_datetime(help_from(now)))
        )

    def given(self, text: str) -> Deal:
        """A deal that the operator gives as 52 cards.

        :raises InvalidNotationError: if it is not each of the 52 cards once.
        """
        return self.create(cards=str(engine.Deal.parse(text)))

    def bulk_create(self, objs: Iterable[Deal], *args: Any, **kwargs: Any) -> list[Deal]:
        """Store many deals, and what they are like."""
        deals = list(objs)
        created = super().bulk_create(deals, *args, **kwargs)
        Likeness.objects.note(self.filter(cards__in={deal.cards for deal in deals}))
        return created


class Deal(models.Model):
    """52 cards in dealing order, drawn from a key or given."""

    key = models.BinaryField(max_length=KEY_BYTES, unique=True, null=True, editable=False)
    cards = models.CharField(max_length=52 * 3 - 1, editable=False)
    public = models.BooleanField(
        default=False, editable=False, help_text="Its key has been published with its solution."
    )
    brought_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        related_name="brought",
        null=True,
        editable=False,
        help_text="Who has brought these cards from elsewhere.",
    )
    help_from = models.DateTimeField(
        null=True, editable=False, help_text="From when there is help with cards that were brought."
    )

    objects = DealQuerySet.as_manager()

    class Meta:
        # Whoever brings 52 cards may mean a deal that is known here by its key.
        indexes = (models.Index(fields=("cards",), name="deal_cards"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(brought_by=None) | Q(help_from__isnull=False),
                name="deal_brought_without_help",
            ),
            # Nothing that is known of a deal drawn here is known of the same cards brought.
            models.CheckConstraint(
                condition=Q(help_from=None) | Q(key=None, public=False), name="deal_brought_is_bare"
            ),
        )

    def __str__(self) -> str:
        # Neither cards nor key: a deal is named in places that everybody may see.
        return f"deal {self.pk}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save; with a new deal, what it is like."""
        with transaction.atomic():
            is_new = self._state.adding
            super().save(*args, **kwargs)
            if is_new:
                Likeness.objects.note([self])

    @classmethod
    def of(cls, key: bytes) -> Deal:
        """The unsaved deal of a key.

        :raises ValueError: if it has not 32 bytes.
        """
        if len(key) != KEY_BYTES:
            raise ValueError(f"a deal's key has {KEY_BYTES} bytes, not {len(key)}")
        return cls(key=key, cards=str(engine.Deal.from_key(key)))

    @property
    def commitment(self) -> str | None:
        """SHA-256 of the key in hex, to be shown before the key; None for a given deal."""
        return None if self.key is None else hashlib.sha256(self.key).hexdigest()

    def is_secret_to(self, player: Player | int | None, now: int) -> bool:
        """Whether somebody may not know this deal yet. Costs three queries at most."""
        daily = getattr(self, "daily", None)
        # Attempts and practice go on while others know the deal already.
        return self.is_secret if daily is None else daily.is_hidden_from(player, now)

    @property
    def is_secret(self) -> bool:
        """Whether it is one of `DealQuerySet.secret`. Costs a query."""
        return Deal.objects.secret().filter(pk=self.pk).exists()
