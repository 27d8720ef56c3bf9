"""Names of guests."""

from __future__ import annotations

from games.models.people.guest_names import (
    ANIMALS,
    GERMAN_ANIMALS,
    GERMAN_MANNERS,
    MANNERS,
    guest_name,
)
from games.models.people.names import NAME_LENGTH


def test_every_word_is_equally_likely() -> None:
    german = [noun for _ending, noun in GERMAN_ANIMALS]
    for words in (MANNERS, ANIMALS, GERMAN_MANNERS, german):
        assert len(set(words)) == len(words)
        assert 256 % len(words) == 0


def test_the_first_byte_picks_the_manner_and_the_second_the_animal() -> None:
    assert guest_name(bytes([0, 0])) == "Able Badger"
    assert guest_name(bytes([63, 0])) == "Witty Badger"
    assert guest_name(bytes([0, 63])) == "Able Wren"


def test_a_german_name_agrees_with_its_animal() -> None:
    numbers = {noun: number for number, (_ending, noun) in enumerate(GERMAN_ANIMALS)}
    manner = GERMAN_MANNERS.index("Ruhig")
    names = [guest_name(bytes([manner, numbers[noun]]), "de") for noun in ("Otter", "Eule", "Reh")]
    assert names == ["Ruhiger Otter", "Ruhige Eule", "Ruhiges Reh"]


def test_every_name_fits_its_column() -> None:
    assert max(map(len, MANNERS)) + 1 + max(map(len, ANIMALS)) <= NAME_LENGTH
    longest = max(len(ending) + len(noun) for ending, noun in GERMAN_ANIMALS)
    assert max(map(len, GERMAN_MANNERS)) + 1 + longest <= NAME_LENGTH
