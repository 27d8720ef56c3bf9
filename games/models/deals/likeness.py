"""Likenesses: which stored deals are the same game under other names, as a database query."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

from django.db import models

from games import engine
from games.engine import GAMES

DIGEST_LENGTH: Final = 32
"""Hex digits: 128 bits, so two forms practically never share a digest by chance."""


def digests(cards: str) -> set[str]:
    """Return a digest for each form of a deal of 52 cards, in every game: see `engine.likeness`."""
    dealt = bytes(engine.Deal.parse(cards).cards)
    return {
        hashlib.sha256(f"form/1/{name}/{number}/".encode() + form).hexdigest()[:DIGEST_LENGTH]
        for name, game in GAMES.items()
        for number, form in enumerate(game.forms(dealt))
    }


class LikenessQuerySet(models.QuerySet["Likeness"]):
    def note(self, deals: Mapping[int, str]) -> None:
        """Store the digests of stored deals, given as their cards by primary key."""
        self.bulk_create(
            (
                self.model(deal_id=deal, digest=digest)
                for deal, cards in deals.items()
                for digest in digests(cards)
            ),
            ignore_conflicts=True,
        )


class Likeness(models.Model):
    """A digest of one form of a deal. For a secret deal it is as secret as the cards."""

    deal = models.ForeignKey(
        "games.Deal",
        on_delete=models.CASCADE,
        related_name="likenesses",
        editable=False,
        # The constraint below begins with the deal and serves as its index.
        db_index=False,
    )
    digest = models.CharField(max_length=DIGEST_LENGTH, editable=False)

    objects = LikenessQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "likenesses"
        constraints = (
            models.UniqueConstraint(fields=("deal", "digest"), name="likeness_once_a_deal"),
        )
        indexes = (models.Index(fields=("digest",), name="likeness_digest"),)

    def __str__(self) -> str:
        return f"likeness of deal {self.deal_id}"
