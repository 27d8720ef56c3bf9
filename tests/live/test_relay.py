"""Processes hear each other's notes, and know when they have missed some."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer, get_channel_layer

from games.live.notes import ChangeNote, Note, RunNote, WatchersNote, from_wire, to_wire
from games.live.relay import GROUP, Relay, note_on_races, note_on_rights
from games.racing import Run
from tests.scraping import counted

PATIENCE = 30

TURNS = 0.03
"""Seconds that a busy process takes for a message."""


class Listener:
    """A process that records what its relay delivers."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, Note]] = []
        self.missed = 0
        self.changed = asyncio.Event()
        self.looked_at: list[int] = []
        self.relay = Relay(self._hear, self._miss, self._check_rights)

    async def _hear(self, code: str, note: dict[str, Any]) -> None:
        self.heard.append((code, from_wire(note)))
        self.changed.set()

    async def _miss(self) -> None:
        self.missed += 1
        self.changed.set()

    async def _check_rights(self, player: int) -> None:
        self.looked_at.append(player)
        self.changed.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self.changed.clear()
                await self.changed.wait()


def run_note(player: int, moves: int = 0) -> RunNote:
    """Return a note on a run of this many moves."""
    return RunNote(player, Run(moves=moves))


def joined(listener: Listener) -> bool:
    """Return whether a process has joined the group."""
    return listener.missed == 1


def heard(listener: Listener, notes: int) -> bool:
    """Return whether a process has heard this many notes."""
    return len(listener.heard) == notes


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the log messages of the relays."""
    return [record.message for record in caplog.records if record.name == "games.live.relay"]


@pytest.fixture
def layer() -> InMemoryChannelLayer:
    """Provide this process's channel layer, emptied."""
    layer = get_channel_layer()
    assert isinstance(layer, InMemoryChannelLayer)
    layer.channels.clear()
    layer.groups.clear()
    return layer


async def two_processes() -> tuple[Listener, Listener]:
    """Start two listeners and wait until both have joined."""
    one, other = Listener(), Listener()
    one.relay.start()
    other.relay.start()
    await one.until(lambda: one.missed == 1)
    await other.until(lambda: other.missed == 1)
    return one, other


async def test_a_note_reaches_every_process_but_its_sender(layer: InMemoryChannelLayer) -> None:
    one, other = await two_processes()
    one.relay.tell("BCDFGH", run_note(1))
    one.relay.tell("JKMNPQ", ChangeNote())
    await other.until(lambda: len(other.heard) == 2)
    assert other.heard == [("BCDFGH", run_note(1)), ("JKMNPQ", ChangeNote())]
    other.relay.tell("BCDFGH", ChangeNote())
    await one.until(lambda: len(one.heard) == 1)
    assert len(other.heard) == 2


async def test_a_newer_note_replaces_one_that_waits(layer: InMemoryChannelLayer) -> None:
    one, other = await two_processes()
    for run in range(5):
        one.relay.tell("BCDFGH", run_note(1, run))
    one.relay.tell("BCDFGH", run_note(2))
    await other.until(lambda: len(other.heard) == 2)
    assert [note for _, note in other.heard] == [
        run_note(1, 4),
        run_note(2),
    ]


class SlowLayer(InMemoryChannelLayer):
    """A channel layer whose every message takes a busy process a while."""

    async def group_send(self, *arguments: Any) -> None:
        await asyncio.sleep(TURNS)
        await super().group_send(*arguments)

    async def receive(self, channel: str) -> Any:
        message = await super().receive(channel)
        await asyncio.sleep(TURNS)
        return message


async def test_busy_processes_never_fall_far_behind_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layer = SlowLayer(capacity=1000)
    monkeypatch.setattr("games.live.relay.get_channel_layer", lambda: layer)
    processes = [Listener() for _ in range(8)]
    for each in processes:
        each.relay.start()
        await each.until(partial(joined, each))
    waiting = 0
    for moves in range(150):
        for player, each in enumerate(processes):
            each.relay.tell("BCDFGH", run_note(player, moves))
        await asyncio.sleep(0.01)
        waiting = max(waiting, *(queue.qsize() for queue in layer.channels.values()))
    # One message of each may be under way.
    assert 1 <= waiting <= len(processes)
    for each in processes:
        await each.relay.close()


