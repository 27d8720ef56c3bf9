"""The actions of entries, from which the outcome of a race is derived."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models
from django.db.models import Q


class ActionQuerySet(models.QuerySet["Action"]):
    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse: stored actions never change.

        :raises TypeError: always.
        """
        raise TypeError("a stored action cannot be changed")


class Action(models.Model):
    """A move, an undo, or the end of a run. Immutable once stored.

    The text is a move, "deal", "undo", "end", "forfeit", or "bell" for the end of the race.
    """

    entry = models.ForeignKey(
        "games.Entry",
        on_delete=models.CASCADE,
        related_name="actions",
        # The constraint below begins with the entry and serves as its index.
        db_index=False,
    )
    number = models.PositiveIntegerField()
    ms = models.PositiveIntegerField(help_text="Milliseconds since the start of the race.")
    text = models.CharField(max_length=12)
    automatic = models.BooleanField(default=False)

    objects = ActionQuerySet.as_manager()

    class Meta:
        ordering = ("entry_id", "number")
        constraints = (
            # When two processes store an action at once, the second fails and reloads.
            models.UniqueConstraint(fields=("entry", "number"), name="action_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="action_number_from_one"),
        )

    def __str__(self) -> str:
        # Not the move: actions are named in places that may not show it yet.
        return f"action {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save a new action.

        :raises TypeError: if the action is already stored.
        """
        if not self._state.adding:
            raise TypeError("a stored action cannot be changed")
        super().save(*args, **kwargs)
