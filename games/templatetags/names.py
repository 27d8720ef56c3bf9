"""Names in a row, each of which keeps its own direction of writing."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.html import format_html

from games.pages.site.name_list import names_text

register = template.Library()


@register.filter
def names(given: Sequence[str]) -> str:
    """Return names in a row, with "and" before the last."""
    return format_html(names_text(["<bdi>{}</bdi>"] * len(given)), *given)
