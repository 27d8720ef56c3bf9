"""The codes that players share to join a race."""

from __future__ import annotations

ALPHABET = "BCDFGHJKMNPQRSTVWXYZ"
"""Letters that spell no words and aren't easily confused: no vowels, no L."""

CODE_LENGTH = 6

CODE_BYTES = 16
"""The random bytes for a code: so many that all codes are practically equally likely."""


def race_code(chance: bytes) -> str:
    """Return the code, such as "QFXKMP", that these random bytes select."""
    if len(chance) != CODE_BYTES:
        raise ValueError(f"a race code takes {CODE_BYTES} bytes, not {len(chance)}")
    number = int.from_bytes(chance, "big")
    letters = []
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def is_code(text: str) -> bool:
    """Return whether a text can be a race's code."""
    return len(text) == CODE_LENGTH and all(letter in ALPHABET for letter in text)
