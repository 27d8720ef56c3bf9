"""Tell all web processes which races a page, the admin or a command has changed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.dispatch import receiver

from games.live.bulletin import publish
from games.live.relay import note_on_races
from games.models.database.news import races_renewed


@receiver(races_renewed)
def tell(codes: Collection[str], **_: Any) -> None:
    """Have all processes read the races again."""
    publish(note_on_races(codes))
