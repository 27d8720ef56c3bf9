"""How a game is searched: most share one method; Klondike, whose deals move a mark, has its own."""

from __future__ import annotations

from typing import Protocol

from games.engine import Board, Move
from games.engine.klondike import Klondike
from games.solver import klondike, klondike_moves
from games.solver.approaches import Probe, approach_to
from games.solver.best_first import BestFirst
from games.solver.blind import blind_keys
from games.solver.compiled import Numbers
from games.solver.depth_first import DepthFirst
from games.solver.estimate import encode_weights
from games.solver.keys import random_keys
from games.solver.klondike_search import KlondikeBestFirst, KlondikeDepthFirst
from games.solver.position import encode
from games.solver.rulebook import EVERYTHING, Pruning, encode_rules
from games.solver.solution import checked, replayed, shortened


class Search(Protocol):
    """A search that can be paused."""

    is_sound: bool
    """Whether its end without a win is a proof of loss."""

    @property
    def states(self) -> int: ...
    def run(self, states: int, most_bytes: int) -> int: ...
    def path(self) -> list[int]: ...


class Method(Protocol):
    """The searches from one board."""

    @property
    def is_won(self) -> bool:
        """Whether nothing is left to search."""
        ...

    def greedy(self, probe: Probe, states: int) -> Search:
        """Return a greedy search at its first position, with room for so many."""
        ...

    def sound(self) -> Search:
        """Return the search that proves losses, at its first position."""
        ...

    def line(self, search: Search) -> tuple[Move, ...]:
        """Return the engine's moves for the win of a search, replayed by the engine."""
        ...

    def warm_up(self) -> None:
        """Compile what `line` needs."""
        ...


def method_of(board: Board, pruning: Pruning = EVERYTHING) -> Method:
    """Return the method for a board."""
    if isinstance(board.game, Klondike):
        return KlondikeMethod(board, pruning)
    return PackingMethod(board, pruning)


class PackingMethod:
    """The method that the games share."""

    def __init__(self, board: Board, pruning: Pruning) -> None:
        self._board = board
        self._pruning = pruning

    @property
    def is_won(self) -> bool:
        return self._board.is_won

    def greedy(self, probe: Probe, states: int) -> Search:
        rules = encode_rules(self._board, self._pruning, spares_cells=True)
        keys, position = blind_keys(probe.suits), encode(self._board, rules)
        return BestFirst(rules, keys, position, _weights(self._board, probe), states)

    def sound(self) -> Search:
        rules = encode_rules(self._board, self._pruning)
        return DepthFirst(rules, random_keys(), encode(self._board, rules))

    def line(self, search: Search) -> tuple[Move, ...]:
        path = search.path()
        # A greedy search sees the children of a position at once, so its path has no detours.
        if search.is_sound:
            path = shortened(self._board, path)
        return replayed(self._board, path)

    def warm_up(self) -> None:
        shortened(self._board, [])


class KlondikeMethod:
    """The method for Klondike."""

    def __init__(self, board: Board, pruning: Pruning) -> None:
        self._board = board
        self._rules = klondike.encode_rules(board, pruning)

    @property
    def is_won(self) -> bool:
        return self._board.is_won

    def greedy(self, probe: Probe, states: int) -> Search:
        weights = _weights(self._board, probe)
        position = klondike.encode(self._board)
        return KlondikeBestFirst(self._rules, random_keys(), position, weights, states)

    def sound(self) -> Search:
        return KlondikeDepthFirst(self._rules, random_keys(), klondike.encode(self._board))

    def line(self, search: Search) -> tuple[Move, ...]:
        return checked(self._board, klondike_moves.decode(search.path()))

    def warm_up(self) -> None:
        """Do nothing: the engine makes the line."""


def _weights(board: Board, probe: Probe) -> Numbers:
    return encode_weights(approach_to(board.rules.game).weights, probe.step)
