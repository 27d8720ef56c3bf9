"""`games.client.race`, at a socket that says what the test says."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from games.client import ActionError, Api, BrokenError, ClientError, Race, TurnedAwayError
from games.client.errors import ADVICE

Talk = Callable[[ServerConnection], Awaitable[None]]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connect again at once."""
    monkeypatch.setattr("games.client.outbox.FIRST_WAIT", 0.01)


@asynccontextmanager
async def site(talk: Talk, status: HTTPStatus | None = None) -> AsyncIterator[Api]:
    """Provide the API of a site that talks so over each socket, or refuses it with a status."""

    def refuse(connection: ServerConnection, _: Request) -> Response | None:
        return None if status is None else connection.respond(status, "No.")

    async with serve(talk, "127.0.0.1", 0, process_request=refuse) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield Api(f"http://127.0.0.1:{port}", "x")


def race(you: int | None = 0, state: str = "playing") -> str:
    seats = [] if you is None else [{"seat": 0, "bot": False, "state": state}]
    return json.dumps({"t": "race", "you": you, "state": "running", "seats": seats})


def board(n: int) -> str:
    view = {"piles": {}, "moves": [], "safe": [], "progress": 0, "outcome": None}
    return json.dumps({"t": "board", "seat": 0, "n": n, "board": view})


async def heard(socket: ServerConnection) -> Any:
    return json.loads(await socket.recv())


def run(talk: Talk, play: Callable[[Api], Awaitable[None]], **given: Any) -> None:
    async def main() -> None:
        async with asyncio.timeout(10), site(talk, **given) as api:
            await play(api)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())


def test_what_a_lost_connection_did_not_store_is_sent_again() -> None:
    stored = iter([[0], [0, 1], [2]])
    sent: list[Any] = []

    async def talk(socket: ServerConnection) -> None:
        await socket.send(race())
        for n in next(stored):
            await socket.send(board(n))
            if n < 2:
                sent.append(await heard(socket))
        if n < 2:
            socket.transport.abort()
        await socket.wait_closed()

    async def play(api: Api) -> None:
        async with Race(api, "QFXKMP") as table:
            assert [(await table.play(text)).n for text in "ab"] == [1, 2]

    run(talk, play)
    assert [(one["n"], one["a"]) for one in sent] == [(1, "a"), (1, "a"), (2, "b")]


@pytest.mark.parametrize("waits_for", ["dealt", "play", "end"])
def test_who_loses_the_seat_is_told_so(waits_for: str) -> None:
    async def talk(socket: ServerConnection) -> None:
        await socket.send(race(state="waiting"))
        await asyncio.sleep(0.05)
        await socket.send(race(you=None))
        await socket.wait_closed()

    async def play(api: Api) -> None:
        async with Race(api, "QFXKMP") as table:
            waiting = {"dealt": table.dealt, "play": lambda: table.play("a"), "end": table.end}
            with pytest.raises(ActionError, match="not-seated: You have no seat"):
                await waiting[waits_for]()

    run(talk, play)


def test_an_end_returns_once_the_run_has_ended() -> None:
    async def talk(socket: ServerConnection) -> None:
        await socket.send(race())
        await socket.send(board(3))
        assert await heard(socket) == {"t": "end"}
        await socket.send(race())
        await socket.send(race(state="ended"))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(socket.recv(), 0.1)

    async def play(api: Api) -> None:
        async with Race(api, "QFXKMP") as table:
            for _ in range(2):
                await table.end()
                assert table.frame["seats"][0]["state"] == "ended"

    run(talk, play)


@pytest.mark.parametrize("code", ADVICE)
def test_a_socket_closed_for_good_says_what_to_do(code: int) -> None:
    async def talk(socket: ServerConnection) -> None:
        await socket.send(race())
        await socket.close(code)

    async def play(api: Api) -> None:
        with pytest.raises(TurnedAwayError) as away:
            async with Race(api, "QFXKMP") as table:
                await table.dealt()
        assert away.value.code == code
        assert str(away.value) == f"the site closed the socket for good ({code}): {ADVICE[code]}"

    run(talk, play)


@pytest.mark.parametrize(
    ("status", "advice"),
    [
        (HTTPStatus.UNAUTHORIZED, "asks for a password"),
        (HTTPStatus.FORBIDDEN, "the token didn't arrive"),
        (HTTPStatus.NOT_FOUND, "no WebSockets are served there"),
        (HTTPStatus.GONE, "check the address"),
    ],
)
def test_a_refused_connection_says_what_to_do(status: HTTPStatus, advice: str) -> None:
    async def talk(_: ServerConnection) -> None:
        raise AssertionError

    async def play(api: Api) -> None:
        with pytest.raises(
            BrokenError, match=rf"refused the connection \({status.value}\).*{advice}"
        ):
            async with Race(api, "QFXKMP"):
                pass

    run(talk, play, status=status)


def test_a_race_that_cannot_be_reached_is_left() -> None:
    async def enter() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1), Race(Api("http://127.0.0.1:9", "x"), "QFXKMP"):
                pass
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(enter())


def test_a_frame_that_makes_no_sense_breaks_the_race_off() -> None:
    async def talk(socket: ServerConnection) -> None:
        await socket.send(race())
        await socket.send("[]")
        await socket.wait_closed()

    async def play(api: Api) -> None:
        with pytest.raises(ClientError, match="the race broke off: TypeError"):
            async with Race(api, "QFXKMP") as table:
                await table.dealt()

    run(talk, play)


def test_a_race_that_was_left_takes_no_action() -> None:
    async def talk(socket: ServerConnection) -> None:
        await socket.send(race())
        await socket.send(board(0))
        await socket.wait_closed()

    async def play(api: Api) -> None:
        async with Race(api, "QFXKMP") as table:
            await table.dealt()
        with pytest.raises(BrokenError, match="the race was left"):
            await table.play("a")

    run(talk, play)
