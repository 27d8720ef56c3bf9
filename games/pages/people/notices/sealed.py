"""Messages for push services: sealed for one browser (RFC 8291), signed by the site (RFC 8292)."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from functools import cache
from typing import Any, Final
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from py_vapid import Vapid02

LASTS_S: Final = 12 * 3600
"""For how long a signature holds; push services accept a day at most."""


def public_key() -> str:
    """Return the key by which browsers know who pushes, in URL-safe base64."""
    point = _vapid(str(settings.VAPID_PRIVATE_KEY)).public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return _text(point)


def signature(endpoint: str, origin: str, now: int) -> str:
    """Return the header that tells a push service who sends, valid from `now`, in seconds."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": now + LASTS_S,
        "sub": _contact(origin),
    }
    headers = _vapid(str(settings.VAPID_PRIVATE_KEY)).sign(claims)
    return str(headers["Authorization"])


def sealed(message: Mapping[str, Any], p256dh: str, auth: str) -> bytes:
    """Return a message that only the browser with these keys can read.

    :raises ValueError: if the keys are none.
    """
    return bytes(
        http_ece.encrypt(
            json.dumps(message, ensure_ascii=False).encode(),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=_bytes(p256dh),
            auth_secret=_bytes(auth),
            version="aes128gcm",
        )
    )


def are_keys(p256dh: str, auth: str) -> bool:
    """Tell whether these can be a browser's keys: a point of the curve, and 16 bytes."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh))
        return len(_bytes(auth)) == 16
    except ValueError:
        return False


@cache
def _vapid(key: str) -> Vapid02:
    return Vapid02.from_raw(key.encode())


def _contact(origin: str) -> str:
    """Return where a push service reaches whoever runs the site."""
    if settings.VAPID_CONTACT:
        return str(settings.VAPID_CONTACT)
    return origin if origin.startswith("https://") else f"mailto:{settings.DEFAULT_FROM_EMAIL}"


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()
