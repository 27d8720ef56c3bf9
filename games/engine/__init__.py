"""The rules of the games, as a library that needs only Python.

`Board(Rules.parse("agnes-sorel"), Deal.from_key(b"1"))` is a game ready to play; see `board`.
"""

from __future__ import annotations

from games.engine.board import Board, LegalMoves, Outcome
from games.engine.cards import Card
from games.engine.deal import Deal
from games.engine.errors import (
    EngineError,
    IllegalMoveError,
    InvalidNotationError,
    Reason,
    RecordError,
    UnknownRulesError,
)
from games.engine.game import Counted
from games.engine.moves import Move
from games.engine.record import Action, Record
from games.engine.rules import GAMES, Rules
from games.engine.sentences import Sentence
from games.engine.view import View, view

__all__ = [
    "GAMES",
    "Action",
    "Board",
    "Card",
    "Counted",
    "Deal",
    "EngineError",
    "IllegalMoveError",
    "InvalidNotationError",
    "LegalMoves",
    "Move",
    "Outcome",
    "Reason",
    "Record",
    "RecordError",
    "Rules",
    "Sentence",
    "UnknownRulesError",
    "View",
    "view",
]
