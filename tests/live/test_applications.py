"""Applications of others at a real server: let in over a page or a device, and shown out."""

from __future__ import annotations

import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from http import HTTPStatus
from typing import Any

import pytest
from websockets.sync.client import connect

from games.live.connections import CLOSE_LOGGED_OUT
from tests.applications import (
    CALLBACK,
    VERIFIER,
    answer_in,
    invitation,
    signed_request,
    trade,
)
from tests.live.conftest import Sites
from tests.live.program import Program, closed, until
from tests.live.racer import WAIT, Racer
from tests.processes import Site

pytestmark = [pytest.mark.needs_postgres, pytest.mark.needs_redis]

PASSWORD = "kitchen-table-42"


class Member(Racer):
    """A player with an account, who reads what the site answers to forms."""

    def submit(self, path: str, *, leave: bool = False, **fields: str | list[str]) -> str:
        """Submit a form; return the page, or the address of another site that it leads to."""
        fields["csrfmiddlewaretoken"] = self._cookie("csrftoken") or ""
        data = urllib.parse.urlencode(fields, doseq=True).encode()
        handlers = [urllib.request.HTTPCookieProcessor(self._cookies), *([Stay()] if leave else [])]
        try:
            request = urllib.request.Request(self.url + path, data, {"Referer": self.url})
            with urllib.request.build_opener(*handlers).open(request, timeout=WAIT) as answer:
                page: str = answer.read().decode()
        except urllib.error.HTTPError as error:
            if error.code != HTTPStatus.FOUND:
                raise
            return str(error.headers["Location"])
        return page


class Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirects."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


@pytest.fixture
def grown(sites: Sites) -> Site:
    """Provide a site of two processes, whose answers alternate."""
    return sites("postgres")


@pytest.fixture
def player(grown: Site) -> Member:
    """Provide a player with an account, who gave the password lately."""
    someone = Member(grown.urls[0])
    name = f"user{time.monotonic_ns() % 10**9}"
    someone.post("/accounts/signup/", username=name, email="", password1=PASSWORD)
    someone.post("/accounts/reauthenticate/", password=PASSWORD)
    return someone


@pytest.fixture
def application(player: Member) -> str:
    """Register an application, and return its client ID."""
    page = player.submit(
        "/account/applications/", name="Deal Bot", addresses=CALLBACK, kind="public"
    )
    found = re.search(r'<dd class="code">(\w+)</dd>', page)
    assert found, page
    return found[1]


def send(url: str, fields: dict[str, str]) -> Any:
    """Send fields as an application does, and return the answer, or the refusal."""
    data = urllib.parse.urlencode(fields).encode()
    try:
        with urllib.request.urlopen(url, data, timeout=WAIT) as answer:
            return json.loads(answer.read() or "{}")
    except urllib.error.HTTPError as error:
        return json.loads(error.read())


def let_in(site: Site, player: Member, application: str, scope: str) -> dict[str, Any]:
    """Have a player let an application in, and trade the code at the other process."""
    page = player.get(invitation(application, scope=scope))
    address = player.submit(
        "/oauth/authorize",
        leave=True,
        request=signed_request(page),
        action="grant",
        scopes=scope.split(),
    )
    assert address.startswith(CALLBACK)
    told = answer_in(address)
    wrong = trade(application, told["code"], code_verifier=VERIFIER[::-1])
    assert send(f"{site.urls[1]}/oauth/token", wrong)["error"] == "invalid_grant"
    tokens: dict[str, Any] = send(f"{site.urls[1]}/oauth/token", trade(application, told["code"]))
    return {**tokens, "code": told["code"]}


def test_an_application_plays_until_its_player_turns_it_out(
    grown: Site, player: Member, application: str
) -> None:
    tokens = let_in(grown, player, application, "read race")
    program = Program(grown, tokens["access_token"], process=1)
    code = program.ask("POST", "races", {"rules": "agnes-sorel/standard"})["code"]
    assert program.ask("GET", "me")["races"] == [code]
    assert program.ask("GET", "me/tokens") == 403
    with program.socket(code) as playing:
        assert until(playing, "race")["you"] == 0
        player.post(f"/account/applications/{application}/turn-out/")
        assert closed(playing) == CLOSE_LOGGED_OUT
    assert program.ask("GET", "me") == 401


def test_a_code_that_comes_again_ends_what_it_was_traded_for(
    grown: Site, player: Member, application: str
) -> None:
    tokens = let_in(grown, player, application, "race")
    program = Program(grown, tokens["access_token"], process=1)
    code = program.ask("POST", "races", {"rules": "agnes-sorel/standard"})["code"]
    with program.socket(code) as playing:
        until(playing, "race")
        again = send(f"{grown.urls[0]}/oauth/token", trade(application, tokens["code"]))
        assert again["error"] == "invalid_grant"
        assert closed(playing) == CLOSE_LOGGED_OUT


@pytest.mark.parametrize("path", ["/account/applications/{}/delete/", "/account/delete/"])
def test_an_application_goes_with_its_sockets_when_it_or_its_account_is_deleted(
    grown: Site, player: Member, application: str, path: str
) -> None:
    program = Program(grown, let_in(grown, player, application, "race")["access_token"], process=1)
    code = program.ask("POST", "practices", {"rules": "agnes-sorel/standard"})["code"]
    with program.socket(code) as playing:
        until(playing, "race")
        player.post(path.format(application))
        assert closed(playing) == CLOSE_LOGGED_OUT


def test_a_token_without_the_scope_opens_no_socket(
    grown: Site, player: Member, application: str
) -> None:
    reading = Program(grown, let_in(grown, player, application, "read")["access_token"], process=1)
    racing = Program(grown, let_in(grown, player, application, "race")["access_token"], process=1)
    code = racing.ask("POST", "races", {"rules": "agnes-sorel/standard"})["code"]
    with reading.socket(code) as refused:
        assert closed(refused) == CLOSE_LOGGED_OUT


def test_a_device_is_let_in_at_the_other_process(
    grown: Site, player: Member, application: str
) -> None:
    asked = {"client_id": application, "scope": "race"}
    shown = send(f"{grown.urls[1]}/oauth/device/code", asked)
    assert shown["user_code"] in player.get(f"/oauth/device?code={shown['user_code']}")
    player.post(f"/oauth/device?code={shown['user_code']}", answer="allow")
    polled = {
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
        "client_id": application,
        "device_code": shown["device_code"],
    }
    tokens = send(f"{grown.urls[1]}/oauth/token", polled)
    program = Program(grown, tokens["access_token"], process=1)
    ticket = program.ask("POST", "me/tickets", {})["ticket"]
    code = program.ask("POST", "practices", {"rules": "agnes-sorel/standard"})["code"]
    address = grown.urls[0].replace("http", "ws") + f"/ws/race/{code}/?ticket={ticket}"
    with connect(address, open_timeout=WAIT, close_timeout=2) as playing:
        assert until(playing, "race")["you"] == 0
