"""What can be wrong with input to the engine.

EngineError (ValueError)
  InvalidNotationError    the text is not of the form
  UnknownRulesError       a game, preset, option or value that does not exist
  IllegalMoveError        a well-formed move that the rules do not allow here
  RecordError             a record that does not replay
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class EngineError(ValueError):
    """Input that the engine refuses; the message names the input."""


class InvalidNotationError(EngineError):
    """A text that is not the notation of anything.

    `what` it should have been (card, move, deal, ...), the `text`, what was `expected`, and the
    character `at` which it was not found, counted from 0; None if the text is wrong as a whole.
    """

    def __init__(self, what: str, text: str, expected: str, at: int | None = None) -> None:
        place = "" if at is None else f" (at character {at})"
        super().__init__(f"{text!r} is not a {what}: expected {expected}{place}")
        self.what = what
        self.text = text
        self.expected = expected
        self.at = at


class UnknownRulesError(EngineError):
    """A game, preset, option or value that is not known; the message lists those that are."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        self.what = what
        self.name = name
        self.known = tuple(known)
        super().__init__(f"unknown {what} {name!r}: known are {', '.join(self.known)}")


class Reason(StrEnum):
    """Why a move is not legal."""

    NO_SUCH_PILE = "no-such-pile"
    SAME_PILE = "same-pile"
    EMPTY_PILE = "empty-pile"
    FACE_DOWN = "face-down"
    NOT_A_RUN = "not-a-run"
    WHOLE_RUN = "whole-run"
    ONE_CARD = "one-card"
    NOT_PACKING = "not-packing"
    ON_BASE = "on-base"
    CORNER = "corner"
    SPACE = "space"
    FOUNDATION = "foundation"
    NO_FOUNDATION = "no-foundation"
    NO_RETURN = "no-return"
    NOT_A_TARGET = "not-a-target"
    NO_STOCK = "no-stock"
    MOVES_LEFT = "moves-left"


class IllegalMoveError(EngineError):
    """A move that the rules do not allow in this position.

    `reason` is a code for programs, `sentence` says it to a player, `move` and `position` are
    the input in notation.
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
