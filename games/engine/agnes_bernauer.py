"""Agnes Bernauer: packed in alternating colours, the stock dealt onto a reserve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from games.engine.game import Layout, Option, empty_piles, row_by_row
from games.engine.likeness import COLOURED_SUITS, in_any_order, least, relative
from games.engine.moves import FOUNDATIONS, RESERVE, STOCK
from games.engine.packing import PackingGame
from games.engine.sentences import phrase


class AgnesBernauer(PackingGame):
    """Seven face-up columns as in Klondike, a base card, seven reserve piles."""

    name = "agnes-bernauer"
    title = "Agnes Bernauer"
    options = (
        Option("reserve", ("empty", "dealt")),
        Option("part", ("yes", "no")),
        Option("space", ("high-run", "high-card", "any-run")),
        Option("wrap", ("yes", "no")),
        Option("on-base", ("yes", "no")),
        Option("deal", ("any-time", "when-stuck")),
        Option("last", ("reserve", "hand")),
        Option("return", ("no", "yes")),
    )
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "standard": {},
        "morehead": {"reserve": "dealt", "part": "no", "last": "hand"},
        "parlett": {"reserve": "dealt", "last": "hand"},
        "pysol": {"reserve": "dealt"},
    }
    columns = 7
    packing = phrase("down in alternating colours")
    reserve = tuple(RESERVE)
    deal_piles = tuple(RESERVE)

    @classmethod
    def forms(cls, cards: bytes) -> tuple[bytes, ...]:
        # As in Agnes Sorel, plus the reserve: each of its piles gets every seventh card after the
        # base card, from the deal or from the stock alike, and the piles are interchangeable.
        return (
            least(
                relative(cards, cards[28]),
                COLOURED_SUITS,
                lambda dealt: (
                    dealt[:29]
                    + in_any_order(dealt[29 + pile : 50 : 7] for pile in range(7))
                    + in_any_order((dealt[50:51], dealt[51:]))
                ),
            ),
        )

    def packs(self, card: int, on: int) -> bool:
        return (card // 13 in (1, 2)) != (on // 13 in (1, 2))

    def lay_out(self, cards: Sequence[int]) -> Layout:
        piles = empty_piles()
        deck = iter(cards)
        row_by_row(piles, deck, [range(first, 7) for first in range(7)])
        base = next(deck)
        piles[FOUNDATIONS[base // 13]] = (base,)
        if self.chosen["reserve"] == "dealt":
            row_by_row(piles, deck, [RESERVE])
        piles[STOCK] = tuple(~card for card in deck)[::-1]
        return Layout(piles, base % 13)
