"""Drawn positions: the engine's boards under a page's rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.engine import Board, Deal, Move, Rules, View, view
from games.pages.deals.cards import describe
from games.pages.site.text import Text

DEAL_KEY: Final = b"how to play"
"""The key of the drawn deal: public, and never a race's key."""

DEAL: Final = Move.parse("deal")

SUIT: Final = "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"


@dataclass(frozen=True)
class Figure:
    """A table to draw, and what it shows."""

    name: str
    caption: Text
    table: View

    @property
    def words(self) -> list[tuple[str, str]]:
        """The table in words, for screen readers."""
        return describe(self.table)


def figures(rules: Rules) -> dict[str, Figure]:
    """Return the figures for the given rules, by the sentence or option they illustrate."""
    found = [
        _as_dealt(rules),
        _last_cards(rules),
        _complete_suit(rules),
        _parked(rules),
        _waste(rules),
    ]
    return {figure.name: figure for figure in found if figure}


def _as_dealt(rules: Rules) -> Figure:
    board = Board(rules, Deal.from_key(DEAL_KEY))
    return Figure("piles", _("A table before the first move."), view(board))


def _last_cards(rules: Rules) -> Figure | None:
    """Return the table after the last deal of seven, or None where the rules do not allow one."""
    if "last" not in rules.options:
        return None
    board = Board(rules, Deal.from_key(DEAL_KEY))
    while DEAL in board.legal_moves and view(board)["piles"]["s"].count("??") > 2:
        board.push(DEAL)
    if DEAL not in board.moves:
        return None
    return Figure("last", _("The same table after every deal of seven."), view(board))


def _complete_suit(rules: Rules) -> Figure | None:
    """Return the position just after a suit is completed under another card."""
    if "remove" not in rules.options:
        return None
    placed = {*SUIT.split(), "9S", "AH", "4C", "3D"}
    rest = [str(card) for card in Deal.from_key(DEAL_KEY).cards if str(card) not in placed]
    reserve = (
        f"r1 *{rest[0]} *{rest[1]} {rest[2]}"
        if rules.options["reserve"] == "pile"
        else f"r1 {rest[0]}; r2 {rest[1]}; r3 {rest[2]}"
    )
    columns = "; ".join(f"t{n} {' '.join(rest[n::5])}" for n in range(3, 8))
    board = Board.from_position(rules, f"base A; t1 3D {SUIT}; t2 9S AH 4C; {columns}; {reserve}")
    board.push(board.find_move("t2t1x2"))
    caption = _(
        "The Ace of hearts has just joined its suit in column 1, with the 4 of clubs on it."
    )
    return Figure("remove", caption, view(board))


def _parked(rules: Rules) -> Figure | None:
    """Return the table with a card in each of two cells, or None where there are fewer."""
    board = Board(rules, Deal.from_key(DEAL_KEY))
    if not {"c1", "c2"} <= set(view(board)["piles"]):
        return None
    for move in ("t1c", "t5c"):
        board.push(board.find_move(move))
    return Figure("cell-play", _("The same table with two cards in cells."), view(board))


def _waste(rules: Rules) -> Figure | None:
    """Return the table after the first deal onto a waste, or None where there is none."""
    board = Board(rules, Deal.from_key(DEAL_KEY))
    if "w" not in view(board)["piles"]:
        return None
    board.push(DEAL)
    return Figure("draw", _("The same table after the first deal."), view(board))
