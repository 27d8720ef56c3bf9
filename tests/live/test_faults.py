"""What a player is told while the database does not do its work, and after it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
import pytest_asyncio
from channels.db import database_sync_to_async
from django.db import OperationalError

from games.live import journal, race_socket
from games.live.journal import Errors, Group, TakenError
from games.live.race_socket import INBOX_LIMIT
from games.live.storage import UnavailableError
from games.models import Player
from tests.live.process import WAIT, Process, Tab, end_all, logged
from tests.models.tables import ZERO, started_race, winnable_race
from tests.players import alice as alice
from tests.players import bob as bob

pytestmark = pytest.mark.django_db(transaction=True)

winnable = database_sync_to_async(winnable_race)
begun = database_sync_to_async(started_race)


@pytest_asyncio.fixture
async def process(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    """A process one second after the start."""
    process = Process(monkeypatch, ZERO + 1_000)
    yield process
    await process.close()
    await end_all()


def fail(*_: Any, **__: Any) -> Any:
    raise OperationalError("the disk is full\nand more")


def stumble(*_: Any, **__: Any) -> Any:
    raise KeyError("seat")


async def types_until_close(tab: Tab) -> list[str]:
    """Of which types all frames are that come before the close."""
    types = [(await tab.receive())["t"]]
    while types[-1] != "close":
        types.append((await tab.receive())["t"])
    return types[:-1]


async def test_a_move_that_cannot_be_stored_is_refused_and_can_be_sent_again(
    process: Process, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    with monkeypatch.context() as broken:
        broken.setattr(journal, "_insert", fail)
        await tab.send(t="act", n=1, a=moves[0])
        refusal = await tab.refused("not-stored")
        assert refusal["n"] == 1
        assert refusal["detail"] == "The move could not be stored. Try again."
        await tab.board(0)
    await tab.play(*moves[:2])


async def test_who_comes_while_the_database_is_away_is_told_and_sent_away(
    process: Process, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = await begun(alice)
    monkeypatch.setattr("games.models.Race.objects.find", fail)
    tab = await process.tab(race.code)
    refusal = await tab.refused("unavailable")
    assert refusal["detail"] == "The server cannot reach its data. Trying again."
    assert await tab.receive() == {"t": "close", "code": 4500}


async def test_what_cannot_be_done_now_is_refused_and_done_later(
    process: Process, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = await begun(alice, bob)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    with monkeypatch.context() as broken:
        broken.setattr("games.live.storage.change_race", fail)
        process.now = ZERO - 2_000
        await tab.send(t="leave")
        await tab.refused("unavailable")
    process.now = ZERO + 1_000
    await tab.play("deal")


@pytest.mark.parametrize(
    ("fault", "line"),
    [(fail, "Race %s: _close failed: the disk is full"), (stumble, "Race %s: _close failed")],
)
async def test_a_race_that_could_not_be_settled_is_settled_with_the_next_try(
    process: Process,
    alice: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    fault: Any,
    line: str,
) -> None:
    monkeypatch.setattr("games.live.room.TRY_AGAIN", 0.05)
    race = await begun(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    with monkeypatch.context() as broken:
        broken.setattr("games.live.storage.closing.close_race", fault)
        await tab.send(t="end")
        await tab.board(1)
        record = await logged(caplog, line % race.code)
    assert bool(record.exc_info) is (fault is stumble)
    over = await tab.race(state="over")
    assert over["seats"][0]["state"] == "ended"


async def test_a_board_that_cannot_be_read_again_is_said_to_be_out_of_reach(
    process: Process, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    with monkeypatch.context() as broken:
        broken.setattr(journal, "_insert", fail)
        broken.setattr("games.live.storage.Action.objects.filter", fail)
        await tab.send(t="act", n=1, a=moves[0])
        await tab.refused("not-stored")
        refusal = await tab.refused("unavailable")
        assert refusal["detail"] == "The server cannot reach its data. Trying again."
    await tab.send(t="sync")
    await tab.board(0)
    await tab.play(moves[0])


async def test_a_heartbeat_that_fails_is_logged_and_the_next_one_comes(
    process: Process,
    alice: Player,
    bob: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("games.live.rooms.HEARTBEAT", 0.05)
    monkeypatch.setattr("games.live.rooms.ALONE_HEARTBEAT", 0.05)
    race = await begun(alice, bob)
    failed = asyncio.Event()

    async def fail_to_stand(codes: object) -> None:
        failed.set()
        raise UnavailableError("the disk is full")

    tab = await process.tab(race.code, alice)
    await tab.board(0)
    with monkeypatch.context() as broken:
        broken.setattr("games.live.storage.standings", fail_to_stand)
        while "The heartbeat failed: the disk is full" not in caplog.messages:
            failed.clear()
            await asyncio.wait_for(failed.wait(), WAIT)
    process.now += 60_000
    frame = await tab.race()
    while not frame["seats"][1]["away"]:
        frame = await tab.race()


async def test_who_is_told_to_go_and_stays_is_left(
    process: Process, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("games.live.race_socket.CLOSE_SECONDS", 0.05)
    tab = await process.tab("BCDFGH")
    await tab.refused("no-race")
    await tab.left()
    said = [each.message for each in caplog.records]
    assert "Race BCDFGH: a client that did not read was left" in said


async def test_where_no_race_can_be_a_socket_is_told_so(process: Process) -> None:
    tab = await process.tab("AEIOU-")
    assert (await tab.refused("no-race"))["detail"] == "There is no race at this address."
    assert await tab.receive() == {"t": "close", "code": 4404}


async def test_what_is_no_message_is_answered_and_in_the_end_cut_off(
    process: Process, alice: Player
) -> None:
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


async def test_who_is_one_too_many_is_told_so_and_let_in_when_a_place_is_free(
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


async def test_who_comes_too_often_is_told_before_anything_is_asked(
    process: Process, alice: Player
) -> None:
    process.limit(connects_per_address=1)
    race = await begun(alice)
    for _ in range(2):
        await (await process.tab(race.code, alice)).board(0)
    third = await process.tab(race.code, alice)
    refusal = await third.refused("too-soon")
    assert refusal["detail"] == "Too many connect at once from your address. Trying again."
    assert await third.receive() == {"t": "close", "code": 4425}


async def test_who_sends_too_fast_is_told_and_a_sync_counts_for_more(
    process: Process, alice: Player
) -> None:
    process.limit(frames_per_connection=5)
    race = await begun(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    for _ in range(3):
        await tab.send(t="sync")
    assert (await tab.refused("too-many"))["detail"] == "Send at most 5 frames a second."


async def test_a_process_that_ends_answers_what_has_come_in_and_sends_its_clients_away(
    process: Process, alice: Player
) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    await tab.send(t="act", n=1, a=moves[0])
    await tab.send(t="sync")
    ending = asyncio.create_task(race_socket.drain.run())
    await tab.board(1)
    frame = await tab.receive()
    while frame["t"] != "close":
        frame = await tab.receive()
    assert frame["code"] == 4503
    late = await process.tab(race.code, alice)
    assert await late.receive() == {"t": "close", "code": 4503}
    await tab.close()
    await ending


async def test_a_move_over_which_the_server_stumbles_is_logged_and_can_be_sent_again(
    process: Process,
    alice: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    with monkeypatch.context() as broken:
        broken.setattr("games.live.entries.EntryBoard.do", stumble)
        await tab.send(t="act", n=1, a=moves[0])
        await tab.refused("internal")
    assert "KeyError: 'seat'" in caplog.text
    await tab.play(*moves[:2])


async def test_a_message_over_which_the_server_stumbles_is_logged_and_the_next_one_done(
    process: Process,
    alice: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    monkeypatch.setattr("games.live.storage.open_rematch", stumble)
    await tab.send(t="rematch")
    await tab.refused("internal")
    assert "KeyError: 'seat'" in caplog.text
    await tab.play(moves[0])


@pytest.mark.parametrize(
    "asked", ["games.live.visitors.get_user", "games.models.Race.objects.find"]
)
async def test_whoever_cannot_be_let_in_is_sent_away_and_the_log_says_why(
    process: Process,
    alice: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    asked: str,
) -> None:
    race = await begun(alice)
    for fault, code, line in (
        (fail, "unavailable", "The database does not answer: the disk is full"),
        (stumble, "internal", "KeyError: 'seat'"),
    ):
        with monkeypatch.context() as broken:
            broken.setattr(asked, fault)
            tab = await process.tab(race.code, alice)
            await tab.refused(code)
            assert await tab.receive() == {"t": "close", "code": 4500}
        assert line in caplog.text


async def test_an_action_whose_number_is_free_after_all_is_stored(
    process: Process, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    write, failures = journal.write, [TakenError()]

    def write_second(batch: Sequence[Group]) -> Errors:
        return [failures.pop()] * len(batch) if failures else write(batch)

    monkeypatch.setattr(journal, "write", write_second)
    await tab.play(*moves[:2])


async def test_an_action_is_refused_while_nobody_knows_who_has_taken_its_number(
    process: Process, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    with monkeypatch.context() as broken:
        broken.setattr(journal, "write", lambda batch: [TakenError()] * len(batch))
        broken.setattr("games.live.storage.Action.objects.filter", fail)
        await tab.send(t="act", n=1, a=moves[0])
        assert (await tab.refused("not-stored"))["n"] == 1
        await tab.refused("unavailable")
    await tab.play(*moves[:2])


async def test_who_waits_for_no_answers_is_told_to(process: Process, alice: Player) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    # A board that is busy, as while the database answers somebody slowly.
    turn = process.rooms._rooms[race.code]._boards[alice.pk].turn
    await turn.take()
    await tab.send(t="act", n=1, a=moves[0])
    await tab.quiet()
    for _ in range(INBOX_LIMIT):
        await tab.send(t="alarm", on=False)
    assert await tab.quiet() == []
    await tab.send(t="act", n=2, a=moves[1])
    refusal = await tab.refused("too-many")
    assert refusal["detail"] == "Wait for answers before you send more."
    turn.release()
    await tab.board(1)
    await tab.play(moves[1], first=2)


async def test_what_comes_while_a_process_ends_is_left_to_the_next_one(
    process: Process, alice: Player
) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    turn = process.rooms._rooms[race.code]._boards[alice.pk].turn
    await turn.take()
    await tab.send(t="act", n=1, a=moves[0])
    await tab.quiet()
    ending = asyncio.create_task(race_socket.drain.run())
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


async def test_who_comes_to_a_process_that_ends_and_stays_is_left(
    process: Process, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("games.live.race_socket.CLOSE_SECONDS", 0.05)
    race_socket.drain.has_begun = True
    tab = await process.tab("BCDFGH")
    assert await tab.receive() == {"t": "close", "code": 4503}
    await logged(caplog, "Race BCDFGH: a client that did not read was left")
