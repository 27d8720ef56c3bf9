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
from games.solver.visited import insert

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
PART: Final = 2
RETURNS: Final = 3
PRUNED: Final = 4
"""Whether moves are left out that no win needs."""
NEEDS: Final = 5
"""For each card and suit how high that foundation must be to force the card home."""
CARRIES: Final = NEEDS + 208
"""For each card those that pack on it, as bits."""
FILLS: Final = CARRIES + 52
"""The cards that may fill an empty column."""
RULES: Final = FILLS + 1

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
    rules[PART] = game.part
    rules[RETURNS] = game.returns
    rules[PRUNED] = Pruning.ALIKE in pruning
    tables = game.tables(0)
    rules[FILLS] = tables.heads
    for card in range(52):
        rules[CARRIES + card] = tables.carries[card]
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
def add_pair(keys: Numbers, sums: Numbers, number: int, card: int, place: int, sign: int) -> None:
    """Add a card on its place to the sums of position `number`, or take it out (sign -1)."""
    cell = 2 * (card * STRIDE + place)
    sums[2 * number] = (sums[2 * number] + sign * keys[cell]) & MASK
    sums[2 * number + 1] = (sums[2 * number + 1] + sign * keys[cell + 1]) & MASK


@compiled
def set_sums(keys: Numbers, position: Numbers, sums: Numbers) -> None:
    """Write the sums of the first position over all its cards."""
    sums[0] = 0
    sums[1] = 0
    for index in range(position[LENGTH]):
        add_pair(keys, sums, 0, position[TALON + index], IN_TALON, 1)
    for column in range(COLUMNS):
        down = position[DOWN + column]
        place = FLOOR
        if down:
            place = position[column * ROOM + down - 1]
        for index in range(down, position[HEIGHT + column]):
            card = position[column * ROOM + index]
            add_pair(keys, sums, 0, card, place, 1)
            place = card


@compiled
def see(
    rules: Numbers, keys: Numbers, position: Numbers, sums: Numbers, number: int, table: Numbers
) -> bool:
    """Put position `number` into the table; return whether it was new."""
    at = number * SIZE
    mark = position[at + MARK]
    if rules[UNLIMITED]:
        mark = plain_mark(mark, position[at + LENGTH], rules[DRAW])
    cell = 2 * (mark * STRIDE + MARKED)
    first = (sums[2 * number] + keys[cell]) & MASK
    second = (sums[2 * number + 1] + keys[cell + 1]) & MASK
    cell = 2 * (position[at + PASSES] * STRIDE + LEFT)
    first = (first + keys[cell]) & MASK
    second = (second + keys[cell + 1]) & MASK
    if position[at + FRESH]:
        cell = 2 * ((position[at + FRESH] - 1) * STRIDE + BACK)
        first = (first + keys[cell]) & MASK
        second = (second + keys[cell + 1]) & MASK
    return insert(table, first, second)


@compiled
def count_home(position: Numbers, at: int) -> int:
    """Return how many cards are home."""
    home = 0
    for suit in range(4):
        home += position[at + HOME + suit]
    return home
