"""The network address of a visitor, as limits count it."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Final

UNKNOWN: Final = "unknown"
"""The shared key for all unknown addresses, so that hiding one gains nothing."""


def counted_as(address: str) -> str:
    """Return the key an address is counted by: itself, or the 64-bit network of an IPv6 address.

    One visitor usually controls all 2⁶⁴ addresses of such a network. Text that is not an address is
    returned unchanged.
    """
    if not address:
        return UNKNOWN
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is None:
            return str(ip_network((int(parsed), 64), strict=False))
        return str(parsed.ipv4_mapped)
    return str(parsed)


def client_address(scope: dict[str, Any]) -> str:
    """Return the key the client of a socket is counted by.

    `solitaire_site.proxies` puts the client's own address into the scope.
    """
    client = scope.get("client")
    return counted_as(str(client[0]) if client else "")
