"""The deals that races are played on."""

from __future__ import annotations

import hashlib

from django.db import models

from games import engine

KEY_BYTES = 32


class DealManager(models.Manager["Deal"]):
    def draw(self, key: bytes) -> Deal:
        """The deal of a secret key of 32 random bytes.

        :raises ValueError: if the key has another length.
        """
        if len(key) != KEY_BYTES:
            raise ValueError(f"a deal's key has {KEY_BYTES} bytes, not {len(key)}")
        cards = str(engine.Deal.from_key(key))
        return self.get_or_create(key=key, defaults={"cards": cards})[0]

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

    objects = DealManager()

    def __str__(self) -> str:
        # Neither cards nor key: a deal is named in places that everybody may see.
        return f"deal {self.pk}"

    @property
    def commitment(self) -> str | None:
        """SHA-256 of the key in hex, to be shown before the key; None for a given deal."""
        return None if self.key is None else hashlib.sha256(self.key).hexdigest()

    @property
    def is_secret(self) -> bool:
        """Whether a race on this deal is to come or not over. Costs two queries."""
        races = self.races.all()
        return not races.exists() or races.filter(closed_at=None).exists()
