"""Keys of deals that anyone can compute: for samples, tests and the shipped proofs."""

from __future__ import annotations

import hashlib


def public_key(words: str, number: int) -> bytes:
    """Return key `number` of a series, 32 bytes: SHA-256 of `words/number`."""
    return hashlib.sha256(f"{words}/{number}".encode()).digest()
