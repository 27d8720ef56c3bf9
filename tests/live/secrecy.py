"""Which cards a frame shows, and which of them its reader may not see."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games.engine import Board, Card
from games.engine.view import hidden
from games.racing import steps

CARD = re.compile(r"\b[A2-9TJQK][CDHS]\b")


def cards(frame: dict[str, Any]) -> frozenset[int]:
    """Return all cards that occur anywhere in a frame."""
    return frozenset(Card.parse(text) for text in CARD.findall(json.dumps(frame)))


def seen_and_covered(board: Board) -> frozenset[int]:
    """Return the cards that lie face down again though the player has seen them."""
    piles = board.layout.piles
    return frozenset(card for pile in board.game.covered for card in piles[pile] if card >= 0)


@dataclass(frozen=True)
class Secrets:
    """What one run keeps from its player, as dealt and after each action."""

    hidden: tuple[frozenset[int], ...]
    """The cards the player has not seen."""
    covered: tuple[frozenset[int], ...]
    """The same, with the cards that lie covered though the player has seen them."""

    @classmethod
    def of(cls, rules: str, deal: str, actions: Iterable[str]) -> Secrets:
        """Replay a run."""
        timed = ((action, 0) for action in actions)
        boards = [
            (hidden(board), hidden(board) | seen_and_covered(board))
            for board, _ in steps(rules, deal, timed, free_undo=False)
        ]
        return cls(*zip(*boards, strict=True))

    def shown(self, number: int) -> frozenset[int]:
        """Return the cards that the player's own board shows after an action, no more or fewer."""
        return frozenset(range(52)) - self.covered[min(number, len(self.covered) - 1)]

    @property
    def last(self) -> frozenset[int]:
        """The cards the player has never seen."""
        return self.hidden[-1]
