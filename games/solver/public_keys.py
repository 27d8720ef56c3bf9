"""Keys of deals that anybody can make: for samples, tests and the proofs that are shipped."""

from __future__ import annotations

import hashlib


def public_key(words: str, number: int) -> bytes:
    """The 32 bytes of key `number` in the series named by some words: SHA-256 of `words/number`."""
    return hashlib.sha256(f"{words}/{number}".encode()).digest()
