"""Three moves that show a game at a glance: before and after, as the engine plays them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.engine import Board, Deal, IllegalMoveError, Rules
from games.pages.deals.options import OPTIONS
from games.pages.deals.small_board import SmallBoard, pictured
from games.pages.howto.figures import DEAL_KEY
from games.pages.howto.topics import FIXED
from games.pages.site.text import Text

MOVES: Final[Mapping[str, tuple[tuple[tuple[str, str, str], ...], ...]]] = {
    "agnes-sorel": (
        (("aim", "", "t1f"), ("aim", "", "t7f")),
        (("packing", "", "t3t5"), ("packing", "t1 KH 8C; t2 9S", "t1t2")),
        (("stock", "", "deal"),),
    ),
    "agnes-bernauer": (
        (("aim", "", "t3f"),),
        (("packing", "", "t6t1"),),
        (("stock", "", "deal"),),
    ),
    "applegate": (
        (("aim", "t1 KH QH JH TH 9H 8H 7H 6H 5H 4H 3H; t2 9S 2H", "t2t1"),),
        (("packing", "t1 9S KD TH; t2 4C 9H 3S QD", "t2t1x3"),),
        (("reserve-play", "t1 KD 7C 2S; r1 *4H *JC AS", "r1t1"),),
    ),
    "beleaguered-castle": (
        (("aim", "", "t7f"), ("aim", "", "t4f")),
        (("packing", "", "t7t3"), ("packing", "", "t4t2")),
        (("space", "fc AC; fd AD; fh AH; fs AS; t1; t2 9H KD", "t2t1"),),
    ),
    "freecell": (
        (("aim", "", "t4f"),),
        (("pack", "t1 KD 4S 7C; t2 QS 3D 8H", "t1t2"), ("pack", "", "t2t6")),
        (("cell-play", "", "t1c"), ("space", "t1; t2 9H KD", "t2t1")),
    ),
    "klondike": (
        (
            ("aim", "", " ".join(["deal"] * 8 + ["wf"])),
            ("aim", "", " ".join(["deal"] * 14 + ["wf"])),
        ),
        (("packing", "", "t5t2"),),
        (("draw", "", "deal"),),
    ),
}
"""Three lessons of each game: a sentence of the help page, a position (by default a table as dealt)
and moves, of which the last is shown.

Of several, the first whose moves the rules allow is shown.
"""


@dataclass(frozen=True)
class Lesson:
    """A sentence, and the table before and after a move that shows it."""

    text: Text
    before: SmallBoard
    after: SmallBoard


@lru_cache(maxsize=256)
def lessons(rules: str) -> tuple[Lesson, ...]:
    """Return the three pictures of a game under a race's rules."""
    active = Rules.parse(rules)
    return tuple(_lesson(active, choices) for choices in MOVES[active.game])


def _lesson(rules: Rules, choices: tuple[tuple[str, str, str], ...]) -> Lesson:
    for name, placed, moves in choices:
        with suppress(IllegalMoveError):
            return Lesson(_sentence(rules, name), *_pictures(rules, placed, moves))
    # A deal that must wait until no move is left looks like any other.
    name, placed, moves = choices[0]
    return Lesson(_sentence(rules, name), *_pictures(Rules.of(rules.game), placed, moves))


def _sentence(rules: Rules, name: str) -> Text:
    if option := OPTIONS[rules.game].get(name):
        return option.values[rules.options[name]].sentence
    return FIXED[rules.game][name]


def _pictures(rules: Rules, placed: str, moves: str) -> tuple[SmallBoard, SmallBoard]:
    *earlier, move = moves.split()
    board = _position(rules, placed) if placed else Board(rules, Deal.from_key(DEAL_KEY))
    for each in earlier:
        board.push(board.find_move(each))
    before = pictured(board)
    board.push(board.find_move(move))
    return before, pictured(board)


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
