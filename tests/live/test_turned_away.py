"""Refused sockets: too many, too fast, no such race, or a process that is shutting down."""

from __future__ import annotations

import asyncio

import pytest
from channels.db import database_sync_to_async

from games.live import web_process
from games.live.live_socket import INBOX_LIMIT
from games.live.turn import Turn
from games.models import Player
from tests.live.awaited_races import begun, winnable
from tests.live.process import Process, Tab, logged
from tests.live.process import process as process
from tests.models.dailies import HOUR, daily, finish
from tests.models.stored_races import NOW
from tests.players import alice as alice
from tests.players import bob as bob
from tests.scraping import counted

pytestmark = pytest.mark.django_db(transaction=True)


async def types_until_close(tab: Tab) -> list[str]:
    """Return the types of all frames before the close."""
    types = [(await tab.receive())["t"]]
    while types[-1] != "close":
        types.append((await tab.receive())["t"])
    return types[:-1]


async def test_a_client_that_ignores_the_close_is_dropped(
    process: Process, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("games.live.live_socket.CLOSE_SECONDS", 0.05)
    tab = await process.tab("BCDFGH")
    await tab.refused("no-race")
    await tab.left()
    said = [each.message for each in caplog.records]
    assert "BCDFGH: dropped a client that had not closed in time" in said


async def test_a_socket_at_an_impossible_code_is_refused(process: Process) -> None:
    before = counted("samedeal_socket_closes_total", code="4404")
    tab = await process.tab("AEIOU-")
    assert (await tab.refused("no-race"))["detail"] == "There's no race at this address."
    assert await tab.receive() == {"t": "close", "code": 4404}
    assert counted("samedeal_socket_closes_total", code="4404") == before + 1


async def test_bad_frames_are_answered_and_finally_cut_off(process: Process, alice: Player) -> None:
    race = await begun(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    for text, code in (("no JSON", "bad-json"), ('{"t":"fly"}', "bad-message")):
        await tab.send_text(text)
        assert (await tab.refused(code))["n"] is None
    await tab.send_text("x" * 5_000)
    await tab.refused("too-large")
    for _ in range(7):
        await tab.send_text("no JSON")
    frame = await tab.receive()
    while frame["t"] != "close":
        frame = await tab.receive()
    assert frame["code"] == 4400


async def test_one_socket_too_many_is_refused_until_a_place_is_free(
    process: Process, alice: Player
) -> None:
    process.limit(connections_per_player=1)
    race = await begun(alice)
    first = await process.tab(race.code, alice)
    await first.board(0)
    second = await process.tab(race.code, alice)
    refusal = await second.refused("too-many-sockets")
    assert refusal["detail"] == "You have 1 tables open. Close one and try again."
    assert await second.receive() == {"t": "close", "code": 4409}
    await second.close()
    await first.close()
    third = await process.tab(race.code, alice)
    await third.board(0)


async def test_an_address_that_connects_too_often_is_refused_before_any_query(
    process: Process, alice: Player
) -> None:
    process.limit(connects_per_address=1)
    race = await begun(alice)
    for _ in range(2):
        await (await process.tab(race.code, alice)).board(0)
    third = await process.tab(race.code, alice)
    refusal = await third.refused("too-soon")
    assert refusal["detail"] == "Too many connections from your network. Trying again."
    assert await third.receive() == {"t": "close", "code": 4425}


async def test_a_version_that_the_server_does_not_speak_is_refused(
    process: Process, alice: Player
) -> None:
    race = await begun(alice)
    await (await process.tab(race.code, alice, query="v=1")).board(0)
    for query in ("v=2", "v=", "v=01", "v=x"):
        tab = await process.tab(race.code, alice, query=query)
        assert "another version" in (await tab.refused("bad-version"))["detail"]
        assert await tab.receive() == {"t": "close", "code": 4426}


async def test_a_client_that_sends_too_fast_is_told_and_a_sync_counts_for_more(
    process: Process, alice: Player
) -> None:
    process.limit(frames_per_connection=5)
    race = await begun(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    for _ in range(3):
        await tab.send(t="sync")
    assert (await tab.refused("too-many"))["detail"] == "Send at most 5 messages a second."


async def test_a_process_that_ends_answers_pending_frames_and_closes_sockets(
    process: Process, alice: Player
) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    await tab.send(t="act", n=1, a=moves[0])
    await tab.send(t="sync")
    ending = asyncio.create_task(web_process.drain.run())
    await tab.board(1)
    frame = await tab.receive()
    while frame["t"] != "close":
        frame = await tab.receive()
    assert frame["code"] == 4503
    late = await process.tab(race.code, alice)
    assert await late.receive() == {"t": "close", "code": 4503}
    await tab.close()
    await ending


async def delay(turn: Turn, tab: Tab, move: str) -> Turn:
    """Send a first move while its board's turn is taken, as by a slow query; return the turn."""
    await turn.take()
    await tab.send(t="act", n=1, a=move)
    await tab.quiet()
    return turn


async def test_a_client_that_sends_without_reading_answers_is_refused(
    process: Process, alice: Player
) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    turn = await delay(process.rooms._rooms[race.code].boards[alice.pk].turn, tab, moves[0])
    for _ in range(INBOX_LIMIT):
        await tab.send(t="alarm", on=False)
    assert await tab.quiet() == []
    await tab.send(t="act", n=2, a=moves[1])
    refusal = await tab.refused("too-many")
    assert refusal["detail"] == "Wait for answers before you send more."
    turn.release()
    await tab.board(1)
    await tab.play(moves[1], first=2)


async def test_frames_that_arrive_during_shutdown_are_left_to_the_next_process(
    process: Process, alice: Player
) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    turn = await delay(process.rooms._rooms[race.code].boards[alice.pk].turn, tab, moves[0])
    ending = asyncio.create_task(web_process.drain.run())
    for _ in range(10):
        await asyncio.sleep(0)
    await tab.send(t="ping")
    await tab.send(t="act", n=2, a=moves[1])
    for _ in range(10):
        await asyncio.sleep(0)
    turn.release()
    assert "pong" not in await types_until_close(tab)
    assert [frame["n"] for frame in tab.frames if frame["t"] == "board"][-1] == 1
    await tab.close()
    await ending


async def test_a_client_that_connects_during_shutdown_and_stays_is_dropped(
    process: Process, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("games.live.live_socket.CLOSE_SECONDS", 0.05)
    web_process.drain.has_begun = True
    tab = await process.tab("BCDFGH")
    assert await tab.receive() == {"t": "close", "code": 4503}
    await logged(caplog, "BCDFGH: dropped a client that had not closed in time")


async def test_an_attempt_is_shown_to_those_without_one_once_its_day_is_over(
    process: Process, alice: Player, bob: Player
) -> None:
    challenge = await database_sync_to_async(daily)()
    race = (await database_sync_to_async(finish)(challenge, bob)).race
    process.now = NOW + HOUR
    await (await process.tab(race.code)).refused("no-race")
    await (await process.tab(race.code, bob)).race()
    await (await process.tab(race.code, alice)).refused("no-race")
    process.now = challenge.ends_at + HOUR
    await (await process.tab(race.code, alice)).race(you=None)
    await (await process.tab(race.code)).race(you=None)
