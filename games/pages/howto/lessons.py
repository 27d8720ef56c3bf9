"""Three moves that show a game at a glance: before and after, as the engine plays them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from games.engine import Board, Deal, Rules
from games.pages.deals.options import OPTIONS
from games.pages.deals.small_board import SmallBoard, pictured
from games.pages.howto.figures import DEAL_KEY
from games.pages.howto.topics import FIXED
from games.pages.site.text import Text

MOVES: Final[Mapping[str, Mapping[str, tuple[str, str]]]] = {
    "agnes-sorel": {"aim": ("", "t1f"), "packing": ("", "t3t5"), "stock": ("", "deal")},
    "agnes-bernauer": {"aim": ("", "t3f"), "packing": ("", "t6t1"), "stock": ("", "deal")},
    "applegate": {
        "aim": ("t1 KH QH JH TH 9H 8H 7H 6H 5H 4H 3H; t2 9S 2H", "t2t1"),
        "packing": ("t1 9S KD TH; t2 4C 9H 3S QD", "t2t1x3"),
        "reserve-play": ("t1 KD 7C 2S; r1 *4H *JC AS", "r1t1"),
    },
    "beleaguered-castle": {
        "aim": ("", "t7f"),
        "packing": ("", "t7t3"),
        "space": ("fc AC; fd AD; fh AH; fs AS; t1; t2 9H KD", "t2t1"),
    },
    "freecell": {
        "aim": ("", "t4f"),
        "pack": ("t1 KD 4S 7C; t2 QS 3D 8H", "t1t2"),
        "cell-play": ("", "t1c"),
    },
    "klondike": {
        "packing": ("", "t5t2"),
        "draw": ("", "deal"),
        "waste-play": ("", "deal deal deal deal deal deal deal deal wf"),
    },
}
"""For each sentence of the help page a position, by default a table as dealt, and moves.

The last of them is shown.
"""


@dataclass(frozen=True)
class Lesson:
    """A sentence, and the table before and after a move that shows it."""

    text: Text
    before: SmallBoard
    after: SmallBoard


@cache
def lessons(rules: str) -> tuple[Lesson, ...]:
    """Return the three pictures of a game under its standard rules."""
    game = Rules.parse(rules).game
    return tuple(_lesson(Rules.of(game), *each) for each in MOVES[game].items())


def _lesson(rules: Rules, name: str, shown: tuple[str, str]) -> Lesson:
    placed, moves = shown
    *earlier, move = moves.split()
    board = _position(rules, placed) if placed else Board(rules, Deal.from_key(DEAL_KEY))
    for each in earlier:
        board.push(board.find_move(each))
    before = pictured(board)
    board.push(board.find_move(move))
    if option := OPTIONS[rules.game].get(name):
        text = option.values[rules.options[name]].sentence
    else:
        text = FIXED[rules.game][name]
    return Lesson(text, before, pictured(board))


def _position(rules: Rules, placed: str) -> Board:
    """Set up a position; all other cards fill the columns that it does not name."""
    piles = [part.split() for part in placed.split("; ")]
    named = {name for name, *_cards in piles}
    used = {card.removeprefix("*") for _name, *cards in piles for card in cards}
    rest = [str(card) for card in Deal.from_key(DEAL_KEY).cards if str(card) not in used]
    free = [n for n in range(1, rules.referee.columns + 1) if f"t{n}" not in named]
    filled = [f"t{n} {' '.join(rest[at :: len(free)])}" for at, n in enumerate(free)]
    shown = [part for part in placed.split("; ") if " " in part]
    return Board.from_position(rules, "; ".join(["base A", *shown, *filled]))
