"""Bodies of requests: what is too large is refused before it is read."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from solitaire_site.bodies import LARGEST
from tests.processes import Launch, Site
from tests.stores import Stores

WAIT = 30.0
ADDRESSES = ("/accounts/login/", "/api/v1/races", "/ws/race/QFXKMP/", "/nowhere/")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, stores: Stores) -> Iterator[Site]:
    with closing(Launch(tmp_path_factory.mktemp("site"), stores)) as launch:
        yield launch()


def said(site: Site, path: str, *headers: str) -> tuple[int, bytes]:
    """Send the head of a request alone; return the status and the text of the answer."""
    parts = urlsplit(site.urls[0])
    head = [f"POST {path} HTTP/1.1", f"Host: {parts.netloc}", *headers, "", ""]
    with socket.create_connection((parts.hostname or "", parts.port or 0), WAIT) as line:
        line.sendall("\r\n".join(head).encode())
        answer = http.client.HTTPResponse(line)
        answer.begin()
        return answer.status, answer.read()


@pytest.mark.parametrize("path", ADDRESSES)
def test_a_body_that_says_it_is_too_large_is_refused_before_a_byte_of_it(
    site: Site, path: str
) -> None:
    upgrade = ("Connection: Upgrade", "Upgrade: websocket")
    for more in ((), ("Expect: 100-continue",), upgrade):
        status, text = said(site, path, f"Content-Length: {LARGEST + 1}", *more)
        assert status == 413
        assert b"at most 100000 bytes" in text


def test_a_body_that_does_not_say_how_large_it_is_ends_once_it_is_too_large(site: Site) -> None:
    parts = urlsplit(site.urls[0])
    with socket.create_connection((parts.hostname or "", parts.port or 0), WAIT) as line:
        head = f"POST /api/v1/races HTTP/1.1\r\nHost: {parts.netloc}\r\n"
        line.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        part = b"x" * 1000
        for _ in range(LARGEST // len(part)):
            line.sendall(b"%x\r\n%b\r\n" % (len(part), part))
        line.settimeout(0.5)
        with pytest.raises(TimeoutError):
            line.recv(1)
        line.settimeout(WAIT)
        line.sendall(b"1\r\nx\r\n")
        answer = http.client.HTTPResponse(line)
        answer.begin()
        assert answer.status == 413
        assert b"at most 100000 bytes" in answer.read()
        assert line.recv(1) == b""


def test_the_largest_body_is_read_and_the_connection_kept(site: Site) -> None:
    parts = urlsplit(site.urls[0])
    line = http.client.HTTPConnection(parts.netloc, timeout=WAIT)
    with closing(line):
        for _ in range(2):
            line.request("POST", "/accounts/login/", b"x" * LARGEST)
            answer = line.getresponse()
            assert answer.status == 403  # It has no token.
            answer.read()
