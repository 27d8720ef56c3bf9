"""Kin: a player and their bots. A ranked race seats one of them, so none scouts for another."""

from __future__ import annotations

from collections.abc import Collection

from games.racing.errors import RefusedError
from games.racing.kind import Kind
from games.racing.seat import Seat


def refuse_kin(kind: Kind, seats: Collection[Seat]) -> None:
    """Refuse a race that would seat a player and their bot, or two bots of one player.

    Each sees the cards that its own moves turn up, and the deal is the same for all.

    :raises RefusedError: "no-bots" if the race is ranked.
    """
    if kind is Kind.RANKED and len({seat.person for seat in seats}) < len(seats):
        raise RefusedError(
            "no-bots", "In a ranked race, only one of a player and their bots may sit."
        )
