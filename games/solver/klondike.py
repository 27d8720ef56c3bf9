"""A position of Klondike as flat arrays, and its key.

The face-up cards of a column are always one run, since every card that comes is packed on it. So a
position is: on which card each face-up card lies, a face-down one included, what the talon holds,
and where its mark stands. Columns without cards below their run are interchangeable.
"""

from __future__ import annotations

from typing import Final, cast

from games.engine import Board
from games.engine.klondike import Klondike
from games.engine.moves import FOUNDATIONS, REDEALS, STOCK, TABLEAU, WASTE
from games.solver.compiled import Numbers, compiled, numbers, octets
from games.solver.keys import MASK, STRIDE
from games.solver.rulebook import Pruning
from games.solver.safety import needs
from games.solver.talon import plain_mark

COLUMNS: Final = 7
ROOM: Final = 20
"""Places in a column: six face-down cards and a run of thirteen fit."""
HEIGHT: Final = COLUMNS * ROOM
DOWN: Final = HEIGHT + COLUMNS
HOME: Final = DOWN + COLUMNS
TALON: Final = HOME + 4
LENGTH: Final = TALON + 24
MARK: Final = LENGTH + 1
PASSES: Final = MARK + 1
"""How often the waste may still be turned over."""
FRESH: Final = PASSES + 1
"""One more than the card that just came back from its foundation, see `klondike_moves`."""
SIZE: Final = FRESH + 1

DRAW: Final = 0
UNLIMITED: Final = 1
ANY: Final = 2
"""Whether any card may fill an empty column."""
PART: Final = 3
RETURNS: Final = 4
PRUNED: Final = 5
"""Whether moves are left out that no win needs."""
NEEDS: Final = 6
RULES: Final = NEEDS + 208

FLOOR: Final = 52
MARKED: Final = 53
LEFT: Final = 54
IN_TALON: Final = 55
BACK: Final = 56
"""Places for `keys`: the cards as places come first."""


def encode_rules(board: Board, pruning: Pruning) -> Numbers:
    """Return the rules of a board of Klondike."""
    game = cast(Klondike, board.game)
    rules = numbers(RULES)
    rules[DRAW] = game.draw
    rules[UNLIMITED] = game.redeals is None
    rules[ANY] = game.space == "any"
    rules[PART] = game.part
    rules[RETURNS] = game.returns
    rules[PRUNED] = Pruning.ALIKE in pruning
    for cell, need in enumerate(needs(game, 0, forced=Pruning.FORCED in pruning)):
        rules[NEEDS + cell] = need
    return rules


def encode(board: Board) -> Numbers:
    """Return the position of a board of Klondike."""
    piles = board.layout.piles
    position = octets(SIZE)
    for column in TABLEAU[:COLUMNS]:
        position[HEIGHT + column] = len(piles[column])
        position[DOWN + column] = sum(card < 0 for card in piles[column])
        for index, card in enumerate(piles[column]):
            position[column * ROOM + index] = max(card, ~card)
    for suit, foundation in enumerate(FOUNDATIONS):
        position[HOME + suit] = len(piles[foundation])
    talon = (*piles[WASTE], *reversed(piles[STOCK]))
    for index, card in enumerate(talon):
        position[TALON + index] = max(card, ~card)
    position[LENGTH] = len(talon)
    position[MARK] = len(piles[WASTE])
    position[PASSES] = len(piles[REDEALS])
    return position


@compiled
def write_key(
    rules: Numbers, keys: Numbers, position: Numbers, at: int, found: Numbers, where: int
) -> None:
    """Write the two numbers that identify the position from `at` on."""
    length = position[at + LENGTH]
    mark = position[at + MARK]
    if rules[UNLIMITED]:
        mark = plain_mark(mark, length, rules[DRAW])
    cell = mark * STRIDE + MARKED
    first = keys[2 * cell]
    second = keys[2 * cell + 1]
    cell = position[at + PASSES] * STRIDE + LEFT
    first += keys[2 * cell]
    second += keys[2 * cell + 1]
    if position[at + FRESH]:
        cell = (position[at + FRESH] - 1) * STRIDE + BACK
        first += keys[2 * cell]
        second += keys[2 * cell + 1]
    for index in range(length):
        cell = position[at + TALON + index] * STRIDE + IN_TALON
        first += keys[2 * cell]
        second += keys[2 * cell + 1]
        first &= MASK
        second &= MASK
    for column in range(COLUMNS):
        start = at + column * ROOM
        down = position[at + DOWN + column]
        place = FLOOR
        if down:
            place = position[start + down - 1]
        for index in range(down, position[at + HEIGHT + column]):
            card = position[start + index]
            cell = card * STRIDE + place
            first += keys[2 * cell]
            second += keys[2 * cell + 1]
            place = card
        first &= MASK
        second &= MASK
    found[where] = first
    found[where + 1] = second


@compiled
def count_home(position: Numbers, at: int) -> int:
    """Return how many cards are home."""
    home = 0
    for suit in range(4):
        home += position[at + HOME + suit]
    return home
