"""Klondike: packed in alternating colours, the stock turned onto a waste."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from games.engine.errors import Reason
from games.engine.game import Layout, Option, Piles, Refusal, Undo, empty_piles, row_by_row
from games.engine.likeness import COLOURED_SUITS, least
from games.engine.moves import DEAL, REDEALS, STOCK, TABLEAU, WASTE, Move
from games.engine.packing import PackingGame
from games.engine.sentences import phrase

PASSES: Final = {"unlimited": None, "three": 3, "one": 1}


class Klondike(PackingGame):
    """Seven columns with only their last cards face up, a stock of 24 and its waste.

    A card of the stock is hidden only until its first turn: after that its player knows it, though
    the stock lies face down.
    """

    name = "klondike"
    title = "Klondike"
    options = (
        Option("draw", ("three", "one")),
        Option("passes", ("unlimited", "three", "one")),
        Option("space", ("king", "any")),
        Option("part", ("yes", "no")),
        Option("return", ("yes", "no")),
    )
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "standard": {},
        "draw-one": {"draw": "one"},
        "vegas": {"passes": "three", "return": "no"},
    }
    columns = 7
    packing = phrase("down in alternating colours")
    reserve = (WASTE,)
    deal_piles = (WASTE,)
    covered = frozenset((STOCK,))

    def __init__(self, chosen: Mapping[str, str]) -> None:
        super().__init__(chosen)
        self.fills_by_run = True
        self.draw = 3 if chosen["draw"] == "three" else 1
        passes = PASSES[chosen["passes"]]
        self.redeals = None if passes is None else passes - 1

    @classmethod
    def forms(cls, cards: bytes) -> tuple[bytes, ...]:
        # Every column has a height of its own, and the stock its order: only suits have new names.
        return (least(cards, COLOURED_SUITS, lambda dealt: dealt),)

    def packs(self, card: int, on: int) -> bool:
        return (card // 13 in (1, 2)) != (on // 13 in (1, 2))

    def lay_out(self, cards: Sequence[int]) -> Layout:
        piles = empty_piles()
        deck = iter(cards)
        row_by_row(piles, deck, [range(first, 7) for first in range(7)])
        for column in TABLEAU[:7]:
            *covered, exposed = piles[column]
            piles[column] = (*(~card for card in covered), exposed)
        piles[STOCK] = tuple(~card for card in deck)[::-1]
        piles[REDEALS] = (0,) * (self.redeals or 0)
        return Layout(piles, base=0)

    def moves(self, layout: Layout) -> list[Move]:
        found = self._moves_before_deal(layout)
        if self._deal_refusal(layout) is None:
            found.append(DEAL)
        return found

    def safe_moves(self, layout: Layout, home: Sequence[Move]) -> list[Move]:
        safe = super().safe_moves(layout, home)
        if self.draw > 1:
            # A card that leaves the waste decides which cards the next passes show.
            safe = [move for move in safe if move.source != WASTE]
        return safe

    def _deal_refusal(self, layout: Layout) -> Refusal | None:
        piles = layout.piles
        if piles[STOCK]:
            return None
        if not piles[WASTE]:
            return Refusal(Reason.NO_STOCK, "No cards are left to deal.")
        if self.redeals is not None and not piles[REDEALS]:
            return Refusal(Reason.NO_STOCK, "The waste can't be turned over again.")
        return None

    def _deal(self, piles: Piles) -> Undo:
        """Turn the next cards onto the waste, or an exhausted stock's waste over."""
        stock, waste = piles[STOCK], piles[WASTE]
        if not stock:
            left = piles[REDEALS]
            piles[STOCK], piles[WASTE], piles[REDEALS] = waste[::-1], (), left[1:]
            return ((STOCK, stock), (WASTE, waste), (REDEALS, left)), False
        turned = stock[: -self.draw - 1 : -1]
        piles[WASTE] = waste + tuple([card if card >= 0 else ~card for card in turned])
        piles[STOCK] = stock[: -self.draw]
        return ((STOCK, stock), (WASTE, waste)), min(turned) < 0
