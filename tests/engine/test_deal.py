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


NUMBERED = {
    # As FreeCell Pro and PySolFC show them.
    1: "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C 4C 5C TS QH 4H AC "
    "4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H",
    617: "7D AD 5C 3S 5S 8C 2D AH TD 7S QD AC 6D 8H AS KH TH QC 3H 9D 6S 8D 3D TC KD 5H 9S 3C 8S "
    "7H 4D JS 4C QS 9C 9H 7C 6H 2C 2S 4S TS 2H 5D JC 6C JH QH JD KS KC 4H",
}


@pytest.mark.parametrize("number", NUMBERED)
def test_a_number_gives_the_deal_that_other_programs_give_it(number: int) -> None:
    assert str(Deal.numbered(number)) == NUMBERED[number]
    assert Deal.given(f" #{number}") == Deal.numbered(number)
    assert Deal.given(NUMBERED[number]) == Deal.numbered(number)


@pytest.mark.parametrize("text", ["#0", "#1000001", "#", "#-1", "11982"])
def test_a_number_outside_the_series_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotationError):
        Deal.given(text)


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
