"""Names of guests."""

from __future__ import annotations

from games.models.people.guest_names import ANIMALS, MANNERS, guest_name
from games.models.people.names import NAME_LENGTH


def test_every_word_is_equally_likely() -> None:
    for words in (MANNERS, ANIMALS):
        assert len(set(words)) == len(words)
        assert 256 % len(words) == 0


def test_the_first_byte_picks_the_manner_and_the_second_the_animal() -> None:
    assert guest_name(bytes([0, 0])) == "Able Badger"
    assert guest_name(bytes([63, 0])) == "Witty Badger"
    assert guest_name(bytes([0, 63])) == "Able Wren"


def test_every_name_fits_its_column() -> None:
    assert max(map(len, MANNERS)) + 1 + max(map(len, ANIMALS)) <= NAME_LENGTH
