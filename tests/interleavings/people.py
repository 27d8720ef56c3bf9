"""The players in the scenes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.models import Player
from games.models.standings.absorbing import absorb


def store_people() -> dict[str, int]:
    """Store a guest and four accounts; return their primary keys by name."""
    people = {"gina": Player.objects.create_guest().pk}
    for name in ("alice", "bob", "charlie", "dora"):
        people[name] = Player.objects.create_user(name, password="correct horse").pk
    return people


def player(names: Mapping[str, Any], name: str) -> Player:
    """Load a player, as a request does."""
    return Player.objects.get(pk=names[name])


def absorb_guest(names: Mapping[str, Any]) -> None:
    """Log Alice in where Gina has played."""
    for gina in Player.objects.filter(pk=names["gina"]):
        absorb(player(names, "alice"), gina)
