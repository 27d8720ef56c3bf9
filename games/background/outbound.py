"""Requests to addresses that players choose: to the public internet alone, and soon over.

The name is resolved once, every address it has is checked, and the connection goes to one of those:
a name that resolves to another address a moment later gains nothing. Redirects aren't followed, and
no body is read.
"""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Thread, Timer
from typing import Any, Final
from urllib.parse import urlsplit

PORTS: Final = {"http": 80, "https": 443}

SECONDS: Final = 5.0
"""How long a request may take, from the look-up of the name to the status."""

UNICAST: Final = ip_network("2000::/3")
"""Where all public addresses of IPv6 are; others are local, reserved or stand for others."""

TRANSLATED: Final = tuple(map(ip_network, ("2001::/23", "2002::/16")))
"""Networks in there whose addresses may stand for others, which are not checked."""

RESERVED: Final = tuple(map(ip_network, ("192.0.0.0/24", "3fff::/20", "5f00::/16")))
"""Networks of protocols, examples and segment routing, public to older versions of Python."""

NOWHERE: Final = "No public address has this name."
"""The fault of a name that doesn't resolve, and of one in the server's own network: players who
could tell these apart would learn the names of machines there."""

LATE: Final = "It took too long."

Resolve = Callable[..., list[Any]]


class UndeliverableError(Exception):
    """The request got no status; the message says why."""


def check(address: str, *, own_network: bool = False) -> tuple[str, str, int, str]:
    """Return the scheme, host, port and target of an address to send to.

    A name isn't resolved: what it stands for may change until something is sent.

    :raises UndeliverableError: if nothing can be sent there.
    """
    try:
        parts = urlsplit(address)
        port = parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        raise UndeliverableError("It isn't a web address.") from None
    if parts.scheme not in PORTS or not parts.hostname or not port:
        raise UndeliverableError("A web address begins with https:// or http:// and has a name.")
    if parts.username is not None or parts.password is not None:
        raise UndeliverableError("Leave out the user and the password.")
    if not address.isascii() or not address.isprintable() or " " in address:
        raise UndeliverableError("Write what isn't ASCII, and spaces, in percent encoding.")
    if not own_network and _is_here(parts.hostname):
        raise UndeliverableError(NOWHERE)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return parts.scheme, parts.hostname, port, target


def _is_here(host: str) -> bool:
    """Tell whether a host is in some own network, whatever a look-up says (RFC 6761)."""
    number = _number(host)
    if number is not None:
        return not is_public(number)
    return host.rstrip(".").rpartition(".")[2] == "localhost"


def _number(host: str) -> str | None:
    """Return the IP address that a host is, which IPv4 also writes as 127.1 or 0x7f000001."""
    with suppress(ValueError):
        return str(ip_address(host.partition("%")[0]))
    with suppress(OSError):
        return socket.inet_ntoa(socket.inet_aton(host.rstrip(".")))
    return None


def is_public(address: str) -> bool:
    """Tell whether an IP address is one of the public internet."""
    parsed = ip_address(address.partition("%")[0])
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        parsed = parsed.ipv4_mapped
    if isinstance(parsed, IPv6Address) and (
        parsed not in UNICAST or any(parsed in net for net in TRANSLATED)
    ):
        return False
    if any(parsed in net for net in RESERVED):
        return False
    return parsed.is_global and not parsed.is_multicast


def post(
    address: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    own_network: bool = False,
    resolve: Resolve = socket.getaddrinfo,
) -> int:
    """Send a request and return the status of the answer.

    `own_network`: addresses that aren't public are allowed.

    :raises UndeliverableError: if no status came.
    """
    scheme, host, port, target = check(address, own_network=own_network)
    until = time.monotonic() + SECONDS
    try:
        places = _places(lambda: resolve(host, port, type=socket.SOCK_STREAM), until)
        if not own_network and not all(is_public(str(place[0])) for place in places):
            raise UndeliverableError(NOWHERE)
        line = socket.create_connection(places[0][:2], timeout=_left(until))
        connection = _connection(scheme, host, port, line)
        with connection.sock as secured:
            # Each byte of an answer that drips would begin the timeout anew.
            end = Timer(_left(until), _cut, [secured])
            end.start()
            try:
                return _ask(connection, target, body, headers)
            finally:
                end.cancel()
    except socket.gaierror as error:
        raise UndeliverableError(NOWHERE) from error
    except (OSError, HTTPException, ValueError, IndexError) as error:
        is_late = isinstance(error, TimeoutError) or time.monotonic() >= until
        said = LATE if is_late else str(error) or type(error).__name__
        raise UndeliverableError(said) from error


def _left(until: float) -> float:
    """Return how many seconds are left.

    :raises TimeoutError: if none are.
    """
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _places(resolve: Callable[[], list[Any]], until: float) -> list[Any]:
    """Return the addresses of a name; the resolver has no timeout, so it's left behind if late."""
    found: Future[list[Any]] = Future()

    def look_up() -> None:
        try:
            found.set_result(resolve())
        except Exception as error:
            found.set_exception(error)

    Thread(target=look_up, daemon=True).start()
    return [place for *_, place in found.result(_left(until))]


def _connection(scheme: str, host: str, port: int, line: socket.socket) -> HTTPConnection:
    """Return a connection over a line; it is encrypted once it is used, with the name checked."""
    if scheme == "http":
        connection = HTTPConnection(host, port)
        connection.sock = line
        return connection
    context = ssl.create_default_context()
    secured = HTTPSConnection(host, port, context=context)
    secured.sock = context.wrap_socket(line, server_hostname=host, do_handshake_on_connect=False)
    return secured


def _ask(connection: HTTPConnection, target: str, body: bytes, headers: Mapping[str, str]) -> int:
    if isinstance(connection.sock, ssl.SSLSocket):
        connection.sock.do_handshake()
    # It connects only if it has no line.
    connection.request("POST", target, body, dict(headers))
    return connection.getresponse().status


def _cut(line: socket.socket) -> None:
    """Cut a connection, which ends any wait on it."""
    with suppress(OSError):
        # That of an encrypted line would take away what the other thread works with.
        socket.socket.shutdown(line, socket.SHUT_RDWR)
