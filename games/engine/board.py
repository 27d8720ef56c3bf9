"""The board: one position, its history, and what may be done with it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

from games.engine.deal import Deal
from games.engine.errors import IllegalMoveError
from games.engine.game import Saved
from games.engine.moves import FOUNDATION, FOUNDATIONS, Move, Pile
from games.engine.notation import format_position, parse_position
from games.engine.rules import Rules


class Outcome(StrEnum):
    """How a board ends."""

    WON = "won"
    """All cards are home."""
    STUCK = "stuck"
    """Not won, and no legal move at all; moves may still be taken back."""


class Step(NamedTuple):
    """A move that was made, with what takes it back."""

    move: Move
    saved: Saved
    reveals: bool


class Board:
    """A position under some rules, with the moves that led to it.

    `find_move` checks a move, `push` trusts it, `pop` takes it back. `legal_moves` is a view of
    the moves that are legal now.

    >>> board = Board(Rules.parse("beleaguered-castle"), Deal.from_key(b"same deal"))
    >>> board.push(board.find_move("t7t5"))
    >>> board.progress, board.outcome()
    (4, None)
    """

    free_undo = False
    """Whether a player may also take back moves that revealed a card."""

    def __init__(self, rules: Rules, deal: Deal, *, free_undo: bool = False) -> None:
        self.rules = rules
        self.free_undo = free_undo
        self.game = rules.referee
        self.layout = self.game.lay_out(deal.cards)
        self._steps: list[Step] = []
        self._legal: list[Move] | None = None
        self.touched: set[Pile] = set()
        """The piles that may have changed since `view` has looked at them; it clears this."""
        self.faces: dict[str, str] = {}
        """What `view` has made of the piles then."""

    @classmethod
    def from_position(cls, rules: Rules, text: str) -> Board:
        """A board without history at a position written by `key`.

        The position is trusted to be one that the game can reach.

        :raises InvalidNotationError: if it is not each of the 52 cards once on the game's piles.
        """
        board = cls.__new__(cls)
        board.rules = rules
        board.game = rules.referee
        board.layout = parse_position(text, board.game.piles)
        board._steps = []
        board._legal = None
        board.touched = set()
        board.faces = {}
        return board

    @property
    def legal_moves(self) -> LegalMoves:
        """A view of the legal moves: iterate, count, ask for truth or membership."""
        return LegalMoves(self)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves pushed so far and not popped."""
        return tuple(step.move for step in self._steps)

    def find_move(self, text: str) -> Move:
        """The legal move that a text names.

        :raises InvalidNotationError: if the text is no move.
        :raises IllegalMoveError: if the move is not legal here; it says why.
        """
        move = named = Move.parse(text)
        if move.target in FOUNDATIONS:
            move = self._to_foundation(move)
        if refusal := self.game.refusal(self.layout, move):
            raise IllegalMoveError(refusal.reason, refusal.sentence, str(named), self.key())
        return move

    def _to_foundation(self, move: Move) -> Move:
        """A move to a named foundation in its usual form, if it is the card's own foundation."""
        cards = self.layout.piles[move.source]
        if cards and FOUNDATIONS[cards[-1] // 13] == move.target:
            return move._replace(target=FOUNDATION)
        return move

    def push(self, move: Move) -> None:
        """Make a move without checking that it is legal."""
        self._legal = None
        saved, reveals = self.game.play(self.layout, move)
        self._steps.append(Step(move, saved, reveals))
        for pile, _ in saved:
            self.touched.add(pile)

    def pop(self) -> Move:
        """Take back the last move and return it.

        :raises IndexError: if there is none.
        """
        move, saved, _ = self._steps.pop()
        self._legal = None
        for pile, cards in saved:
            self.layout.piles[pile][:] = cards
            self.touched.add(pile)
        return move

    @property
    def can_undo(self) -> bool:
        """Whether a player may take back the last move: there is one, and it revealed no card.

        Where undo is free, what it revealed does not matter.
        """
        return bool(self._steps) and (self.free_undo or not self._steps[-1].reveals)

    def outcome(self) -> Outcome | None:
        """How the board has ended, or None while it goes on."""
        if self.game.is_won(self.layout):
            return Outcome.WON
        return None if self.legal_moves else Outcome.STUCK

    @property
    def progress(self) -> int:
        """How far the board is, 0 to 52: cards home, or as the game counts it."""
        return self.game.progress(self.layout)

    @property
    def home_moves(self) -> list[Move]:
        """The legal moves to the foundations."""
        return list(takewhile(lambda move: move.target == FOUNDATION, self.legal_moves))

    def finish(self) -> tuple[Move, ...]:
        """The foundation moves that finish the board without any other move, or none.

        A foundation move never takes another one away, so the order does not matter.
        """
        legal, made = self._legal, 0
        while home := self.game.home_moves(self.layout) if made else self.home_moves:
            for move in home:
                self.push(move)
            made += len(home)
        won = self.game.is_won(self.layout)
        moves = [self.pop() for _ in range(made)]
        self._legal = legal
        return tuple(reversed(moves)) if won else ()

    def key(self) -> str:
        """The whole position as text, hidden cards too; equal positions have equal keys."""
        return format_position(self.layout, self.game.piles)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self.rules, self.key(), self._steps) == (other.rules, other.key(), other._steps)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Board {self.rules} after {len(self._steps)} moves: {self.key()}>"


class LegalMoves:
    """The legal moves of a board, found when they are asked for, and once for each position."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def __iter__(self) -> Iterator[Move]:
        return iter(self._found())

    def __bool__(self) -> bool:
        return bool(self._found())

    def __len__(self) -> int:
        return len(self._found())

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and self._board.game.refusal(self._board.layout, move) is None

    def __repr__(self) -> str:
        return f"<LegalMoves {' '.join(map(str, self))}>"

    def _found(self) -> list[Move]:
        board = self._board
        if board._legal is None:
            board._legal = board.game.moves(board.layout)
        return board._legal
