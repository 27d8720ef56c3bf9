"""Beleaguered Castle: an open game of single cards, two wings around the foundations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from games.engine.game import Layout, Option, empty_piles, row_by_row
from games.engine.likeness import ANY_SUITS, in_any_order, least
from games.engine.moves import FOUNDATIONS, TABLEAU
from games.engine.packing import PackingGame
from games.engine.sentences import phrase


class BeleagueredCastle(PackingGame):
    """Eight open columns, packed down whatever the suit, one card at a time."""

    name = "beleaguered-castle"
    title = "Beleaguered Castle"
    options = (
        Option("return", ("no", "yes")),
        Option("aces", ("out", "dealt")),
    )
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "standard": {},
        "casual": {"return": "yes"},
        "streets-and-alleys": {"aces": "dealt"},
    }
    columns = 8
    packing = phrase("down in any suit")

    @classmethod
    def forms(cls, cards: bytes) -> tuple[bytes, ...]:
        # Where aces start on the foundations, their place in the deal doesn't matter and all eight
        # columns are interchangeable. Dealt aces make the first four columns one card longer.
        without_aces = bytes(card for card in cards if card % 13)
        return (
            least(
                without_aces,
                ANY_SUITS,
                lambda dealt: in_any_order(dealt[column::8] for column in range(8)),
            ),
            least(
                cards,
                ANY_SUITS,
                lambda dealt: (
                    in_any_order(dealt[column::8] for column in range(4))
                    + in_any_order(dealt[column::8] for column in range(4, 8))
                ),
            ),
        )

    def packs(self, card: int, on: int) -> bool:
        return True

    def joins(self, card: int, on: int) -> bool:
        return False

    def lay_out(self, cards: Sequence[int]) -> Layout:
        piles = empty_piles()
        dealt = list(cards)
        if self.chosen["aces"] == "out":
            for suit, foundation in enumerate(FOUNDATIONS):
                ace = 13 * suit
                dealt.remove(ace)
                piles[foundation] = (ace,)
        full, rest = divmod(len(dealt), len(TABLEAU))
        row_by_row(piles, iter(dealt), [TABLEAU] * full + [TABLEAU[:rest]])
        return Layout(piles, base=0)
