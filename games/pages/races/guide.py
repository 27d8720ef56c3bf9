"""The guide through a first deal in practice."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from games.engine import Rules
from games.models import Race
from games.pages.howto.whys import whys
from games.pages.site.text import Text
from games.racing import Kind

GUIDED: Final = "guided"
"""The query that turns the guide on; a page without it has none."""


def guide(request: HttpRequest, race: Race) -> dict[str, Text] | None:
    """Return what the guide of a race's page says, or None if the page has no guide."""
    if race.kind != Kind.SOLO or GUIDED not in request.GET:
        return None
    return whys(Rules.parse(race.rules))


def guided_address(race: Race) -> str:
    """Return the address of a practice with a guide."""
    return f"{race.get_absolute_url()}?{GUIDED}"
