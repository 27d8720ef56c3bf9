"""From where a socket comes, as far as somebody can be held to it."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings


def client_address(scope: dict[str, Any]) -> str:
    """The address of the other end of a socket; empty if it has none, as on a Unix socket.

    Behind a proxy it is what that proxy has added to `X-Forwarded-For`. Of an IPv6 address only
    the network counts, since whoever has one has 2⁶⁴ of them.
    """
    client = scope.get("client")
    text = str(client[0]) if client else ""
    if settings.BEHIND_TLS_PROXY:
        forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        if forwarded:
            text = forwarded[-1].decode("latin1").rpartition(",")[2].strip()
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((int(address), 64), strict=False))
    return str(address)
