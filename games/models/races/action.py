"""The actions of entries: what a race's outcome is derived from."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models
from django.db.models import Q


class ActionQuerySet(models.QuerySet["Action"]):
    def update(self, **kwargs: Any) -> NoReturn:
        """:raises TypeError: always."""
        raise TypeError("a stored action cannot be changed")


class Action(models.Model):
    """A move, an undo, or an end of a run; never changed once stored.

    The text is a move or "deal", "undo", "end", "forfeit", or "bell" for the end of the race.
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
            # Of two processes that store an action at once, one comes second and loads again.
            models.UniqueConstraint(fields=("entry", "number"), name="action_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="action_number_from_one"),
        )

    def __str__(self) -> str:
        # Not what was done: an action is named in places that may not show it yet.
        return f"action {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save a new action.

        :raises TypeError: if the action is stored already.
        """
        if not self._state.adding:
            raise TypeError("a stored action cannot be changed")
        super().save(*args, **kwargs)
