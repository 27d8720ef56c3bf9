"""What the proxy says for itself."""

from __future__ import annotations

import os
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.processes import free_port
from tests.repository.files import REPOSITORY

CADDYFILE = (REPOSITORY / "solitaire_site/deploy/Caddyfile").read_text()
WAIT = 30.0
"""Seconds for Caddy to start."""


@pytest.mark.needs_caddy
def test_visitors_read_a_sentence_while_no_process_answers(tmp_path: Path) -> None:
    assert "lb_try_duration 20s" in CADDYFILE
    config = tmp_path / "Caddyfile"
    config.write_text(CADDYFILE.replace("lb_try_duration 20s", "lb_try_duration 100ms"))
    port, nowhere = free_port(), f"to 127.0.0.1:{free_port()}"
    surroundings = {
        **os.environ,
        **{"SITE": "http://localhost", "PAGES_AT": nowhere, "LIVE_AT": nowhere},
        **{"HTTP_PORT": str(port), "HTTPS_PORT": str(free_port())},
        "HEALTH_PORT": str(free_port()),
        **{"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
    }
    command = ["caddy", "run", "--config", str(config), "--adapter", "caddyfile"]
    with subprocess.Popen(command, env=surroundings, stderr=subprocess.DEVNULL) as caddy:
        try:
            answer = refused(f"http://localhost:{port}/")
        finally:
            caddy.terminate()
    assert (answer.code, answer.headers["Retry-After"]) == (503, "10")
    assert answer.read() == b"The site can't be reached right now. Try again in a moment."


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
