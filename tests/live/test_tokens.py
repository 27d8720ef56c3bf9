"""Programs come with a token instead of the cookies of a browser."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from games.live.connections import CLOSE_LOGGED_OUT
from games.models.people.token import Scope
from tests.live.conftest import Sites
from tests.live.racer import WAIT, Racer
from tests.live.wins import win
from tests.processes import Site
from tests.programs import PERSONAL

pytestmark = [pytest.mark.needs_postgres, pytest.mark.needs_redis]

FOREIGN = Origin("https://elsewhere.example")


@pytest.fixture
def grown(sites: Sites) -> Site:
    """Provide a site of two processes."""
    return sites("postgres")


class Program:
    """A player's program: the API with a token, and a socket with a token or a ticket."""

    def __init__(self, site: Site, token: str) -> None:
        self._site, self._token = site, token
        self._closing = ExitStack()

    def ask(self, verb: str, address: str, sent: object = None) -> Any:
        """Call the API; return the answer, or the status of a refusal."""
        request = urllib.request.Request(
            f"{self._site.urls[0]}/api/v1/{address}",
            None if sent is None else json.dumps(sent).encode(),
            {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"},
            method=verb,
        )
        try:
            with urllib.request.urlopen(request, timeout=WAIT) as answer:
                text = answer.read()
                return json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            return error.code

    def socket(
        self, code: str, *, ticket: str = "", origin: Origin | None = None
    ) -> ClientConnection:
        """Open the socket of a race, at the other process."""
        query = f"?ticket={ticket}" if ticket else ""
        return self._closing.enter_context(
            connect(
                self._site.urls[-1].replace("http", "ws") + f"/ws/race/{code}/{query}",
                origin=origin,
                additional_headers={} if ticket else {"Authorization": f"Bearer {self._token}"},
                open_timeout=WAIT,
                close_timeout=2,
            )
        )

    def close(self) -> None:
        """Close the sockets."""
        self._closing.close()


MakeProgram = Callable[..., Program]


@pytest.fixture
def program(grown: Site) -> Iterator[MakeProgram]:
    """Provide programs of one new player, each with a token of its own."""
    made: list[Program] = []

    def program(*scopes: Scope) -> Program:
        token = grown.manage("shell", "-v0", "-c", ISSUE % " ".join(scopes or PERSONAL)).strip()
        made.append(Program(grown, token))
        return made[-1]

    yield program
    for one in made:
        one.close()


ISSUE = """
from django.utils import timezone
from games.models import AccessToken, Player
player, _ = Player.objects.get_or_create(username="program", defaults={"name": "Program"})
scopes = "%s".split()
print(AccessToken.objects.issue(player, "test", scopes, timezone.now(), lasts=None)[1])
"""


def until(socket: ClientConnection, kind: str) -> Any:
    """Return the next frame of a type."""
    while True:
        frame = json.loads(socket.recv(WAIT))
        if frame["t"] == kind:
            return frame


def closed(socket: ClientConnection) -> int | None:
    """Return the code with which the server closes a socket."""
    with suppress(ConnectionClosed):
        for _ in socket:
            pass
    return socket.close_code


def test_a_program_plays_with_its_token_alone(program: MakeProgram) -> None:
    mine = program()
    known = win("applegate")
    code = mine.ask("POST", "practices", {"rules": known.rules})["code"]
    socket = mine.socket(code)
    assert until(socket, "race")["you"] == 0
    board = until(socket, "board")["board"]
    assert board is not None
    socket.send(json.dumps({"t": "act", "n": 1, "a": "x"}))
    assert until(socket, "refused")["n"] == 1
    socket.send(json.dumps({"t": "end"}))
    while until(socket, "race")["state"] != "over":
        pass
    run = mine.ask("GET", "me/races?limit=1")["races"][0]
    assert (run["code"], run["state"]) == (code, "ended")


def test_a_token_without_the_scope_opens_no_socket(program: MakeProgram) -> None:
    code = program().ask("POST", "races", {"rules": "agnes-sorel/standard"})["code"]
    assert closed(program(Scope.READ).socket(code)) == CLOSE_LOGGED_OUT


def test_a_revoked_token_closes_its_sockets(program: MakeProgram) -> None:
    playing, other = program(), program(Scope.ACCOUNT)
    code = playing.ask("POST", "races", {"rules": "agnes-sorel/standard"})["code"]
    socket = playing.socket(code)
    until(socket, "race")
    newest = other.ask("GET", "me/tokens")["tokens"][1]["id"]
    assert other.ask("DELETE", f"me/tokens/{newest}") is None
    assert closed(socket) == CLOSE_LOGGED_OUT
    assert playing.ask("GET", "me") == 401


def test_a_ticket_works_once_and_from_anywhere(program: MakeProgram) -> None:
    mine = program()
    code = mine.ask("POST", "races", {"rules": "agnes-sorel/standard"})["code"]
    ticket = mine.ask("POST", "me/tickets")["ticket"]
    assert until(mine.socket(code, ticket=ticket, origin=FOREIGN), "race")["you"] == 0
    for used in (ticket, ticket[:-1], "x"):
        assert closed(mine.socket(code, ticket=used, origin=FOREIGN)) == CLOSE_LOGGED_OUT


def test_a_page_of_another_site_gets_in_with_a_token_but_not_with_cookies(
    grown: Site, program: MakeProgram
) -> None:
    browser = Racer(grown.urls[0])
    code = browser.open_race("agnes-sorel/standard")
    address = grown.urls[0].replace("http", "ws") + f"/ws/race/{code}/"
    with (
        pytest.raises(InvalidStatus),
        connect(address, origin=FOREIGN, additional_headers={"Cookie": browser.cookies}),
    ):
        pass
    ticket = program().ask("POST", "me/tickets")["ticket"]
    with connect(
        f"{address}?ticket={ticket}", origin=FOREIGN, additional_headers={"Cookie": browser.cookies}
    ) as socket:
        assert until(socket, "race")["you"] is None
