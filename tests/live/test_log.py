"""The log of a whole site: for programs, about someone, and without what is secret."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any
from urllib.error import HTTPError

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.live.conftest import Visit
from tests.live.racer import Racer
from tests.processes import BACKENDS, Launch
from tests.programs import token
from tests.stores import Backend

PASSWORD = "correct horse battery"
WRONG = "wrong horse battery"
EMAIL = "alice@mail.example.org"
KEY = "the key of this test only, and of no site"
LINK = "1-d0nt0p-0123456789abcdef0123456789abcdef"


def refused(visitor: Racer, path: str) -> None:
    """Ask for a page that isn't there."""
    with pytest.raises(HTTPError) as error:
        visitor.get(path)
    error.value.close()


@pytest.mark.parametrize("backend", BACKENDS)
def test_it_tells_no_secret(launch: Launch, visit: Visit, backend: Backend) -> None:
    site = launch(backend, LOG_FORMAT="json", LOG_LEVEL="DEBUG", SECRET_KEY=KEY)
    alice = visit(site.urls[0])
    alice.post("/accounts/signup/", username="alice", email=EMAIL, password1=PASSWORD)
    code = alice.open_race("agnes-sorel")
    alice.connect(code)
    alice.race()
    stranger = visit(site.urls[0])
    stranger.post("/accounts/login/", login="alice", password=WRONG)
    stranger.post("/accounts/password/reset/", email=EMAIL)
    refused(stranger, f"/accounts/password/reset/keys/{LINK}/")
    refused(stranger, f"/nowhere/?email={EMAIL}")
    good, bad = token(site, "bob"), "samedeal_" + "0123456789abcdef" * 4
    address = f"{site.urls[0].replace('http', 'ws')}/ws/race/{code}/"
    for one in (good, bad):
        with (
            suppress(WebSocketException),
            connect(address, additional_headers={"Authorization": f"Bearer {one}"}) as socket,
        ):
            socket.recv()
    alice.close()
    log = site.processes[0].log.read_text()
    for secret in (PASSWORD, WRONG, EMAIL, KEY, LINK, good, bad, *alice.cookies.split("; ")):
        value = secret.rpartition("=")[2]
        assert [line for line in log.splitlines() if value in line] == []
    lines: list[dict[str, Any]] = [json.loads(line) for line in log.splitlines()]
    opened = [line for line in lines if line.get("view") == "race" and line["status_code"] == 200]
    assert opened
    assert {line["race"] for line in opened} == {code}
    assert all(line["player"] and line["request_id"] for line in opened)
    assert len({line["request_id"] for line in lines if "view" in line}) > 5
    assert any("EMAIL_HOST" in line["message"] for line in lines)
