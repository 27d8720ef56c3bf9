"""The errors that the engine raises for its input.

EngineError (ValueError)
  InvalidNotationError    a malformed text
  UnknownRulesError       a game, preset, option or value that does not exist
  IllegalMoveError        a well-formed move that the rules do not allow here
  RecordError             a record that cannot be read or does not replay
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from enum import StrEnum


class EngineError(ValueError):
    """Input that the engine refuses; the message names the input."""


class InvalidNotationError(EngineError):
    """A text that is not in the expected notation.

    `what` it should be (card, move, deal, ...), the `text`, what was `expected`, and the position
    `at` which that is missing, in characters from 0, or None if the whole text is wrong.
    """

    def __init__(self, what: str, text: str, expected: str, at: int | None = None) -> None:
        place = "" if at is None else f" (at character {at})"
        super().__init__(f"{text!r} is not a {what}: expected {expected}{place}")
        self.what = what
        self.text = text
        self.expected = expected
        self.at = at


class UnknownRulesError(EngineError):
    """An unknown game, preset, option or value; the message has the known ones and a near one."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        self.what = what
        self.name = name
        self.known = tuple(known)
        near = "".join(f"did you mean {one}? " for one in get_close_matches(name, self.known, n=1))
        listed = f"{near}Known are" if near else "known are"
        super().__init__(f"unknown {what} {name!r}: {listed} {', '.join(self.known)}")


class Reason(StrEnum):
    """Why a move is not legal."""

    NO_SUCH_PILE = "no-such-pile"
    """The game has no such pile."""
    SAME_PILE = "same-pile"
    """Source and target are the same."""
    EMPTY_PILE = "empty-pile"
    """The source holds fewer cards than the move takes."""
    FACE_DOWN = "face-down"
    """A card of the move is face down."""
    NOT_A_RUN = "not-a-run"
    """The cards do not move as a unit."""
    WHOLE_RUN = "whole-run"
    """The run moves as a whole or not at all."""
    ONE_CARD = "one-card"
    """From or to here, cards move one at a time."""
    NOT_PACKING = "not-packing"
    """The card does not go on the target's last card."""
    ON_BASE = "on-base"
    """Nothing goes on a card of the base rank."""
    CORNER = "corner"
    """No King goes on an Ace."""
    SPACE = "space"
    """The card does not fill an empty column."""
    FOUNDATION = "foundation"
    """The foundation takes another card next, or belongs to another suit."""
    NO_FOUNDATION = "no-foundation"
    """The game has no foundations to move to: complete suits leave by themselves."""
    NO_RETURN = "no-return"
    """Cards do not come back from the foundations."""
    NOT_A_TARGET = "not-a-target"
    """No card can be put on this pile."""
    NO_ROOM = "no-room"
    """Too few cells and columns are empty."""
    NO_STOCK = "no-stock"
    """There is no stock, or it is empty."""
    MOVES_LEFT = "moves-left"
    """A deal has to wait until no other move is left."""


class IllegalMoveError(EngineError):
    """A move that the rules do not allow in this position.

    `reason` is a code for programs and `sentence` explains it to players; `move` and `position`
    are the input in notation.
    """

    def __init__(self, reason: Reason, sentence: str, move: str, position: str) -> None:
        super().__init__(f"illegal move {move!r} ({reason}): {sentence} Position: {position}")
        self.reason = reason
        self.sentence = sentence
        self.move = move
        self.position = position


class RecordError(EngineError):
    """A record that cannot be read or does not replay; `line` counts from 1."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem
