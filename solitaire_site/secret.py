"""The secrets of a site that sets none: generated once and kept in the data folder."""

from __future__ import annotations

import os
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from solitaire_site.data_folder import unusable

KEY_BITS: Final = 2048


def stored_secret(path: Path) -> str:
    """Return the secret key stored at `path`, generating it on the first call."""
    return _stored(path, lambda: secrets.token_urlsafe(48))


def stored_key(path: Path) -> str:
    """Return the RSA key in PEM stored at `path`, generating it on the first call."""
    return _stored(path, _new_key)


def stored_vapid_key(path: Path) -> str:
    """Return the key that signs pushes, stored at `path`, generating it on the first call."""
    return _stored(path, _new_vapid_key)


def _stored(path: Path, generate: Callable[[], str]) -> str:
    try:
        if not path.exists():
            _store(path, generate())
        # As if it stood in a setting: what people write by hand ends with a line.
        return path.read_text().strip()
    except OSError as error:
        raise unusable(path.parent, error) from error


def _store(path: Path, key: str) -> None:
    with NamedTemporaryFile("w", dir=path.parent) as draft:
        draft.write(key)
        draft.flush()
        # Linking fails if the name is taken, so processes starting together agree on a key.
        with suppress(FileExistsError):
            os.link(draft.name, path)


def _new_key() -> str:
    # Slow to import, and needed once in the life of a site.
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    key = rsa.generate_private_key(public_exponent=65537, key_size=KEY_BITS)
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ).decode()


def _new_vapid_key() -> str:
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()
