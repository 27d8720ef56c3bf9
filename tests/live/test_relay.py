"""What one process tells, the others hear; what they have missed, they know."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import pytest
from channels.layers import InMemoryChannelLayer, get_channel_layer

from games.live.relay import GROUP, Note, Relay, note_on_races, note_on_rights

PATIENCE = 30


class Listener:
    """A process that writes down what its relay tells it."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, Note]] = []
        self.missed = 0
        self.changed = asyncio.Event()
        self.looked_at: list[int] = []
        self.relay = Relay(self._hear, self._miss, self._look_again)

    async def _hear(self, code: str, note: Note) -> None:
        self.heard.append((code, note))
        self.changed.set()

    async def _miss(self) -> None:
        self.missed += 1
        self.changed.set()

    async def _look_again(self, player: int) -> None:
        self.looked_at.append(player)
        self.changed.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self.changed.clear()
                await self.changed.wait()


def heard(listener: Listener, notes: int) -> bool:
    """Whether a process has heard so many notes."""
    return len(listener.heard) == notes


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What relays have logged."""
    return [record.message for record in caplog.records if record.name == "games.live.relay"]


@pytest.fixture
def layer() -> InMemoryChannelLayer:
    """The channel layer of this process, empty."""
    layer = get_channel_layer()
    assert isinstance(layer, InMemoryChannelLayer)
    layer.channels.clear()
    layer.groups.clear()
    return layer


async def two_processes() -> tuple[Listener, Listener]:
    """Two listeners that have both joined."""
    one, other = Listener(), Listener()
    one.relay.start()
    other.relay.start()
    await one.until(lambda: one.missed == 1)
    await other.until(lambda: other.missed == 1)
    return one, other


async def test_the_others_hear_what_one_tells_and_it_does_not(layer: InMemoryChannelLayer) -> None:
    one, other = await two_processes()
    one.relay.tell("BCDFGH", {"player": 1})
    one.relay.tell("JKMNPQ", {})
    await other.until(lambda: len(other.heard) == 2)
    assert other.heard == [("BCDFGH", {"player": 1}), ("JKMNPQ", {})]
    other.relay.tell("BCDFGH", {})
    await one.until(lambda: len(one.heard) == 1)
    assert len(other.heard) == 2


async def test_a_newer_note_takes_the_place_of_one_that_waits(layer: InMemoryChannelLayer) -> None:
    one, other = await two_processes()
    for run in range(5):
        one.relay.tell("BCDFGH", {"player": 1, "run": run})
    one.relay.tell("BCDFGH", {"player": 2, "run": 0})
    await other.until(lambda: len(other.heard) == 2)
    assert [note for _, note in other.heard] == [
        {"player": 1, "run": 4},
        {"player": 2, "run": 0},
    ]


async def test_who_has_not_got_a_message_reads_everything_again(
    layer: InMemoryChannelLayer, caplog: pytest.LogCaptureFixture
) -> None:
    _, other = await two_processes()
    for number in (7, 8, 10):
        message = {"type": "notes", "origin": "a third", "number": number}
        await layer.group_send(GROUP, message | {"notes": [["BCDFGH", {"player": number}]]})
    await other.until(lambda: other.missed == 2)
    await other.until(lambda: len(other.heard) == 3)
    assert [note for _, note in other.heard] == [{"player": number} for number in (7, 8, 10)]
    assert set(said(caplog)) == {"Messages of another process are lost; reading everything again"}


async def test_a_note_on_rights_reaches_every_process_and_counts_as_none_of_theirs(
    layer: InMemoryChannelLayer,
) -> None:
    one, other = await two_processes()
    for player in (7, 7, 8):
        await layer.group_send(GROUP, note_on_rights(player))
    await one.until(lambda: one.looked_at == [7, 7, 8])
    await other.until(lambda: other.looked_at == [7, 7, 8])
    one.relay.tell("BCDFGH", {})
    await other.until(lambda: len(other.heard) == 1)
    assert (one.missed, other.missed) == (1, 1)


async def test_a_line_that_breaks_is_told_once_and_once_when_it_is_mended(
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
    with monkeypatch.context() as broken:
        for method in ("group_add", "receive"):
            broken.setattr(layer, method, fail)
        # Both are waiting for a message, and notice with the next one that no more will come.
        one.relay.tell("BCDFGH", {})
        await asyncio.wait_for(often.wait(), PATIENCE)
    await one.until(lambda: one.missed == 2)
    await other.until(lambda: other.missed == 2)
    assert sorted(said(caplog)) == [
        *["The line to the other processes is broken, trying again: OSError('gone')"] * 2,
        *["The line to the other processes is mended"] * 2,
    ]
    # Always the same channels: those that nobody reads would fill up.
    assert len(layer.groups[GROUP]) == 2


async def test_what_a_page_tells_is_heard_by_all_and_counted_by_none(
    layer: InMemoryChannelLayer,
) -> None:
    one, other = await two_processes()
    for _ in range(2):
        await layer.group_send(GROUP, note_on_races(["BCDFGH", "JKMNPQ"]))
    for listener in (one, other):
        await listener.until(partial(heard, listener, 4))
        assert listener.heard == [("BCDFGH", {}), ("JKMNPQ", {})] * 2
        assert listener.missed == 1


async def test_notes_that_could_not_be_sent_are_sent_later_unless_there_are_newer_ones(
    layer: InMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("games.live.relay.RETRY_AFTER", 0.01)
    one, other = await two_processes()
    send, failures = layer.group_send, [OSError("gone")]

    async def fail_once(group: str, message: dict[str, object]) -> None:
        if failures:
            one.relay.tell("BCDFGH", {"player": 1, "run": 1})
            one.relay.tell("BCDFGH", {"player": 3, "run": 0})
            raise failures.pop()
        assert one.relay.is_broken
        await send(group, message)

    monkeypatch.setattr(layer, "group_send", fail_once)
    one.relay.tell("BCDFGH", {"player": 1, "run": 0})
    one.relay.tell("BCDFGH", {"player": 2, "run": 0})
    await other.until(lambda: len(other.heard) == 3)
    assert [(note["player"], note["run"]) for _, note in other.heard] == [(1, 1), (2, 0), (3, 0)]
    await one.relay.close()
    assert not one.relay.is_broken
    assert said(caplog) == [
        "The line to the other processes is broken, trying again: OSError('gone')",
        "The line to the other processes is mended",
    ]
    assert other.missed == 1


async def test_no_more_notes_wait_than_there_is_room_for(
    layer: InMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.relay.NOTES_LIMIT", 2)
    one, other = await two_processes()
    for player in (1, 2, 3):
        one.relay.tell("BCDFGH", {"player": player})
    await other.until(lambda: len(other.heard) == 2)
    await one.relay.close()
    assert [note["player"] for _, note in other.heard] == [1, 2]


async def test_a_note_on_watchers_takes_the_place_of_none_on_the_race(
    layer: InMemoryChannelLayer,
) -> None:
    one, other = await two_processes()
    for note in ({}, {"watchers": 1}, {"watchers": 2}):
        one.relay.tell("BCDFGH", note)
    await other.until(lambda: len(other.heard) == 2)
    assert [note for _, note in other.heard] == [{}, {"watchers": 2}]


async def test_a_process_that_ends_says_everything_and_is_sent_nothing_more(
    layer: InMemoryChannelLayer, caplog: pytest.LogCaptureFixture
) -> None:
    await Listener().relay.close()
    one, other = await two_processes()
    tasks = tuple(one.relay._tasks)
    one.relay.tell("BCDFGH", {"player": 1})
    one.relay.tell("BCDFGH", {"player": 2})
    await one.relay.close()
    await other.until(lambda: len(other.heard) == 2)
    assert len(layer.groups[GROUP]) == 1
    await asyncio.wait(tasks, timeout=PATIENCE)
    assert all(task.done() for task in tasks)
    assert said(caplog) == []


async def test_a_process_that_ends_waits_for_no_channel_layer_that_takes_nothing(
    layer: InMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("games.live.relay.LEAVE_SECONDS", 0.05)
    one, other = await two_processes()

    async def hang(*_: object) -> None:
        await asyncio.Event().wait()

    async def fail(*_: object) -> None:
        raise OSError("gone")

    monkeypatch.setattr(layer, "group_send", hang)
    one.relay.tell("BCDFGH", {})
    other.relay.tell("BCDFGH", {})
    await one.relay.close()
    assert len(layer.groups[GROUP]) == 1
    assert said(caplog) == []
    monkeypatch.setattr(layer, "group_discard", fail)
    tasks = tuple(other.relay._tasks)
    await other.relay.close()
    told = "The other processes do not know yet that this one ends: OSError('gone')"
    assert said(caplog) == [told]
    await asyncio.wait(tasks, timeout=PATIENCE)
    assert all(task.done() for task in tasks)


async def test_a_process_that_the_channel_layer_has_forgotten_joins_again(
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
        "The line to the other processes is broken, trying again: OSError('gone')"
    ]
    await one.relay.close()
