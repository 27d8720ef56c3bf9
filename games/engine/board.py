"""The board: a position, its history and its legal moves."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import takewhile

from games.engine.deal import Deal
from games.engine.diagram import diagram
from games.engine.errors import IllegalMoveError
from games.engine.game import Layout, Undo
from games.engine.moves import FOUNDATION, FOUNDATIONS, HOMES, STOCK, Move, Pile
from games.engine.notation import format_position, parse_position
from games.engine.rules import Rules


class Outcome(StrEnum):
    """How a board ends."""

    WON = "won"
    """All cards are home."""
    STUCK = "stuck"
    """Not won, and no legal move is left; moves may still be taken back."""


class Board:
    """A position under some rules, with the moves that led to it.

    `find_move` checks a move, `push` trusts it, `pop` takes it back. `str` draws the board as
    its player sees it.

    >>> board = Board(Rules.parse("beleaguered-castle"), Deal.from_key(b"same deal"))
    >>> move = board.find_move("t7t5")
    >>> move in board.legal_moves
    True
    >>> board.push(move)
    >>> board.progress, board.outcome()
    (4, None)
    >>> board.pop()
    Move.parse('t7t5')
    """

    free_undo = False
    """Whether a player may also take back moves that revealed a card."""

    def __init__(self, rules: Rules, deal: Deal, *, free_undo: bool = False) -> None:
        self._set_up(rules, rules.referee.lay_out(deal.cards))
        self.free_undo = free_undo

    @classmethod
    def from_position(cls, rules: Rules, text: str) -> Board:
        """Set up a position written by `key`, without history.

        Whether the game can reach the position is not checked.

        :raises InvalidNotationError: if it is not each of the 52 cards once on the game's piles.
        """
        board = cls.__new__(cls)
        board._set_up(rules, parse_position(text, rules.referee.piles, rules.referee.redeals or 0))
        return board

    def _set_up(self, rules: Rules, layout: Layout) -> None:
        self.rules = rules
        self.game = rules.referee
        self.layout = layout
        self._moves: list[Move] = []
        self._undos: list[Undo] = []
        self._legal: list[Move] | None = None
        self._progress: int | None = None
        self.touched: set[Pile] = set()
        """The piles that may have changed since `view` last read them; `view` clears the set."""
        self.faces: dict[str, str] = {}
        """The text of each pile when `view` last read it."""

    @property
    def legal_moves(self) -> LegalMoves:
        """A live view of the legal moves: iterate, count, test for truth or membership."""
        return LegalMoves(self)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves pushed and not popped, oldest first."""
        return tuple(self._moves)

    def find_move(self, text: str) -> Move:
        """Return the legal move that a text such as `t3t5x2` names.

        :raises InvalidNotationError: if the text is not a move.
        :raises IllegalMoveError: if the move is not legal here, with the reason.
        """
        move = named = Move.parse(text)
        if move.target in FOUNDATIONS:
            move = self._to_foundation(move)
        if refusal := self.game.refusal(self.layout, move):
            raise IllegalMoveError(refusal.reason, refusal.sentence, str(named), self.key())
        return move

    def _to_foundation(self, move: Move) -> Move:
        """Return `t3fh` as `t3f` if the card is a heart; any other move unchanged."""
        cards = self.layout.piles[move.source]
        if cards and HOMES[cards[-1]] == move.target:
            return move._replace(target=FOUNDATION)
        return move

    def push(self, move: Move) -> None:
        """Make a move, trusting that it is legal.

        An illegal move leaves the board in an undefined state; check with `find_move` first.
        """
        self._legal = None
        self._progress = None
        undo = self.game.play(self.layout, move)
        self._moves.append(move)
        self._undos.append(undo)
        for pile, _ in undo[0]:
            self.touched.add(pile)

    def pop(self) -> Move:
        """Take back the last move and return it.

        :raises IndexError: if the move history is empty.
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

        With `free_undo` it may have revealed a card.
        """
        return bool(self._undos) and (self.free_undo or not self._undos[-1][1])

    @property
    def is_won(self) -> bool:
        """Whether the game is won; cheaper than `outcome`, which generates moves."""
        return self.game.is_won(self.layout)

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None if it goes on."""
        if self.is_won:
            return Outcome.WON
        return None if self._found() else Outcome.STUCK

    @property
    def progress(self) -> int:
        """How far the game is, 0 to 52: see `Counted`."""
        if self._progress is None:
            self._progress = self.game.progress(self.layout)
        return self._progress

    @property
    def home_moves(self) -> list[Move]:
        """The legal moves to the foundations."""
        return list(takewhile(lambda move: move.target == FOUNDATION, self._found()))

    @property
    def safe_moves(self) -> list[Move]:
        """The foundation moves that no column will miss."""
        return self.game.safe_moves(self.layout, self.home_moves)

    def finish(self) -> tuple[Move, ...]:
        """Return the foundation moves that win the game without any other move, or none.

        A foundation move never makes another one illegal, so any order works.
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
        """Return the position as text, hidden cards included; equal positions have equal keys."""
        return format_position(self.layout, self.game.piles)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self.rules, self.key(), self._moves) == (other.rules, other.key(), other._moves)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return diagram(self.layout, self.game.piles, self.game.covered)

    def __repr__(self) -> str:
        return f"<Board {self.rules} after {len(self._moves)} moves: {self.key()}>"


class LegalMoves:
    """A live view of a board's legal moves, generated once for each position, on first use."""

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
