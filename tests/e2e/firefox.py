"""Debian's Firefox, driven by WebDriver BiDi; Playwright needs a Firefox of its own."""

from __future__ import annotations

import json
import re
import subprocess
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from websockets.sync.client import connect

from tests import needs

PREFERENCES: Final = {
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "remote.prefs.recommended": True,
}
LISTENING: Final = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Firefox:
    """A window. An error that its pages report fails whatever is asked next."""

    def __init__(self, cleanup: ExitStack, width: int, height: int) -> None:
        program = needs.firefox()
        assert program is not None
        profile = Path(cleanup.enter_context(TemporaryDirectory()))
        lines = (f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in PREFERENCES.items())
        (profile / "user.js").write_text("".join(lines))
        command = [program, "--headless", "--remote-debugging-port=0", "--profile", str(profile)]
        child = cleanup.enter_context(
            subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        )
        cleanup.callback(child.terminate)
        assert child.stderr is not None
        heard = next(found for line in child.stderr if (found := LISTENING.search(line)))
        self._socket = cleanup.enter_context(connect(f"{heard[1]}/session", max_size=None))
        self._numbers = count()
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        self._context = self._send("browsingContext.getTree")["contexts"][0]["context"]
        self._tell("browsingContext.setViewport", viewport={"width": width, "height": height})

    def go(self, url: str) -> None:
        """Open an address, and wait until the page has loaded."""
        self._tell("browsingContext.navigate", url=url, wait="complete")

    def run(self, function: str, *arguments: object) -> Any:
        """Call a function of JavaScript in the page, and return what it returns as JSON."""
        answer = self._send(
            "script.callFunction",
            functionDeclaration=f"(given) => JSON.stringify(({function})(...JSON.parse(given)))",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self._context},
            awaitPromise=False,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))

    def act(self, device: dict[str, Any]) -> None:
        """Do what a hand does: actions of one device, as WebDriver writes them."""
        self._tell("input.performActions", actions=[device])

    def _tell(self, method: str, **parameters: object) -> Any:
        return self._send(method, context=self._context, **parameters)

    def _send(self, method: str, **parameters: object) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            heard = json.loads(self._socket.recv(60))
            if heard.get("method") == "log.entryAdded":
                assert heard["params"]["level"] != "error", heard["params"]["text"]
            if heard.get("id") == number:
                assert heard["type"] == "success", heard
                return heard["result"]