async def test_a_missed_message_leads_to_a_full_reload(
    layer: InMemoryChannelLayer, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = await two_processes()
    before = counted("samedeal_relay_lost_total")
    for number in (7, 8, 10):
        message = {"type": "notes", "origin": "a third", "number": number}
        await layer.group_send(GROUP, message | {"notes": [["BCDFGH", to_wire(run_note(number))]]})
    await other.until(lambda: other.missed == 2)
    await other.until(lambda: len(other.heard) == 3)
    assert [note for _, note in other.heard] == [run_note(number) for number in (7, 8, 10)]
    assert set(said(caplog)) == {"Messages of another process were lost; reading everything again"}
    await one.until(lambda: one.missed == 2)
    assert counted("samedeal_relay_lost_total") == before + 2


async def test_a_note_on_rights_reaches_every_process_and_is_not_numbered(
    layer: InMemoryChannelLayer,
) -> None:
    one, other = await two_processes()
    for player in (7, 7, 8):
        await layer.group_send(GROUP, note_on_rights(player))
    await one.until(lambda: one.looked_at == [7, 7, 8])
    await other.until(lambda: other.looked_at == [7, 7, 8])
    one.relay.tell("BCDFGH", ChangeNote())
    await other.until(lambda: len(other.heard) == 1)
    assert (one.missed, other.missed) == (1, 1)


async def test_a_lost_connection_is_logged_once_and_so_is_its_recovery(
    layer: InMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failures = 0
    often = asyncio.Event()

    async def fail(*_: object) -> None:
        nonlocal failures
        failures += 1
        if failures == 10:
            often.set()
        raise OSError("gone")

    monkeypatch.setattr("games.live.relay.RETRY_AFTER", 0.01)
    one, other = await two_processes()
    before = counted("samedeal_redis_failures_total", of="relay")
    with monkeypatch.context() as broken:
        for method in ("group_add", "receive"):
            broken.setattr(layer, method, fail)
        # Both are waiting for a message, and notice on the next one that no more will come.
        one.relay.tell("BCDFGH", ChangeNote())
        await asyncio.wait_for(often.wait(), PATIENCE)
    await one.until(lambda: one.missed == 2)
    await other.until(lambda: other.missed == 2)
    assert sorted(said(caplog)) == [
        *["The connection to the other processes is back"] * 2,
        *["The connection to the other processes is down, retrying: OSError('gone')"] * 2,
    ]
    assert counted("samedeal_redis_failures_total", of="relay") == before + failures
    # The channels stay the same: abandoned ones would fill up.
    assert len(layer.groups[GROUP]) == 2


async def test_a_note_from_a_page_reaches_all_and_is_not_numbered(
    layer: InMemoryChannelLayer,
) -> None:
    one, other = await two_processes()
    for _ in range(2):
        await layer.group_send(GROUP, note_on_races(["BCDFGH", "JKMNPQ"]))
    for listener in (one, other):
        await listener.until(partial(heard, listener, 4))
        assert listener.heard == [("BCDFGH", ChangeNote()), ("JKMNPQ", ChangeNote())] * 2
        assert listener.missed == 1


async def test_unsent_notes_are_sent_later_unless_newer_ones_replace_them(
    layer: InMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("games.live.relay.RETRY_AFTER", 0.01)
    one, other = await two_processes()
    send, failures = layer.group_send, [OSError("gone")]

    async def fail_once(group: str, message: dict[str, object]) -> None:
        if failures:
            one.relay.tell("BCDFGH", run_note(1, 1))
            one.relay.tell("BCDFGH", run_note(3))
            raise failures.pop()
        assert one.relay.is_broken
        await send(group, message)

    monkeypatch.setattr(layer, "group_send", fail_once)
    one.relay.tell("BCDFGH", run_note(1))
    one.relay.tell("BCDFGH", run_note(2))
    await other.until(lambda: len(other.heard) == 3)
    assert [note for _, note in other.heard] == [run_note(1, 1), run_note(2), run_note(3)]
    await one.relay.close()
    assert not one.relay.is_broken
    assert said(caplog) == [
        "The connection to the other processes is down, retrying: OSError('gone')",
        "The connection to the other processes is back",
    ]
    assert other.missed == 1


async def test_the_queue_of_notes_is_bounded(
    layer: InMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.relay.NOTES_LIMIT", 2)
    one, other = await two_processes()
    for player in (1, 2, 3):
        one.relay.tell("BCDFGH", run_note(player))
    await other.until(lambda: len(other.heard) == 2)
    await one.relay.close()
    assert [note for _, note in other.heard] == [run_note(1), run_note(2)]


async def test_a_note_on_watchers_does_not_replace_one_on_the_race(
    layer: InMemoryChannelLayer,
) -> None:
    one, other = await two_processes()
    for note in (ChangeNote(), WatchersNote("one", 1), WatchersNote("one", 2)):
        one.relay.tell("BCDFGH", note)
    await other.until(lambda: len(other.heard) == 2)
    assert [note for _, note in other.heard] == [ChangeNote(), WatchersNote("one", 2)]


async def test_a_process_that_ends_flushes_its_notes_and_leaves_the_group(
    layer: InMemoryChannelLayer, caplog: pytest.LogCaptureFixture
) -> None:
    await Listener().relay.close()
    one, other = await two_processes()
    tasks = tuple(one.relay._tasks)
    one.relay.tell("BCDFGH", run_note(1))
    one.relay.tell("BCDFGH", run_note(2))
    await one.relay.close()
    await other.until(lambda: len(other.heard) == 2)
    assert len(layer.groups[GROUP]) == 1
    await asyncio.wait(tasks, timeout=PATIENCE)
    assert all(task.done() for task in tasks)
    assert said(caplog) == []


async def test_a_process_that_ends_does_not_wait_for_a_stuck_channel_layer(
    layer: InMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("games.live.relay.LEAVE_SECONDS", 0.05)
    one, other = await two_processes()

    async def hang(*_: object) -> None:
        await asyncio.Event().wait()

    async def fail(*_: object) -> None:
        raise OSError("gone")

    monkeypatch.setattr(layer, "group_send", hang)
    one.relay.tell("BCDFGH", ChangeNote())
    other.relay.tell("BCDFGH", ChangeNote())
    await one.relay.close()
    assert len(layer.groups[GROUP]) == 1
    assert said(caplog) == []
    monkeypatch.setattr(layer, "group_discard", fail)
    tasks = tuple(other.relay._tasks)
    await other.relay.close()
    told = "Could not leave the group of processes: OSError('gone')"
    assert said(caplog) == [told]
    await asyncio.wait(tasks, timeout=PATIENCE)
    assert all(task.done() for task in tasks)


async def test_a_process_that_the_channel_layer_forgot_joins_again(
    layer: InMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(layer, "group_expiry", 0.3)
    join, failures = layer.group_add, list[Exception]()
    joined = asyncio.Event()

    async def add(group: str, channel: str) -> None:
        if failures:
            raise failures.pop()
        await join(group, channel)
        joined.set()

    monkeypatch.setattr(layer, "group_add", add)
    one = Listener()
    one.relay.start()
    await one.until(lambda: one.missed == 1)
    layer.groups.clear()
    failures.append(OSError("gone"))
    joined.clear()
    await asyncio.wait_for(joined.wait(), PATIENCE)
    assert len(layer.groups[GROUP]) == 1
    assert said(caplog) == [
        "The connection to the other processes is down, retrying: OSError('gone')"
    ]
    await one.relay.close()
