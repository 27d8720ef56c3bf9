"""What the keys of a site must be, whether they stand in settings or in files."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from typing import Final

VAPID_BYTES: Final = 32

SHORTEST_SECRET: Final = 32
"""Characters."""


def wanted_instead(value: str) -> str:
    """Return what ought to stand in place of a value that is no RSA key in PEM; else nothing."""
    # Slow to import.
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        found = load_pem_private_key(value.encode(), password=None)
    except (TypeError, ValueError):
        return "a private key in PEM"
    return "" if isinstance(found, RSAPrivateKey) else "an RSA key"


def is_vapid_key(value: str) -> bool:
    """Tell whether a value is a key for pushes: 32 bytes in URL-safe base64."""
    bare = value.rstrip("=")
    try:
        size = len(urlsafe_b64decode(bare + "=" * (-len(bare) % 4))) if bare.isascii() else 0
    except ValueError:
        size = 0
    return size == VAPID_BYTES
