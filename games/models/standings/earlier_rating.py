"""Ratings from ranked races at another site, on which those here go on."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class EarlierRating(models.Model):
    """A player's strength at a game when the account came from another site. It never changes."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="earlier_ratings",
        db_index=False,
    )
    game = models.CharField(max_length=40)
    mu = models.FloatField()
    sigma = models.FloatField()
    races = models.PositiveIntegerField(help_text="How many ranked races it rests on.")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("player", "game"), name="earlier_rating_one_a_game"),
        )

    def __str__(self) -> str:
        return f"earlier rating {self.pk}"
