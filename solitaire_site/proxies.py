"""Proxies in front of the site: what they say of a client is believed, and of nobody else."""

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
"""What stands for a proxy at the other end of a Unix socket, which has no address."""

FORWARDED: Final = (b"x-forwarded-for", b"x-forwarded-proto")

SECURE: Final = {"http": "https", "websocket": "wss"}
PLAIN: Final = {"http": "http", "websocket": "ws"}


@dataclass(frozen=True)
class Proxies:
    """The proxies that are believed."""

    networks: tuple[Network, ...] = ()
    unix: bool = False

    @classmethod
    def parse(cls, items: Sequence[str]) -> Proxies:
        """Read addresses and networks.

        :raises ValueError: if one is neither, or stands for everybody.
        """
        networks = [ip_network(item) for item in items if item != UNIX]
        for network in networks:
            if network.prefixlen == 0:
                raise ValueError(f"{network} would believe everybody")
        return cls(tuple(networks), UNIX in items)

    def __contains__(self, address: Address | None) -> bool:
        if address is None:
            return self.unix
        return any(address in network for network in self.networks)

    def client(self, peer: Address | None, hops: Sequence[str]) -> str | None:
        """Return the address of a client, or None if nobody who is believed tells it.

        Each hop has added the address that it saw, so the last that is no proxy's is the client's.
        What comes before it is what the client itself has claimed.
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
    """An ASGI application that sees its clients, not the proxies between.

    The headers by which proxies tell of a client are taken away, whoever has sent them: what is
    true in them is in the scope, and nothing else can believe them.
    """

    def __init__(self, application: Application, proxies: Proxies) -> None:
        self._application = application
        self._proxies = proxies
        self._told: set[str] = set()

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] in SECURE:
            scope = self.seen_through(scope)
        await self._application(scope, receive, send)

    def seen_through(self, scope: Scope) -> Scope:
        """Return a scope as it would be without the proxies."""
        hops = [hop.strip() for line in values(scope, FORWARDED[0]) for hop in line.split(",")]
        headers = [pair for pair in scope["headers"] if pair[0] not in FORWARDED]
        seen = scope | {"headers": headers}
        peer = parse_address(str(scope["client"][0])) if scope.get("client") else None
        if peer is not None:
            # An IPv4 client of a server that listens on IPv6 is one client, however it is written.
            seen["client"] = (str(peer), scope["client"][1])
        if self._is_replaced(peer, hops):
            return seen | {"client": None}
        if peer in self._proxies:
            address = self._proxies.client(peer, hops)
            if address is None or address != str(peer):
                seen["client"] = None if address is None else (address, 0)
            if schemes := values(scope, FORWARDED[1]):
                secure = schemes[-1].rpartition(",")[2].strip().lower() in ("https", "wss")
                seen["scheme"] = (SECURE if secure else PLAIN)[scope["type"]]
        elif len(headers) < len(scope["headers"]):
            self._tell(
                logging.WARNING,
                "What %s says of its clients is ignored; if it is your proxy, name it in"
                " TRUSTED_PROXIES.",
                peer,
            )
        return seen

    def _is_replaced(self, peer: Address | None, hops: Sequence[str]) -> bool:
        """Tell whether the server has put a hop in the place of the peer, whoever named it."""
        named = [parse_address(hop) for hop in hops]
        strangers = [address for address in named if not address or address not in self._proxies]
        if peer is None or peer not in named or not strangers:
            return False
        self._tell(
            logging.ERROR,
            "The server believes X-Forwarded-For by itself (%s), so nobody knows from where its"
            " clients come. Start uvicorn with --no-proxy-headers, Daphne without --proxy-headers,"
            " and set TRUSTED_PROXIES.",
            peer,
        )
        return True

    def _tell(self, level: int, sentence: str, peer: Address | None) -> None:
        """Log a sentence once: whoever sends headers should not fill the log."""
        if sentence not in self._told:
            self._told.add(sentence)
            logger.log(level, sentence, peer)


def parse_address(text: str) -> Address | None:
    """Read an address as proxies write it, perhaps with a port; None if it is none."""
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
    """Return the values of a header, in the order in which they came."""
    return [value.decode("latin1") for name, value in scope["headers"] if name == header]
