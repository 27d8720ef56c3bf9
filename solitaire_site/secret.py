"""The secrets of a site that sets none: generated once and kept in the data folder."""

from __future__ import annotations

import os
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Final

from django.utils.functional import SimpleLazyObject

from solitaire_site.complaints import wrong
from solitaire_site.data_folder import unusable
from solitaire_site.keys import SHORTEST_SECRET, is_vapid_key, wanted_instead

KEY_BITS: Final = 2048


def stored_secret(path: Path) -> str:
    """Return the secret stored at `path`, generating it on the first call."""
    return _stored(path, lambda: secrets.token_urlsafe(48))


def stored_secret_key(path: Path) -> str:
    """Return the secret key stored at `path`, generating it on the first call.

    :raises ImproperlyConfigured: if it is damaged, outside a collection of complaints.
    """
    value = stored_secret(path)
    size = len(value)
    if size < SHORTEST_SECRET:
        fault = f"{size} character{'s' * (size != 1)}, not {SHORTEST_SECRET} or more"
        _complain(path, fault, "removing it signs everyone out, and guests for good")
    return value


def stored_key(path: Path) -> str:
    """Return the RSA key in PEM stored at `path`, generating it on the first call.

    :raises ImproperlyConfigured: as `stored_secret_key` does.
    """
    value = _stored(path, _new_key)
    if wanted := wanted_instead(value):
        _complain(path, f"not {wanted}", "removing it voids what it signed for applications")
    return value


def stored_vapid_key(path: Path) -> str:
    """Return the key that signs pushes, stored at `path`, generating it on the first call.

    :raises ImproperlyConfigured: as `stored_secret_key` does.
    """
    value = _stored(path, _new_vapid_key)
    if not is_vapid_key(value):
        fault = "not 32 bytes in URL-safe base64"
        _complain(path, fault, "if you remove it, each browser has to turn push on again")
    return value


def once_needed(stored: Callable[[Path], str], path: Path) -> Any:
    """Read a key that is there, so that a start finds it damaged; generate none yet."""
    try:
        is_there = path.exists()
    except OSError as error:
        raise unusable(path.parent, error) from error
    return stored(path) if is_there else SimpleLazyObject(partial(stored, path))


def _complain(path: Path, fault: str, cost: str) -> None:
    sentence = f"{path} is damaged ({fault}): put back the copy from your backup; {cost}."
    wrong(str(path), sentence)


def _stored(path: Path, generate: Callable[[], str]) -> str:
    try:
        if not path.exists():
            _store(path, generate())
        # As if it stood in a setting: what people write by hand ends with a line. Bytes that
        # aren't text are reported as damage like any other.
        return path.read_text(encoding="utf-8", errors="replace").strip()
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
