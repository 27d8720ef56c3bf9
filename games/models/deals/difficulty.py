"""The stored difficulty of a deal."""

from __future__ import annotations

from django.db import models


class StoredDifficulty(models.TextChoices):
    """The thirds of `games.solver.difficulty`, repeated here to avoid importing the solver."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
