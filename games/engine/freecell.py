"""FreeCell: eight open columns, and cells that hold a card each for as long as it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from games.engine.errors import Reason
from games.engine.game import Layout, Option, Refusal, empty_piles, row_by_row
from games.engine.likeness import ANY_SUITS, in_any_order, least
from games.engine.moves import CELL, CELLS, FOUNDATIONS, SINGLES, TABLEAU, Move
from games.engine.packing import PackingGame
from games.engine.refusals import no_card_on, no_such_pile
from games.engine.sentences import Sentence, phrase

ALTERNATING: Final = phrase("down in alternating colours")
IN_SUIT: Final = phrase("down in suit")

_CELLS: Final = frozenset((*CELLS, CELL))
"""Every cell as a target, of this game or not."""


class FreeCell(PackingGame):
    """Eight face-up columns; as many cards move at once as could move one by one."""

    name = "freecell"
    title = "FreeCell"
    options = (
        Option("cells", ("4", "0", "1", "2", "3", "5", "6")),
        Option("pack", ("alternating", "suit")),
        Option("space", ("any", "king")),
        Option("units", ("power", "single")),
        Option("return", ("no", "yes")),
    )
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "standard": {},
        "bakers-game": {"pack": "suit"},
        "two-cells": {"cells": "2"},
    }
    columns = 8

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self.cells = tuple(CELLS[: int(chosen["cells"])])
        self.in_suit = chosen["pack"] == "suit"
        self.by_power = chosen["units"] == "power"
        self.packing = IN_SUIT if self.in_suit else ALTERNATING
        super().__init__(chosen)
        self.part = self.fills_by_run = True
        self._held = slice(CELLS.start, CELLS.start + len(self.cells))
        self._into_cells = tuple((column, SINGLES[column][CELL]) for column in self._columns)

    @classmethod
    def forms(cls, cards: bytes) -> tuple[bytes, ...]:
        # The first four columns are one card longer than the others.
        return (
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
        if self.in_suit:
            return card // 13 == on // 13
        return (card // 13 in (1, 2)) != (on // 13 in (1, 2))

    def joins(self, card: int, on: int) -> bool:
        return self.by_power

    def lay_out(self, cards: Sequence[int]) -> Layout:
        piles = empty_piles()
        row_by_row(piles, iter(cards), [TABLEAU] * 6 + [TABLEAU[:4]])
        return Layout(piles, base=0)

    def largest_units(self, layout: Layout, spaces: int) -> tuple[int, int]:
        room = 1 + layout.piles[self._held].count(())
        return room << spaces, room << spaces >> 1

    def _moves_before_deal(self, layout: Layout) -> list[Move]:
        found = super()._moves_before_deal(layout)
        piles = layout.piles
        for cell in self.cells:
            if not piles[cell]:
                found += [move for column, move in self._into_cells if piles[column]]
                break
        return found

    def _room_refusal(self, layout: Layout, move: Move) -> Refusal | None:
        if move.size <= self.largest_units(layout, 0)[0]:
            return None
        piles = layout.piles
        spaces = piles[: self.columns].count(())
        most = self.largest_units(layout, spaces)[0 if piles[move.target] else 1]
        if move.size <= most:
            return None
        if most == 1:
            return Refusal(
                Reason.NO_ROOM,
                "Only one card can move at a time while no cell and no other column is empty.",
            )
        return Refusal(
            Reason.NO_ROOM,
            Sentence(
                "Only %(count)s cards can move at once with the cells and columns that are empty.",
                count=most,
            ),
        )

    def _target_refusal(self, layout: Layout, move: Move) -> Refusal | None:
        piles = layout.piles
        source, target, count = move
        if target not in _CELLS:
            return no_such_pile(target)
        if not self.cells:
            return no_such_pile(CELL)
        if target != CELL and target not in self.piles:
            return no_such_pile(target)
        if not piles[source]:
            return no_card_on(source)
        if source in CELLS:
            return Refusal(Reason.SAME_PILE, "This card is already in a cell.")
        if source in FOUNDATIONS:
            return Refusal(Reason.NO_RETURN, "A card on a foundation doesn't go to a cell.")
        if count != 1:
            return Refusal(Reason.ONE_CARD, "A cell holds a single card.")
        if target != CELL:
            return Refusal(Reason.NOT_A_TARGET, "A card goes to the first cell that is empty.")
        if all(map(piles.__getitem__, self.cells)):
            return Refusal(Reason.NO_ROOM, "No cell is empty.")
        return None
