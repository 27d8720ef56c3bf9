"""The deals that races are played on."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Any, Final

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q

from games import engine, racing
from games.models.deals.likeness import Likeness

KEY_BYTES = 32
DAY_MS: Final = 86_400_000
KEY: Final = re.compile(rf"[0-9a-fA-F]{{{2 * KEY_BYTES}}}")


LONGEST_MS: Final = racing.LIMIT_BOUNDS[1]
"""The longest that a race or an attempt at a daily challenge can last."""


def help_from(now: int) -> int:
    """Return the instant from which the solver helps with cards brought now: one for a UTC day.

    By then every race whose deal a player can have seen by now is over, and so is every attempt at
    this day's daily challenges.
    """
    return (now // DAY_MS + 1) * DAY_MS + LONGEST_MS


class DealQuerySet(models.QuerySet["Deal"]):
    def draw(self, key: bytes) -> Deal:
        """Return the stored deal of a secret key of 32 random bytes, creating it if needed.

        :raises ValueError: if the key has another length.
        """
        return self.get_or_create(key=key, defaults={"cards": Deal.of(key).cards})[0]

    def from_cards(self, text: str) -> Deal:
        """Store a deal that the operator gives: 52 cards, or the number of a deal, as in #11982.

        :raises InvalidNotationError: if it doesn't list each of the 52 cards once.
        """
        return self.create(cards=str(engine.Deal.given(text)))

    def bulk_create(self, objs: Iterable[Deal], *args: Any, **kwargs: Any) -> list[Deal]:
        """Store many deals and their likenesses."""
        deals = list(objs)
        created = super().bulk_create(deals, *args, **kwargs)
        stored = self.filter(cards__in={deal.cards for deal in deals})
        Likeness.objects.note(dict(stored.values_list("pk", "cards")))
        return created


class Deal(models.Model):
    """52 cards in dealing order, drawn from a key or listed."""

    key = models.BinaryField(max_length=KEY_BYTES, unique=True, null=True, editable=False)
    cards = models.CharField(max_length=52 * 3 - 1, editable=False)
    public = models.BooleanField(
        default=False, editable=False, help_text="Its key has been published with its solution."
    )
    brought_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        related_name="brought_deals",
        null=True,
        editable=False,
        help_text="Who has brought these cards from elsewhere.",
    )
    help_from = models.DateTimeField(
        null=True, editable=False, help_text="From when there is help with cards that were brought."
    )

    objects = DealQuerySet.as_manager()

    class Meta:
        # The 52 cards a player brings may be a deal stored here with its key.
        indexes = (models.Index(fields=("cards",), name="deal_cards"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(brought_by=None) | Q(help_from__isnull=False),
                name="deal_brought_without_help",
            ),
            # The same cards, brought by a player, inherit nothing from a deal drawn here.
            models.CheckConstraint(
                condition=Q(help_from=None) | Q(key=None, public=False), name="deal_brought_is_bare"
            ),
        )

    def __str__(self) -> str:
        # Neither cards nor key: deals are named in public places.
        return f"deal {self.pk}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the deal, and the likenesses of a new one."""
        with transaction.atomic():
            is_new = self._state.adding
            super().save(*args, **kwargs)
            if is_new:
                Likeness.objects.note({self.pk: self.cards})

    @classmethod
    def of(cls, key: bytes) -> Deal:
        """Return the unsaved deal of a key.

        :raises ValueError: if the key isn't 32 bytes long.
        """
        if len(key) != KEY_BYTES:
            raise ValueError(f"a deal's key has {KEY_BYTES} bytes, not {len(key)}")
        return cls(key=key, cards=str(engine.Deal.from_key(key)))

    @property
    def is_raced(self) -> bool:
        """Whether something is or was played on it. Costs up to three queries."""
        return self.races.exists() or hasattr(self, "trial") or hasattr(self, "round")

    @property
    def commitment(self) -> str | None:
        """The SHA-256 of the key in hex, shown before the key itself; None for a listed deal."""
        return None if self.key is None else hashlib.sha256(self.key).hexdigest()
