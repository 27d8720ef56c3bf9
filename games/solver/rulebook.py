"""The rules as one flat array, for the compiled search."""

from __future__ import annotations

from enum import Flag, auto
from functools import lru_cache
from typing import Final

from games.engine import Board
from games.engine.applegate import Applegate
from games.engine.game import Game
from games.engine.packing import PackingGame
from games.solver.compiled import Numbers, numbers
from games.solver.safety import needs

PACKS: Final = 0
"""For each card the cards that it packs on, as bits."""
JOINS: Final = 52
"""For each card the cards that it moves together with when it lies on them."""
NEEDS: Final = 104
"""For each card and suit how high that foundation must be to force the card home."""
HEADS: Final = 312
"""The cards that may head what fills an empty column."""
APPLEGATE: Final = 313
COLUMNS: Final = 314
PART: Final = 315
FILLS_BY_RUN: Final = 316
RETURNS: Final = 317
DEALS: Final = 318
"""Where the stock is dealt: see `ON_COLUMNS`, `ON_RESERVE`."""
WHEN_STUCK: Final = 319
LAST_IN_HAND: Final = 320
BASE: Final = 321
REMOVE: Final = 322
"""When a complete suit leaves: see `REMOVE_NEVER`, `REMOVE_EXPOSED`, `REMOVE_ANYWHERE`."""
CORNER: Final = 323
SYMMETRY: Final = 324
"""Whether columns that no rule can tell apart count as the same."""
IMMOVABLE: Final = 325
"""The cards that can leave a column only for their foundation: see `deadlock`."""
OUTLINES: Final = 326
"""Whether cards that left their place never come back under others: see `outline`."""
CELLS: Final = 327
"""How many cells there are."""
BY_POWER: Final = 328
"""Whether empty cells and columns limit how many cards move at once."""
SPARES_CELLS: Final = 329
"""Whether a card stays out of the cells as long as it is packed on another, or could be."""
RELS: Final = 330
"""For each card its distance from the base rank."""
SIZE: Final = 382

ON_COLUMNS: Final = 1
ON_RESERVE: Final = 2
REMOVE_NEVER: Final = 0
REMOVE_EXPOSED: Final = 1
REMOVE_ANYWHERE: Final = 2
KINGS: Final = sum(1 << 13 * suit + 12 for suit in range(4))


class Pruning(Flag):
    """What a search may leave out; a test compares the verdicts with each and with none."""

    ALIKE = auto()
    """Columns that no rule can tell apart count as the same."""
    FORCED = auto()
    """A foundation move that can do no harm is the only move."""
    CIRCLES = auto()
    """A deal that leaves a dead position is followed no further."""
    OUTLINED = auto()
    """A position whose outlines lead to no win is followed no further."""


NOTHING: Final = Pruning(0)
EVERYTHING: Final = Pruning.ALIKE | Pruning.FORCED | Pruning.CIRCLES | Pruning.OUTLINED


def encode_rules(
    board: Board, pruning: Pruning = EVERYTHING, *, spares_cells: bool = False
) -> Numbers:
    """Return the rules of a board.

    A search that spares cells misses wins, so it proves no loss.
    """
    return _encoded(board.game, board.layout.base, pruning, spares_cells)


@lru_cache(maxsize=64)
def _encoded(game: Game, base: int, pruning: Pruning, spares_cells: bool) -> Numbers:
    rules = numbers(SIZE)
    rules[COLUMNS] = game.columns
    rules[SYMMETRY] = Pruning.ALIKE in pruning
    for card in range(52):
        rules[RELS + card] = (card - base) % 13
    if isinstance(game, PackingGame):
        _encode_packing(game, base, rules, pruning)
        # Where cards move one by one, a run moves through the cells.
        rules[SPARES_CELLS] = spares_cells and game.by_power
    elif isinstance(game, Applegate):
        rules[APPLEGATE] = 1
        rules[HEADS] = KINGS
        rules[CORNER] = game.corner
        rules[REMOVE] = ("never", "exposed", "anywhere").index(game.remove)
    else:
        raise TypeError(f"no search for {game.name}: its moves are not known")
    return rules


def _encode_packing(game: PackingGame, base: int, rules: Numbers, pruning: Pruning) -> None:
    tables = game.tables(base)
    for card in range(52):
        rules[PACKS + card] = tables.packs[card]
        rules[JOINS + card] = sum(tables.joins[card][on] << on for on in range(52))
    rules[HEADS] = tables.heads
    for card in range(52):
        if not (rules[PACKS + card] or rules[HEADS] >> card & 1 or game.cells):
            rules[IMMOVABLE] |= (Pruning.CIRCLES in pruning) << card
    rules[CELLS] = len(game.cells)
    rules[BY_POWER] = game.by_power
    rules[OUTLINES] = Pruning.OUTLINED in pruning and not (game.returns or game.cells)
    rules[PART] = game.part
    rules[FILLS_BY_RUN] = game.fills_by_run
    rules[RETURNS] = game.returns
    if game.deal_piles:
        rules[DEALS] = ON_RESERVE if game.reserve else ON_COLUMNS
    rules[WHEN_STUCK] = game.deal_when_stuck
    rules[LAST_IN_HAND] = game.last_in_hand
    rules[BASE] = base
    for cell, need in enumerate(needs(game, base, forced=Pruning.FORCED in pruning)):
        rules[NEEDS + cell] = need
