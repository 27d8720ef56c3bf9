"""Which deals teach a newcomer the most."""

from __future__ import annotations

from typing import Final

from games.engine import Deal
from games.models.play.first_deal import teaching

KEY: Final = "df27252626a6f01fd06a148f789ca68c1691b53fb667ed74be149fd82e72d8f2"
CARDS: Final = str(Deal.from_key(bytes.fromhex(KEY)))

SENSIBLE: Final = "t7t2 t4c t4t2 t8c t8f t7c t7f t7f t4f t7t8x2"
"""These moves empty the seventh column; the king on the fourth could go there."""


def test_a_king_put_into_a_cell_beside_an_empty_column_spoils_a_deal() -> None:
    sensible = teaching("freecell/standard", CARDS, SENSIBLE)
    assert teaching("freecell/standard", CARDS, f"{SENSIBLE} t4t7") == sensible
    assert teaching("freecell/standard", CARDS, f"{SENSIBLE} t4c") < -10


def test_a_full_cell_is_worth_less_than_an_empty_one() -> None:
    assert teaching("freecell/standard", CARDS, "t1c") < teaching("freecell/standard", CARDS, "")


def test_a_card_that_comes_out_of_a_cell_teaches_more_than_cards_home() -> None:
    shown = teaching("freecell/standard", CARDS, "t7t2 t2c c1t2")
    assert shown > teaching("freecell/standard", CARDS, SENSIBLE)
    assert shown > teaching("freecell/standard", CARDS, "t7t2 t2c")


def test_one_look_at_the_stock_teaches_more_than_many_and_many_more_than_none() -> None:
    lines = ("", "deal", "deal deal deal")
    none, one, many = (teaching("klondike/standard", CARDS, line) for line in lines)
    assert one > many > none
