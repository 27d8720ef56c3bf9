"""Race codes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.racing import CODE_BYTES, race_code
from games.racing.code import ALPHABET


@given(st.binary(min_size=CODE_BYTES, max_size=CODE_BYTES))
def test_a_code_is_six_letters_of_the_alphabet(chance: bytes) -> None:
    code = race_code(chance)
    assert len(code) == 6
    assert set(code) <= set(ALPHABET)


@given(st.sets(st.integers(0, 20**6 - 1), min_size=2, max_size=2))
def test_different_numbers_give_different_codes(numbers: set[int]) -> None:
    one, other = (race_code(number.to_bytes(CODE_BYTES, "big")) for number in numbers)
    assert one != other


def test_the_alphabet_spells_no_words_and_has_no_letters_that_look_alike() -> None:
    assert not set(ALPHABET) & set("AEIOUL")


def test_too_few_bytes_are_an_error() -> None:
    with pytest.raises(ValueError, match="16 bytes, not 3"):
        race_code(b"abc")
