from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import Deal, InvalidNotationError

VECTORS = {
    b"": "2C KC 8D 2D 6H KH KS 8S AC QD JC JH 3H 6D 2H 7S 7D 9D 4S KD 6C QS 5D 5S 3D TS 9H 5H TH "
    "4H 7C 8H 3S AD 7H TD JS QH 2S 4C 9C AS 9S 4D QC JD 8C 5C 6S 3C TC AH",
    b"1": "TC KH 8C KC 5D 9D 4D 7H 2S 3C 7C 2H JH 3D 8H 5S 6D 3S 9H KD 5C AC 4H QS 8S 2D 5H QC 9S "
    "4S JC QD TS 8D AS 6S 7S 4C AH 9C QH KS TH 2C JD 7D 6H TD AD 6C 3H JS",
    b"same deal": "5D 3H 7S 8C TS 4H 8D QD 7C 9S AS TH JC 6S 6H 7D TC KS 5S 8S 9D KC 5C 9H KH JS "
    "5H TD 4C 2D 2S 8H JH AC 4D 2H 9C QS 3C 3S AD 7H JD AH 6D 3D 6C QC KD 4S QH 2C",
}


@pytest.mark.parametrize("key", VECTORS)
def test_a_key_gives_its_published_deal(key: bytes) -> None:
    assert str(Deal.from_key(key)) == VECTORS[key]


@given(st.binary(max_size=64))
def test_a_deal_has_each_card_once_and_parses_back(key: bytes) -> None:
    deal = Deal.from_key(key)
    assert sorted(deal.cards) == list(range(52))
    assert Deal.parse(str(deal)) == deal


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("QS 3H", "52 cards, not 2"),
        (VECTORS[b""].replace("AH", "AC"), "each card once, not AC twice"),
        (VECTORS[b""].replace("AH", "XX"), "not 'XX'"),
    ],
)
def test_a_text_that_is_not_a_deal_is_refused_with_its_fault(text: str, problem: str) -> None:
    with pytest.raises(InvalidNotationError, match=problem):
        Deal.parse(text)
