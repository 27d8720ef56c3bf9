"""A game in the terminal: the board, its legal moves, and the record at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.engine.board import Board, Outcome
from games.engine.deal import Deal
from games.engine.errors import EngineError, IllegalMoveError
from games.engine.game import Counted
from games.engine.record import Action, Record
from games.engine.rules import Rules

HELP: Final = """\
Type a move as it is listed: t3t5 moves a card from column 3 to column 5, t3t5x2 two cards,
t3f one card to its foundation, deal deals from the stock.
moves lists them again, board draws the table, undo takes the last move back, end stops.
"""


class TerminalGame:
    """A player's game on one deal, driven by lines of text."""

    def __init__(
        self, rules: Rules, deal: Deal, key: bytes | None, clock: Callable[[], int]
    ) -> None:
        self.board = Board(rules, deal)
        self.actions: list[Action] = []
        self._deal = deal
        self._key = key
        self._clock = clock
        self._start = clock()

    @property
    def record(self) -> Record:
        """The record of the game so far."""
        return Record(self.board.rules, self._deal, tuple(self.actions), self._key)

    @property
    def is_over(self) -> bool:
        """Whether the game takes no more moves: it is won, stopped, or stuck for good."""
        stopped = bool(self.actions) and self.actions[-1].text == "end"
        return stopped or self.board.is_won or not (self.board.can_undo or self.board.legal_moves)

    def play(self, read: Callable[[], str], write: Callable[[str], object]) -> Record:
        """Play until the game is over or the input ends; return the record."""
        write(self._table())
        while not self.is_over:
            try:
                line = read().strip().lower()
            except (EOFError, KeyboardInterrupt):
                write("\n")
                line = "end"
            write(self.answer(line))
        return self.record

    def answer(self, line: str) -> str:
        """Carry out a line of input and return what to print."""
        match line:
            case "":
                return ""
            case "help" | "?":
                return HELP
            case "moves":
                return self._moves()
            case "board":
                return self._table()
            case "end":
                self._note("end")
                return self._table()
        try:
            self._act(line)
        except IllegalMoveError as error:
            return f"{error.sentence}\n"
        except EngineError as error:
            return f"{error}. Type help for help.\n"
        return self._table()

    def _act(self, text: str) -> None:
        """Do a move or take one back; then play on alone if foundation moves finish the game."""
        board = self.board
        if text == "undo":
            if not board.can_undo:
                raise EngineError("There is no move to take back, or it showed a card")
            board.pop()
            self._note(text)
        else:
            move = board.find_move(text)
            board.push(move)
            self._note(str(move))
        for move in board.finish():
            board.push(move)
            self._note(str(move), automatic=True)

    def _note(self, text: str, *, automatic: bool = False) -> None:
        last = self.actions[-1].ms if automatic else self._clock() - self._start
        self.actions.append(Action(last, text, automatic))

    def _table(self) -> str:
        board = self.board
        counted = "home" if board.game.counts is Counted.HOME else "in order"
        lines = ["", str(board), "", f"{board.progress} of 52 {counted}"]
        if (outcome := board.outcome()) is Outcome.WON:
            lines.append("You've won.")
        elif outcome is Outcome.STUCK:
            lines.append("No legal move is left.")
        return "\n".join(lines) + "\n" + ("" if self.is_over else self._moves())

    def _moves(self) -> str:
        moves = [*map(str, self.board.legal_moves)]
        if self.board.can_undo:
            moves.append("undo")
        return f"Moves: {' '.join([*moves, 'end'])}\n"
