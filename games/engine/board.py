"""The board: one position, its history, and what may be done with it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import takewhile

from games.engine.deal import Deal
from games.engine.errors import IllegalMoveError
from games.engine.game import Undo
from games.engine.moves import FOUNDATION, FOUNDATIONS, STOCK, Move, Pile
from games.engine.notation import format_position, parse_position
from games.engine.rules import Rules


class Outcome(StrEnum):
    """How a board ends."""

    WON = "won"
    """All cards are home."""
    STUCK = "stuck"
    """Not won, and no legal move at all; moves may still be taken back."""


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
        self._moves: list[Move] = []
        self._undos: list[Undo] = []
        self._legal: list[Move] | None = None
        self._progress: int | None = None
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
        board._moves = []
        board._undos = []
        board._legal = None
        board._progress = None
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
        return tuple(self._moves)

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
        self._progress = None
        undo = self.game.play(self.layout, move)
        self._moves.append(move)
        self._undos.append(undo)
        for pile, _ in undo[0]:
            self.touched.add(pile)

    def pop(self) -> Move:
        """Take back the last move and return it.

        :raises IndexError: if there is none.
        """
        saved, _ = self._undos.pop()
        self._legal = None
        self._progress = None
        for pile, cards in saved:
            self.layout.piles[pile] = cards
            self.touched.add(pile)
        return self._moves.pop()

    @property
    def can_undo(self) -> bool:
        """Whether a player may take back the last move: there is one, and it revealed no card.

        Where undo is free, what it revealed does not matter.
        """
        return bool(self._undos) and (self.free_undo or not self._undos[-1][1])

    @property
    def is_won(self) -> bool:
        """Whether the board has ended well; cheaper than `outcome`, which looks for moves."""
        return self.game.is_won(self.layout)

    def outcome(self) -> Outcome | None:
        """How the board has ended, or None while it goes on."""
        if self.is_won:
            return Outcome.WON
        return None if self._found() else Outcome.STUCK

    @property
    def progress(self) -> int:
        """How far the board is, 0 to 52: cards home, or as the game counts it."""
        if self._progress is None:
            self._progress = self.game.progress(self.layout)
        return self._progress

    @property
    def home_moves(self) -> list[Move]:
        """The legal moves to the foundations."""
        return list(takewhile(lambda move: move.target == FOUNDATION, self._found()))

    def finish(self) -> tuple[Move, ...]:
        """The foundation moves that finish the board without any other move, or none.

        A foundation move never takes another one away, so the order does not matter.
        """
        home = made = self.home_moves
        if not made or self.layout.piles[STOCK]:
            return ()
        ahead = self.layout._replace(piles=self.layout.piles.copy())
        while home:
            for move in home:
                self.game.play(ahead, move)
            home = self.game.home_moves(ahead)
            made = made + home
        return tuple(made) if self.game.is_won(ahead) else ()

    def _found(self) -> list[Move]:
        if self._legal is None:
            self._legal = self.game.moves(self.layout)
        return self._legal

    def key(self) -> str:
        """The whole position as text, hidden cards too; equal positions have equal keys."""
        return format_position(self.layout, self.game.piles)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self.rules, self.key(), self._moves) == (other.rules, other.key(), other._moves)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Board {self.rules} after {len(self._moves)} moves: {self.key()}>"


class LegalMoves:
    """The legal moves of a board, found when they are asked for, and once for each position."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def __iter__(self) -> Iterator[Move]:
        return iter(self._board._found())

    def __bool__(self) -> bool:
        return bool(self._board._found())

    def __len__(self) -> int:
        return len(self._board._found())

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and self._board.game.refusal(self._board.layout, move) is None

    def __repr__(self) -> str:
        return f"<LegalMoves {' '.join(map(str, self))}>"
