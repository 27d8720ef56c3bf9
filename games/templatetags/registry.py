"""The registry of games, for templates."""

from __future__ import annotations

from django import template

from games.engine import GAMES

register = template.Library()


@register.simple_tag
def first_game() -> str:
    """Return the name of the first game, where a link has to choose one."""
    return next(iter(GAMES))
