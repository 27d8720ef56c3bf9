"""Trusted proxies: their forwarding headers are believed, and no one else's."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Final, TypeAlias

logger = logging.getLogger(__name__)

Scope: TypeAlias = dict[str, Any]
Application: TypeAlias = Callable[[Any, Any, Any], Awaitable[Any]]
Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

UNIX: Final = "unix"
"""The name of a proxy at the other end of a Unix socket, which has no address."""

FORWARDED: Final = (b"x-forwarded-for", b"x-forwarded-proto")

SECURE: Final = {"http": "https", "websocket": "wss"}
PLAIN: Final = {"http": "http", "websocket": "ws"}


@dataclass(frozen=True)
class Proxies:
    """The trusted proxies."""

    networks: tuple[Network, ...] = ()
    unix: bool = False

    @classmethod
    def parse(cls, items: Sequence[str]) -> Proxies:
        """Parse addresses and networks.

        :raises ValueError: if an item is neither, or covers all addresses.
        """
        networks = [ip_network(item) for item in items if item != UNIX]
        for network in networks:
            if network.prefixlen == 0:
                raise ValueError(f"{network} would trust every address")
        return cls(tuple(networks), UNIX in items)

    def __contains__(self, address: Address | None) -> bool:
        if address is None:
            return self.unix
        return any(address in network for network in self.networks)

    def client(self, peer: Address | None, hops: Sequence[str]) -> str | None:
        """Return the address of a client, or None if no trusted proxy names it.

        Each hop appends the address it saw, so the last one that isn't a trusted proxy is the
        client. Addresses before it are the client's own claims.
        """
        known = peer
        for hop in reversed(hops):
            if known not in self:
                break
            address = parse_address(hop)
            if address is None:
                break
            known = address
        return None if known is None else str(known)


class BehindProxies:
    """ASGI middleware that puts the client's own address and scheme in the scope.

    It removes all forwarding headers, so nothing behind it can believe a forged one.
    """

    def __init__(self, application: Application, proxies: Proxies) -> None:
        self._application = application
        self._proxies = proxies
        self._logged: set[str] = set()

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] in SECURE:
            scope = self.without_proxies(scope)
        await self._application(scope, receive, send)

    def without_proxies(self, scope: Scope) -> Scope:
        """Return a scope as it would be without the proxies."""
        hops = [hop.strip() for line in values(scope, FORWARDED[0]) for hop in line.split(",")]
        headers = [pair for pair in scope["headers"] if pair[0] not in FORWARDED]
        seen = scope | {"headers": headers}
        peer = parse_address(str(scope["client"][0])) if scope.get("client") else None
        if peer is not None:
            # On a server that listens on IPv6, one IPv4 client has two spellings; keep one.
            seen["client"] = (str(peer), scope["client"][1])
        if self._is_replaced(scope, peer, hops):
            return seen | {"client": None}
        if peer in self._proxies:
            address = self._proxies.client(peer, hops)
            if address is None or address != str(peer):
                seen["client"] = None if address is None else (address, 0)
            if schemes := values(scope, FORWARDED[1]):
                secure = schemes[-1].rpartition(",")[2].strip().lower() in ("https", "wss")
                seen["scheme"] = (SECURE if secure else PLAIN)[scope["type"]]
        elif len(headers) < len(scope["headers"]):
            self._log_once(
                logging.WARNING,
                "Ignored forwarding headers from %s. If it is your proxy, add it to"
                " TRUSTED_PROXIES.",
                peer,
            )
        return seen

    def _is_replaced(self, scope: Scope, peer: Address | None, hops: Sequence[str]) -> bool:
        """Tell whether the web server has already replaced the peer with an untrusted hop."""
        named = [parse_address(hop) for hop in hops]
        strangers = [address for address in named if not address or address not in self._proxies]
        if peer is None or peer not in named or not strangers:
            return False
        # A client beside its proxy has the proxy's address too, but a hop has no port of its own.
        port = scope["client"][1]
        claims = [*values(scope, b"x-forwarded-port"), *hops]
        if port and not any(claim.rpartition(":")[2].strip('" ') == str(port) for claim in claims):
            return False
        self._log_once(
            logging.ERROR,
            "The web server itself applies X-Forwarded-For (%s), so client addresses are unknown."
            " Start uvicorn with --no-proxy-headers, Daphne without --proxy-headers,"
            " and set TRUSTED_PROXIES.",
            peer,
        )
        return True

    def _log_once(self, level: int, message: str, peer: Address | None) -> None:
        """Log a message once, so that clients can't fill the log by sending headers."""
        if message not in self._logged:
            self._logged.add(message)
            logger.log(level, message, peer)


def parse_address(text: str) -> Address | None:
    """Parse an address as proxies write it, perhaps with a port; return None if it isn't one."""
    text = text.strip('" ')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def values(scope: Scope, header: bytes) -> list[str]:
    """Return the values of a header, in the order received."""
    return [value.decode("latin1") for name, value in scope["headers"] if name == header]
