"""Debian's WebKit, driven by WebDriver, on a screen that only exists in memory."""

from __future__ import annotations

import json
import os
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import ExitStack
from typing import Any, Final

from tests import needs
from tests.processes import free_port

WAIT_SECONDS: Final = 60
BARS: Final = 62
"""The height of what is around the page."""


class WebKit:
    """A window. WebKit tells no one of a page's errors."""

    def __init__(self, cleanup: ExitStack, width: int, height: int) -> None:
        driver = needs.webkit()
        assert driver is not None
        screen = ["Xvfb", "-displayfd", "1", "-screen", "0", f"{width}x{height + BARS}x24"]
        shown = _start(cleanup, screen, stdout=subprocess.PIPE).stdout
        assert shown is not None
        environment = os.environ | {"DISPLAY": f":{shown.readline().decode().strip()}"}
        port = free_port()
        self._address = f"http://127.0.0.1:{port}"
        _start(cleanup, [driver, f"--port={port}"], env=environment)
        self._await()
        session = self._ask("POST", "/session", capabilities={})["sessionId"]
        self._address += f"/session/{session}"
        cleanup.callback(self._ask, "DELETE", "")
        self._ask("POST", "/window/rect", x=0, y=0, width=width, height=height + BARS)

    def go(self, url: str) -> None:
        """Open an address, and wait until the page has loaded."""
        self._ask("POST", "/url", url=url)

    def run(self, function: str, *arguments: object) -> Any:
        """Call a function of JavaScript in the page, and return what it returns as JSON."""
        script = f"return ({function})(...arguments)"
        return self._ask("POST", "/execute/sync", script=script, args=arguments)

    def act(self, device: dict[str, Any]) -> None:
        """Do what a hand does: actions of one device, as WebDriver writes them."""
        self._ask("POST", "/actions", actions=[device])

    def _await(self) -> None:
        deadline = time.monotonic() + WAIT_SECONDS
        while True:
            try:
                self._ask("GET", "/status")
            except OSError:
                assert time.monotonic() < deadline, "the driver doesn't answer"
                time.sleep(0.1)
            else:
                return

    def _ask(self, method: str, path: str, **parameters: object) -> Any:
        body = json.dumps(parameters).encode() if method == "POST" else None
        request = urllib.request.Request(self._address + path, body, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=WAIT_SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from error


def _start(cleanup: ExitStack, command: list[str], **options: Any) -> subprocess.Popen[bytes]:
    """Start a process that ends with the cleanup, and says nothing."""
    process = cleanup.enter_context(subprocess.Popen(command, stderr=subprocess.DEVNULL, **options))
    cleanup.callback(process.terminate)
    return process
