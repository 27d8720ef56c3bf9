"""From where a visitor comes, as far as limits are concerned."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Final

UNKNOWN: Final = "unknown"
"""What all are counted as whose address is not known: nobody gains by hiding it."""


def counted_as(address: str) -> str:
    """Return what an address is counted as: itself, or the 64-bit network of an IPv6 address.

    Whoever has one address of such a network has all 2⁶⁴. Other words are returned as they are.
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
    """Return what the other end of a socket is counted as.

    `solitaire_site.proxies` has put the client's own address into the scope.
    """
    client = scope.get("client")
    return counted_as(str(client[0]) if client else "")
