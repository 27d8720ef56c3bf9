"""How hard a deal is, as it is stored."""

from __future__ import annotations

from django.db import models


class Difficulty(models.TextChoices):
    """The thirds of `games.solver.difficulty`, which is not loaded here."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
