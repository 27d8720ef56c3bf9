"""What a player is told while the database fails, and afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from django.db import OperationalError

from games.live import journal
from games.live.database_thread import UnavailableError
from games.live.journal import Errors, Group, TakenError
from games.models import Player
from tests.live.awaited_races import begun, opened, winnable
from tests.live.process import WAIT, Process, logged
from tests.live.process import process as process
from tests.players import alice as alice
from tests.players import bob as bob

pytestmark = pytest.mark.django_db(transaction=True)


def fail(*_: Any, **__: Any) -> Any:
    raise OperationalError("the disk is full\nand more")


def stumble(*_: Any, **__: Any) -> Any:
    raise KeyError("seat")


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
        assert refusal["detail"] == "Your move wasn't saved. Try again."
        await tab.board(0)
    await tab.play(*moves[:2])


async def test_visitors_during_a_database_outage_are_sent_away(
    process: Process, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = await begun(alice)
    monkeypatch.setattr("games.models.Race.objects.find", fail)
    tab = await process.tab(race.code)
    refusal = await tab.refused("unavailable")
    assert refusal["detail"] == "The site is having trouble. Trying again."
    assert await tab.receive() == {"t": "close", "code": 4500}


async def test_a_request_that_fails_is_refused_and_works_later(
    process: Process, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = await opened(alice, bob)
    tab = await process.tab(race.code, alice)
    with monkeypatch.context() as broken:
        broken.setattr("games.live.storage.change_race", fail)
        await tab.send(t="ready", ready=True)
        await tab.refused("unavailable")
    await tab.send(t="ready", ready=True)
    frame = await tab.race()
    while not frame["seats"][0]["ready"]:
        frame = await tab.race()


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        (fail, "Race %s: closing the race failed: the disk is full"),
        (stumble, "Race %s: closing the race failed"),
    ],
)
async def test_a_race_that_could_not_be_settled_is_settled_on_the_next_try(
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


async def test_a_board_that_cannot_be_reloaded_is_reported_as_unavailable(
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
        assert refusal["detail"] == "The site is having trouble. Trying again."
    await tab.send(t="sync")
    await tab.board(0)
    await tab.play(moves[0])


async def test_a_failing_heartbeat_is_logged_and_the_next_one_runs(
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
        broken.setattr("games.live.storage.stored_states", fail_to_stand)
        while "The heartbeat failed: the disk is full" not in caplog.messages:
            failed.clear()
            await asyncio.wait_for(failed.wait(), WAIT)
    process.now += 60_000
    frame = await tab.race()
    while not frame["seats"][1]["away"]:
        frame = await tab.race()


async def test_a_move_that_crashes_the_server_code_is_logged_and_can_be_resent(
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


async def test_a_message_that_crashes_is_logged_and_the_next_one_is_handled(
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
async def test_a_visitor_who_cannot_be_admitted_is_sent_away_and_logged(
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


async def test_an_action_is_refused_while_the_holder_of_its_number_is_unknown(
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
