"""The client's address behind proxies: who is trusted to name it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from games.addresses import UNKNOWN, client_address, counted_as
from solitaire_site import environment
from solitaire_site.proxies import BehindProxies, Proxies

PROXIES = ("10.0.0.1", "10.1.0.0/16", "fd00::/64")
PROXY = "10.0.0.1"
CLIENT = "198.51.100.7"


def seen(
    peer: str | None,
    *hops: str,
    scheme: str | None = None,
    kind: str = "http",
    unix: bool = False,
    port: int = 50_000,
    forwarded_port: str = "443",
) -> dict[str, Any]:
    """Return the scope that the site gets for a peer that sends these headers."""
    scopes: list[dict[str, Any]] = []

    async def site(scope: dict[str, Any], receive: Any, send: Any) -> None:
        scopes.append(scope)

    proxies = Proxies.parse([*PROXIES, "unix"] if unix else PROXIES)
    headers = [(b"host", b"localhost"), *((b"x-forwarded-for", hop.encode()) for hop in hops)]
    headers.append((b"x-forwarded-port", forwarded_port.encode()))
    if scheme is not None:
        headers.append((b"x-forwarded-proto", scheme.encode()))
    scope = {
        "type": kind,
        "scheme": "http" if kind == "http" else "ws",
        "client": None if peer is None else [peer, port],
        "headers": headers,
    }
    asyncio.run(BehindProxies(site, proxies)(scope, None, None))
    return scopes[0]


@pytest.mark.parametrize(
    ("peer", "hops", "client"),
    [
        (CLIENT, [], CLIENT),
        (f"::ffff:{CLIENT}", [], CLIENT),
        # The headers of an untrusted peer don't count.
        (CLIENT, ["203.0.113.1"], CLIENT),
        (CLIENT, [PROXY], CLIENT),
        (PROXY, [], PROXY),
        (PROXY, [CLIENT], CLIENT),
        # Hops before the client's own address are its claims.
        (PROXY, [f"203.0.113.1, {CLIENT}"], CLIENT),
        (PROXY, ["203.0.113.1", CLIENT], CLIENT),
        (PROXY, [f"203.0.113.1,{CLIENT},10.1.2.3, 10.1.2.4"], CLIENT),
        (PROXY, ["10.1.2.3, 10.1.2.4"], "10.1.2.3"),
        # An unreadable hop leaves the last proxy as the client.
        (PROXY, [f"{CLIENT}, nonsense"], PROXY),
        (PROXY, [f"{CLIENT}, \x00, 10.1.2.3"], "10.1.2.3"),
        (PROXY, [""], PROXY),
        (PROXY, [","], PROXY),
        (PROXY, [f"{CLIENT}:443"], CLIENT),
        (PROXY, [f'"{CLIENT}"'], CLIENT),
        (PROXY, ["[2001:db8::1]:443"], "2001:db8::1"),
        (PROXY, ["2001:db8::1"], "2001:db8::1"),
        (PROXY, ["fe80::1%eth0"], "fe80::1"),
        (f"::ffff:{PROXY}", [f"::ffff:{CLIENT}"], CLIENT),
        ("fd00::7", [CLIENT], CLIENT),
        (PROXY, ["1" * 5000], PROXY),
    ],
)
def test_the_client_is_the_last_hop_that_is_not_a_proxy(
    peer: str, hops: list[str], client: str
) -> None:
    assert seen(peer, *hops)["client"][0] == client


def test_the_other_end_of_a_unix_socket_is_trusted_if_it_is_listed() -> None:
    assert seen(None, CLIENT)["client"] is None
    assert seen(None, CLIENT, unix=True)["client"][0] == CLIENT
    assert seen(None, "nonsense", unix=True)["client"] is None
    assert client_address(seen(None, CLIENT)) == UNKNOWN


@pytest.mark.parametrize(
    ("peer", "scheme", "http", "websocket"),
    [
        (PROXY, "https", "https", "wss"),
        (PROXY, "HTTPS", "https", "wss"),
        (PROXY, "http", "http", "ws"),
        (PROXY, None, "http", "ws"),
        (PROXY, "https, http", "http", "ws"),
        (PROXY, "\x00", "http", "ws"),
        (CLIENT, "https", "http", "ws"),
    ],
)
def test_only_a_proxy_can_say_that_a_client_uses_tls(
    peer: str, scheme: str | None, http: str, websocket: str
) -> None:
    assert seen(peer, scheme=scheme)["scheme"] == http
    assert seen(peer, scheme=scheme, kind="websocket")["scheme"] == websocket


@pytest.mark.parametrize("peer", [PROXY, CLIENT])
def test_the_forwarding_headers_are_removed(peer: str) -> None:
    headers = dict(seen(peer, "203.0.113.1", scheme="https")["headers"])
    assert headers.keys() == {b"host", b"x-forwarded-port"}


def test_a_web_server_that_applies_the_header_itself_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    for peer, hops in (
        (CLIENT, f"203.0.113.1, {CLIENT}"),
        (PROXY, f"{PROXY}, {CLIENT}"),
        (CLIENT, CLIENT),
    ):
        assert client_address(seen(peer, hops, port=0)) == UNKNOWN
        assert "--no-proxy-headers" in caplog.text
        caplog.clear()
    assert seen(PROXY, PROXY, port=0)["client"][0] == PROXY
    assert caplog.text == ""
    # Daphne takes the port from its own header, uvicorn from the hop.
    assert client_address(seen(CLIENT, CLIENT, port=443)) == UNKNOWN
    assert client_address(seen(CLIENT, f"{CLIENT}:51000", port=51_000)) == UNKNOWN


def test_a_client_beside_its_proxy_blames_no_web_server(caplog: pytest.LogCaptureFixture) -> None:
    assert seen("127.0.0.1", "127.0.0.1")["client"][0] == "127.0.0.1"
    assert "headers from 127.0.0.1. If it is your proxy, add it to TRUSTED_PROXIES" in caplog.text
    assert "--no-proxy-headers" not in caplog.text


def test_a_proxy_that_is_not_listed_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    seen("10.2.0.1", CLIENT)
    assert "headers from 10.2.0.1" in caplog.text


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        (CLIENT, CLIENT),
        (f"::ffff:{CLIENT}", CLIENT),
        ("2001:db8:0:1:2::3", "2001:db8:0:1::/64"),
        ("2001:db8:0:1::ffff", "2001:db8:0:1::/64"),
        ("", UNKNOWN),
        ("nonsense", "nonsense"),
    ],
)
def test_an_ipv6_address_counts_as_its_network(address: str, counted: str) -> None:
    assert counted_as(address) == counted


@pytest.mark.parametrize("text", ["proxy.example.org", "10.0.0.1/8", "0.0.0.0/0", "::/0", "10.0.0"])
def test_impossible_proxies_stop_the_start(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("TRUSTED_PROXIES", f"10.0.0.1, {text}")
    with pytest.raises(ImproperlyConfigured, match=f"^TRUSTED_PROXIES must list .*{text}"):
        environment.proxies("TRUSTED_PROXIES")
