"""How far a run came, in the words of its game."""

from __future__ import annotations

from django import template

from games.models import Entry
from games.pages.counting import progress_text

register = template.Library()


@register.filter
def progress(entry: Entry) -> str:
    """Return the progress of an entry: "17 of 52 home". Its race is read."""
    return progress_text(entry.progress, entry.race.rules)
