"""The codes by which friends find a race."""

from __future__ import annotations

ALPHABET = "BCDFGHJKMNPQRSTVWXYZ"
"""Letters that spell no words and are not taken for one another when read: no vowels, no L."""

CODE_LENGTH = 6

CODE_BYTES = 16
"""How many random bytes a code is made from: so many that every code is equally likely."""


def race_code(chance: bytes) -> str:
    """The code, such as "QFXKMP", that these random bytes choose."""
    if len(chance) != CODE_BYTES:
        raise ValueError(f"a race code takes {CODE_BYTES} bytes, not {len(chance)}")
    number = int.from_bytes(chance, "big")
    letters = []
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)
