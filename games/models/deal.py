"""The deals that races are played on."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Final

from django.db import models
from django.db.models import Exists, OuterRef, Q

from games import engine, racing

if TYPE_CHECKING:
    from games.models.player import Player
    from games.models.race_queryset import RaceQuerySet

KEY_BYTES = 32
KEY: Final = re.compile(rf"[0-9a-fA-F]{{{2 * KEY_BYTES}}}")


class DealQuerySet(models.QuerySet["Deal"]):
    def secret(self) -> DealQuerySet:
        """The deals on which a race is to come or not over; of the published ones, those played.

        A practice keeps no secret; a deal that only practices have had is one until the first ends.
        """
        races, going_on = self._races()
        over = races.filter(closed_at__isnull=False)
        return self.filter(Q(public=False) & ~Exists(over) | Exists(going_on))

    def visible_to(self, player: Player | None, now: int) -> DealQuerySet:
        """The deals that a player may know, and practise on.

        All that are free but that of a daily which the player has still to try.
        """
        from games.models.daily import Daily

        return self.free().exclude(daily__in=Daily.objects.hidden_from(player, now))

    def free(self) -> DealQuerySet:
        """The deals that are not in stock and on which no race is to come or running, but dailies.

        That of a daily is known to some and not to others: `visible_to` tells.
        """
        from games.models.proof import Proof

        _races, going_on = self._races()
        return self.filter(
            ~Exists(Proof.objects.filter(deal=OuterRef("pk"), in_stock=True)),
            ~Exists(going_on.exclude(kind=racing.Kind.DAILY)),
        )

    def _races(self) -> tuple[RaceQuerySet, RaceQuerySet]:
        """The races of a deal, and those of them that go on and keep it secret."""
        from games.models.race import Race

        races = Race.objects.filter(deal=OuterRef("pk")).order_by()
        going_on = races.filter(closed_at=None).exclude(kind=racing.Kind.SOLO)
        played = Q(deal__public=False) | Q(starts_at__isnull=False)
        return races, going_on.filter(played)

    def draw(self, key: bytes) -> Deal:
        """The deal of a secret key of 32 random bytes.

        :raises ValueError: if the key has another length.
        """
        return self.get_or_create(key=key, defaults={"cards": Deal.of(key).cards})[0]

    def brought(self, text: str) -> Deal:
        """The deal of a key in hex, or of 52 cards, that somebody wants to practise.

        :raises ValueError: if it is neither; it says what is wrong.
        """
        if len(text.split()) == 1:
            if not KEY.fullmatch(key := text.strip()):
                raise ValueError("a key has 64 digits, 0 to 9 and a to f")
            return self.draw(bytes.fromhex(key))
        cards = str(engine.Deal.parse(text.upper()))
        return self.filter(cards=cards).order_by("pk").first() or self.create(cards=cards)

    def given(self, text: str) -> Deal:
        """A deal brought from elsewhere as 52 cards.

        :raises InvalidNotationError: if it is not each of the 52 cards once.
        """
        return self.create(cards=str(engine.Deal.parse(text)))


class Deal(models.Model):
    """52 cards in dealing order, drawn from a key or given."""

    key = models.BinaryField(max_length=KEY_BYTES, unique=True, null=True, editable=False)
    cards = models.CharField(max_length=52 * 3 - 1, editable=False)
    public = models.BooleanField(
        default=False, editable=False, help_text="Its key has been published with its solution."
    )

    objects = DealQuerySet.as_manager()

    class Meta:
        # Whoever brings 52 cards may mean a deal that is known here by its key.
        indexes = (models.Index(fields=("cards",), name="deal_cards"),)

    def __str__(self) -> str:
        # Neither cards nor key: a deal is named in places that everybody may see.
        return f"deal {self.pk}"

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
