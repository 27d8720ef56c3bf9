"""What the proxy says for itself."""

from __future__ import annotations

import os
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path

import pytest

from tests.processes import free_port
from tests.repository.files import REPOSITORY

pytestmark = pytest.mark.needs_caddy

CADDYFILE = REPOSITORY / "solitaire_site/deploy/Caddyfile"
WAIT = 30.0
"""Seconds for Caddy to start."""


@contextmanager
def caddy(folder: Path, config: Path, **variables: str) -> Iterator[None]:
    """Run the proxy, with no process behind it."""
    nowhere = f"to 127.0.0.1:{free_port()}"
    surroundings = {
        **os.environ,
        **{"PAGES_AT": nowhere, "LIVE_AT": nowhere, "HEALTH_PORT": str(free_port())},
        **{"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)},
        **variables,
    }
    command = ["caddy", "run", "--config", str(config), "--adapter", "caddyfile"]
    with subprocess.Popen(command, env=surroundings, stderr=subprocess.DEVNULL) as proxy:
        try:
            yield
        finally:
            proxy.terminate()


def test_visitors_read_a_sentence_while_no_process_answers(tmp_path: Path) -> None:
    text = CADDYFILE.read_text()
    assert "lb_try_duration 20s" in text
    config = tmp_path / "Caddyfile"
    config.write_text(text.replace("lb_try_duration 20s", "lb_try_duration 100ms"))
    port = free_port()
    ports = {"HTTP_PORT": str(port), "HTTPS_PORT": str(free_port())}
    with caddy(tmp_path, config, SITE="http://localhost", **ports):
        answer = refused(f"http://localhost:{port}/")
    assert (answer.code, answer.headers["Retry-After"]) == (503, "10")
    assert answer.read() == b"The site can't be reached right now. Try again in a moment."


def test_other_names_of_the_site_lead_to_it(tmp_path: Path) -> None:
    port = free_port()
    ports = {"HTTP_PORT": str(free_port()), "HTTPS_PORT": str(port)}
    aliases = "www.localhost play.localhost"
    with caddy(tmp_path, CADDYFILE, SITE="localhost", SITE_ALIASES=aliases, **ports):
        for name in aliases.split():
            status, location = status_and_location(port, name, "/race/QFXKMP/?a=b")
            assert (status, location) == (301, "https://localhost/race/QFXKMP/?a=b")


def refused(url: str) -> urllib.error.HTTPError:
    """Return the first answer, which must be an error."""
    end = time.monotonic() + WAIT
    while True:
        try:
            urllib.request.urlopen(url, timeout=WAIT).close()
        except urllib.error.HTTPError as answer:
            return answer
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.1)
        else:
            pytest.fail("it found a process")


def status_and_location(port: int, name: str, path: str) -> tuple[int, str]:
    """Ask for a page over TLS under a name, once the proxy has its certificate."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    end = time.monotonic() + WAIT
    while True:
        try:
            with (
                socket.create_connection(("127.0.0.1", port), WAIT) as plain,
                context.wrap_socket(plain, server_hostname=name) as secure,
            ):
                asked = f"GET {path} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n"
                secure.sendall(asked.encode())
                answer = HTTPResponse(secure)
                answer.begin()
                return answer.status, answer.headers["Location"]
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.1)
