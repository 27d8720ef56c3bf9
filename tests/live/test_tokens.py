"""Programs come with a token instead of the cookies of a browser."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from games.live.connections import CLOSE_LOGGED_OUT
from games.models.people.token import Scope
from tests.live.conftest import Sites
from tests.live.program import Program, closed, until
from tests.live.racer import Racer
from tests.live.wins import win
from tests.processes import Site
from tests.programs import token

pytestmark = [pytest.mark.needs_postgres, pytest.mark.needs_redis]

FOREIGN = Origin("https://elsewhere.example")


@pytest.fixture
def grown(sites: Sites) -> Site:
    """Provide a site of two processes."""
    return sites("postgres")


MakeProgram = Callable[..., Program]


@pytest.fixture
def program(grown: Site) -> Iterator[MakeProgram]:
    """Provide programs of one new player, each with a token of its own."""
    made: list[Program] = []

    def program(*scopes: Scope) -> Program:
        made.append(Program(grown, token(grown, "program", *scopes)))
        return made[-1]

    yield program
    for one in made:
        one.close()


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
    reading = program(Scope.READ).socket(code)
    assert until(reading, "refused")["code"] == "no-scope"
    assert closed(reading) == CLOSE_LOGGED_OUT


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
        unused = mine.socket(code, ticket=used, origin=FOREIGN)
        assert "works once" in until(unused, "refused")["detail"]
        assert closed(unused) == CLOSE_LOGGED_OUT


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
