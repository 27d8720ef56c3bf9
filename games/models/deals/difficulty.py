"""The stored difficulty of a deal."""

from __future__ import annotations

from typing import Final

from django.db import models


class StoredDifficulty(models.TextChoices):
    """The thirds of `games.solver.difficulty`, repeated here to avoid importing the solver."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


EASIEST_FIRST: Final = (StoredDifficulty.EASY, StoredDifficulty.MEDIUM, "")
"""What suits a newcomer, best first; any deal is better than none."""
