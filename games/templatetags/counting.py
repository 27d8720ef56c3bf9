"""The progress of a run, in the words of its game."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from games.models import Entry
from games.pages.deals.counting import progress_text

register = template.Library()


@register.filter
def progress(entry: Entry) -> str:
    """Return the progress of an entry, such as "17 of 52 home". Reads its race.

    A line breaks behind the number of all cards or not at all.
    """
    text = progress_text(entry.progress, entry.race.rules)
    return text.replace(" ", "\N{NO-BREAK SPACE}").replace("52\N{NO-BREAK SPACE}", "52 ")


@register.filter
def attempted(entry: Entry) -> str:
    """Return the progress of an attempt that is over, or that no card was moved."""
    return progress(entry) if entry.is_try else _("no move")
