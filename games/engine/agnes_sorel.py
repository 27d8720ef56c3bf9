"""Agnes Sorel: packed in colour, the stock dealt onto the columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from games.engine.game import Layout, Option, Piles, empty_piles, row_by_row
from games.engine.likeness import COLOURED_SUITS, in_any_order, least, relative
from games.engine.moves import FOUNDATIONS, STOCK, TABLEAU
from games.engine.packing import PackingGame
from games.engine.sentences import phrase


class AgnesSorel(PackingGame):
    """Seven face-up columns in a triangle, a base card, a stock of 23."""

    name = "agnes-sorel"
    title = "Agnes Sorel"
    options = (
        Option("columns", ("descending", "ascending")),
        Option("face", ("up", "last")),
        Option("run", ("colour", "suit", "single")),
        Option("part", ("yes", "no")),
        Option("space", ("any-run", "any-card", "high-run", "high-card", "none")),
        Option("wrap", ("yes", "no")),
        Option("on-base", ("no", "yes")),
        Option("deal", ("any-time", "when-stuck")),
        Option("last", ("hand", "columns")),
        Option("return", ("no", "yes")),
    )
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "standard": {},
        "dalton": {"run": "suit", "space": "any-card", "last": "columns"},
        "parlett": {"run": "suit", "part": "no", "space": "none", "last": "columns"},
        "keller": {"run": "suit", "last": "columns"},
        "pysol": {"columns": "ascending", "space": "none", "on-base": "yes", "last": "columns"},
        "aisleriot": {
            "columns": "ascending",
            "face": "last",
            "space": "none",
            "on-base": "yes",
            "last": "columns",
            "return": "yes",
        },
    }
    columns = 7
    packing = phrase("down in the same colour")
    deal_piles = tuple(TABLEAU[:7])

    def __init__(self, chosen: Mapping[str, str]) -> None:
        super().__init__(chosen)
        self.run = chosen["run"]

    @classmethod
    def forms(cls, cards: bytes) -> tuple[bytes, ...]:
        # Where columns wrap, only a rank's distance to the base card counts. The last two cards may
        # enter the hand together. Columns differ, since the stock is dealt from the left.
        return (
            least(
                relative(cards, cards[28]),
                COLOURED_SUITS,
                lambda dealt: dealt[:50] + in_any_order((dealt[50:51], dealt[51:])),
            ),
        )

    def packs(self, card: int, on: int) -> bool:
        return (card // 13 in (1, 2)) == (on // 13 in (1, 2))

    def joins(self, card: int, on: int) -> bool:
        return self.run == "colour" or (self.run == "suit" and card // 13 == on // 13)

    def lay_out(self, cards: Sequence[int]) -> Layout:
        piles = empty_piles()
        deck = iter(cards)
        if self.chosen["columns"] == "descending":
            rows = [range(length) for length in range(7, 0, -1)]
        else:
            rows = [range(first, 7) for first in range(7)]
        row_by_row(piles, deck, rows)
        if self.chosen["face"] == "last":
            for column in self.deal_piles:
                *covered, exposed = piles[column]
                piles[column] = (*(~card for card in covered), exposed)
        base = next(deck)
        piles[FOUNDATIONS[base // 13]] = (base,)
        piles[STOCK] = tuple(~card for card in deck)[::-1]
        return Layout(piles, base % 13)

    def show_last(self, piles: Piles) -> None:
        if self.last_in_hand:
            super().show_last(piles)
        else:
            piles[STOCK] = tuple(~card for card in piles[STOCK])
