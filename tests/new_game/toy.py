"""A toy game with all that CONTRIBUTING requires of a new one, defined only here.

All cards up to the jacks start on the foundations. The queens and kings lie in two columns of four,
packed down regardless of suit, one card at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from games.engine.game import Layout, Option, empty_piles, row_by_row
from games.engine.likeness import ANY_SUITS, in_any_order, least
from games.engine.moves import FOUNDATIONS, TABLEAU
from games.engine.packing import PackingGame
from games.pages.deals.options import OptionText, Value
from games.pages.deals.presets import PresetText
from games.pages.howto.topics import Topic
from games.solver.approaches import Approach
from games.solver.estimate import Weights

QUEEN: Final = 11


class Toy(PackingGame):
    """Two columns of queens and kings."""

    name = "toy"
    title = "Toy Patience"
    options = (
        Option("return", ("no", "yes")),
        Option("space", ("any-card", "none")),
    )
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "standard": {},
        "strict": {"space": "none"},
    }
    columns = 2
    packing = "down in any suit"

    @classmethod
    def forms(cls, cards: bytes) -> tuple[bytes, ...]:
        return (
            least(
                bytes(card for card in cards if card % 13 >= QUEEN),
                ANY_SUITS,
                lambda dealt: in_any_order(dealt[column::2] for column in range(2)),
            ),
        )

    def packs(self, card: int, on: int) -> bool:
        return True

    def joins(self, card: int, on: int) -> bool:
        return False

    def lay_out(self, cards: Sequence[int]) -> Layout:
        piles = empty_piles()
        for suit, foundation in enumerate(FOUNDATIONS):
            piles[foundation] = tuple(range(13 * suit, 13 * suit + QUEEN))
        left = (card for card in cards if card % 13 >= QUEEN)
        row_by_row(piles, left, [TABLEAU[: self.columns]] * 4)
        return Layout(piles, base=0)


CHARACTER: Final = "Eight cards, two columns, no excuse."

OPTIONS: Final = {
    "return": OptionText(
        "cards back from the foundations",
        {
            "no": Value("never", "A card at home stays at home."),
            "yes": Value("allowed", "A card at home may come back to a column."),
        },
    ),
    "space": OptionText(
        "empty columns",
        {
            "any-card": Value("any card", "Any card fills an empty column."),
            "none": Value("stay empty", "An empty column stays empty."),
        },
    ),
}
PRESETS: Final = {
    "standard": PresetText("Standard", "These rules were made up for a test."),
    "strict": PresetText("Strict", "The same without mercy."),
}
TOPICS: Final = (
    Topic("Aim", ("aim",)),
    Topic("The deal", ("piles",)),
    Topic("Building on columns", ("packing", "unit", "space")),
    Topic("Foundations", ("foundations", "return")),
)
FIXED: Final = {
    "aim": "Bring the queens and kings home.",
    "piles": "There are two columns and four foundations; nothing else takes part.",
    "packing": "A queen goes on a king, whatever the suits.",
    "unit": "One card moves at a time.",
    "foundations": "Each foundation is one suit and wants its queen, then its king.",
}

APPROACH: Final = Approach(
    Weights(away=12, blocking=11, divided=1, space=1),
    {"standard": (20.0, 40.0), "strict": (20.0, 40.0)},
)
