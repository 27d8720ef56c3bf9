from __future__ import annotations

import pytest

from games.engine import Card, InvalidNotationError
from games.engine.cards import CARDS


def test_every_card_parses_back_from_its_text() -> None:
    assert [Card.parse(str(card)) for card in CARDS] == list(CARDS)


def test_cards_are_numbered_by_suit_then_rank() -> None:
    assert [str(CARDS[number]) for number in (0, 12, 13, 26, 39, 51)] == [
        "AC",
        "KC",
        "AD",
        "AH",
        "AS",
        "KS",
    ]


def test_a_card_has_a_suit_and_a_rank() -> None:
    assert [(card.suit, card.rank) for card in CARDS] == [
        divmod(number, 13) for number in range(52)
    ]


def test_diamonds_and_hearts_are_red() -> None:
    assert [card.is_red for card in CARDS] == [False] * 13 + [True] * 26 + [False] * 13


@pytest.mark.parametrize("text", ["", "Q", "10H", "qh", "HQ", "1H", "QX", "QH "])
def test_a_text_that_is_not_a_card_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotationError, match="is not a card") as caught:
        Card.parse(text)
    assert repr(text) in str(caught.value)
