"""Small positions that show an option at work; the engine decides what they allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from games.engine import Board, Card, Deal, IllegalMoveError, Move, Rules
from games.engine.moves import CELL, PILE_NAMES
from games.pages.deals.cards import card_sign
from games.spoken import card_title, spoken

BASE: Final = "7"
"""The rank on which foundations start in the examples, which makes the six the high card."""


@dataclass(frozen=True)
class Example:
    """A few cards on their piles and a move; the other cards lie aside, in the last column.

    `placed` is in position notation: `t1 9H 8D; t2 TD`.
    """

    placed: str
    move: str

    def board(self, rules: Rules) -> Board:
        """Return the position under the given rules."""
        placed = {card.removeprefix("*") for cards in self.piles.values() for card in cards}
        rest = [str(card) for card in Deal.from_key(b"").cards if str(card) not in placed]
        base = BASE if "on-base" in rules.options else "A"
        aside = f"t{rules.referee.columns} {' '.join(rest)}"
        return Board.from_position(rules, f"base {base}; {self.placed}; {aside}")

    def refusal(self, rules: Rules) -> str:
        """Return the reason why the rules refuse the move, or an empty text if they allow it."""
        try:
            self.board(rules).find_move(self.move)
        except IllegalMoveError as error:
            return spoken(error.sentence)
        return ""

    @property
    def piles(self) -> Mapping[str, list[str]]:
        """The cards of the example itself, by pile."""
        parts = (part.split() for part in self.placed.split("; "))
        return {name: cards for name, *cards in parts}


class Mini(NamedTuple):
    """A small picture of a card."""

    sign: str
    is_red: bool


@dataclass(frozen=True)
class ShownExample:
    """An example as a page shows it: cards that stay, cards that move, where to, and a verdict."""

    staying: list[Mini]
    moving: list[Mini]
    onto: list[Mini]
    words: str
    refusal: str


def shown(example: Example, rules: Rules) -> ShownExample:
    """Return an example under the rules in force."""
    move = Move.parse(example.move)
    source, target = (example.piles.get(PILE_NAMES[pile], []) for pile in move[:2])
    cards, onto = [[Card.parse(name) for name in names] for names in (source, target)]
    words = _("%(cards)s to %(place)s") % {
        "cards": ", ".join(card_title(str(card)) for card in cards[-move.size :]),
        "place": card_title(str(onto[-1])) if onto else _place(move),
    }
    return ShownExample(
        staying=_minis(cards[: -move.size]),
        moving=_minis(cards[-move.size :]),
        onto=_minis(onto),
        words=words,
        refusal=example.refusal(rules),
    )


def _place(move: Move) -> str:
    return _("an empty cell") if move.target == CELL else _("an empty column")


def _minis(cards: list[Card]) -> list[Mini]:
    return [Mini(card_sign(card), card.is_red) for card in cards]


SPACE: Final = (
    Example("t1 2D QS", "t1t2"),
    Example("t1 2D 6S", "t1t2"),
    Example("t1 9H 8H", "t1t2x2"),
    Example("t1 6H 5H", "t1t2x2"),
)

SOREL: Final = {
    "run": (Example("t1 9H 8D; t2 TD", "t1t2x2"), Example("t1 9H 8H; t2 TD", "t1t2x2")),
    "part": (Example("t1 TH 9H 8H; t2 TD", "t1t2x2"),),
    "space": SPACE,
    "wrap": (Example("t1 KH; t2 AH", "t1t2"),),
    "on-base": (Example("t1 6H; t2 7H", "t1t2"),),
    "return": (Example("t1 9H; fh 7H 8H", "fht1"), Example("t1 8D; fh 7H", "fht1")),
}

BERNAUER: Final = {
    "part": (Example("t1 TC 9H 8S; t2 TS", "t1t2x2"),),
    "space": (
        Example("t1 2D QS", "t1t2"),
        Example("r1 6S", "r1t2"),
        Example("t1 9H 8S", "t1t2x2"),
        Example("t1 6H 5S", "t1t2x2"),
    ),
    "wrap": (Example("t1 KH; t2 AS", "t1t2"),),
    "on-base": (Example("t1 6H; t2 7S", "t1t2"),),
    "return": (Example("t1 9S; fh 7H 8H", "fht1"), Example("t1 8C; fh 7H", "fht1")),
}

APPLEGATE: Final = {
    "packing": (Example("t1 9H 3C QD; t2 TH", "t1t2x3"), Example("t1 9H; t2 TD", "t1t2")),
    "corner": (Example("t1 KH; t2 AH", "t1t2"),),
    "space": (Example("t1 2S KH 4C", "t1t2x2"), Example("t1 2S QH", "t1t2")),
}

CASTLE: Final = {
    "packing": (Example("t1 9H; t2 TC", "t1t2"),),
    "unit": (Example("t1 9H 8H; t2 TC", "t1t2x2"),),
    "return": (Example("t1 3S; fh AH 2H", "fht1"),),
}

FREECELL: Final = {
    "pack": (Example("t1 9H; t2 TC", "t1t2"), Example("t1 9C; t2 TC", "t1t2")),
    "cell-play": (Example("t1 2D QS", "t1c"),),
    "units": (Example("t1 2D 9H 8S; t2 TC", "t1t2x2"),),
    "space": (Example("t1 2D QS", "t1t2"), Example("t1 2D KS", "t1t2")),
    "return": (Example("t1 3S; fh AH 2H", "fht1"),),
}

KLONDIKE: Final = {
    "packing": (Example("t1 9H; t2 TC", "t1t2"), Example("t1 9H; t2 TD", "t1t2")),
    "part": (Example("t1 TC 9H 8S; t2 TS", "t1t2x2"),),
    "space": (Example("t1 2D QS", "t1t2"), Example("t1 2D KS QH", "t1t2x2")),
    "waste-play": (Example("w 5D 9H; t2 TC", "wt2"),),
    "return": (Example("t1 3S; fh AH 2H", "fht1"),),
}

EXAMPLES: Final[Mapping[str, Mapping[str, tuple[Example, ...]]]] = {
    "agnes-sorel": SOREL,
    "agnes-bernauer": BERNAUER,
    "applegate": APPLEGATE,
    "beleaguered-castle": CASTLE,
    "freecell": FREECELL,
    "klondike": KLONDIKE,
}
"""The examples of each sentence or option, by its name in `TOPICS`."""


def examples(name: str, rules: Rules) -> Iterator[ShownExample]:
    """Yield a sentence's examples under the rules in force."""
    return (shown(example, rules) for example in EXAMPLES[rules.game].get(name, ()))
