"""Positions given by the cards that matter."""

from __future__ import annotations

from games.engine import Board, Rules


def at(rules: str, position: str) -> Board:
    """Return a board with all cards that are not named on the last column, kings at its end."""
    named = {word for part in position.split("; ") for word in part.replace("*", "").split()[1:]}
    rest = [
        f"{rank}{suit}"
        for rank in "A23456789TJQK"
        for suit in "CDHS"
        if f"{rank}{suit}" not in named
    ]
    return Board.from_position(Rules.parse(rules), f"{position}; t7 {' '.join(rest)}")
