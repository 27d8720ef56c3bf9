"""An event in a process: what its sockets hear although notes, instants and reads were lost."""

from __future__ import annotations

# Long: in each test something else is lost, or told.
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from games.live import event_halls, event_storage
from games.live.connections import CLOSE_FAILED
from games.live.database_thread import UnavailableError
from games.live.event_hall import EventHall
from games.live.notes import RunNote, to_wire
from games.live.relay import GROUP
from games.models import Action, Entry, Event, Player, Race, Ruling
from games.models.database.instants import to_datetime, to_ms
from games.models.races.closing import close_race
from games.models.races.event_seating import seat_rounds
from games.models.races.identity import erase, rename
from games.models.standings.ruling import Decision
from games.racing import SEATED, Run, RunState
from tests.clocks import at
from tests.live.process import Frame, Process, Tab, logged, until
from tests.live.process import no_heartbeat as no_heartbeat
from tests.live.process import process as process
from tests.models import events
from tests.models.events import MINUTE, START, begin, close, planned, play, seat
from tests.players import alice as alice
from tests.players import bob as bob
from tests.players import charlie as charlie
from tests.staff import staff as staff

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_heartbeat", "quick"),
]

FULL = UnavailableError("the disk is full")
FIRST = events.wins(1)[0]
WON = len(FIRST.solution)

stored = sync_to_async


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for changes often, and read everything again never."""
    monkeypatch.setattr(event_halls, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(event_halls, "ALL_EVERY", 1 << 30)


@pytest.fixture
def thorough(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read everything again with every look."""
    monkeypatch.setattr(event_halls, "ALL_EVERY", 1)


def crowd(count: int) -> list[Player]:
    return [Player.objects.create_guest() for _ in range(count)]


def begun(organiser: Player, *players: Player) -> Event:
    """Store an event whose first round has just begun."""
    event = planned(organiser, *players)
    begin(event, 1)
    return event


def tables(event: Event, number: int = 1) -> list[Race]:
    return list(Race.objects.filter(round__event=event, round__number=number).order_by("pk"))


def failing(error: Exception) -> Callable[..., Any]:
    async def fail(*_: Any, **__: Any) -> Any:
        raise error

    return fail


async def standings(tab: Tab, **wanted: Any) -> Frame:
    return await tab.until("standings", **wanted)


async def points(tab: Tab, **wanted: Any) -> dict[str, float]:
    """Return the points by name in the next standings with these fields."""
    return {row["name"]: row["points"] for row in (await standings(tab, **wanted))["rows"]}


async def test_a_win_whose_note_is_lost_is_read_once_notes_are_missed(
    process: Process, alice: Player, bob: Player
) -> None:
    event = await stored(begun)(alice, alice, bob)
    process.now = START + MINUTE
    tab = await process.event_tab(event.code)
    await standings(tab, finished=0)
    hall = process.halls._halls[event.code]
    await until(lambda: process.rooms._relay._is_member)
    await until(lambda: not hall._is_behind and not hall._is_catching_up)
    await stored(play)(event, 1, {bob: WON, alice: 3})
    assert await tab.quiet() == []
    layer: Any = get_channel_layer()
    # The second message of another process, whose first one was dropped.
    for number in (0, 2):
        message: dict[str, Any] = {
            "type": "notes",
            "origin": "other",
            "number": number,
            "notes": [],
        }
        await layer.group_send(GROUP, message)
    assert await points(tab, finished=1) == {"Bob": 25}


@pytest.mark.usefixtures("thorough")
async def test_a_win_that_no_process_told_of_is_read_after_a_while(
    process: Process, alice: Player, bob: Player
) -> None:
    event = await stored(begun)(alice, alice, bob)
    process.now = START + MINUTE
    tab = await process.event_tab(event.code)
    await standings(tab, finished=0)
    await stored(play)(event, 1, {bob: WON})
    assert await points(tab, finished=1) == {"Bob": 25}


async def test_the_standings_tell_who_is_a_guest(process: Process, bob: Player) -> None:
    (guest,) = await stored(crowd)(1)
    event = await stored(begun)(bob, bob, guest)
    process.now = START + MINUTE
    await stored(play)(event, 1, {bob: WON, guest: WON})
    told = await standings(await process.event_tab(event.code), finished=2)
    assert {row["name"]: row["guest"] for row in told["rows"]} == {"Bob": False, guest.name: True}


@pytest.mark.usefixtures("thorough")
async def test_it_is_told_how_many_still_play_and_who_came_first(
    process: Process, alice: Player, bob: Player
) -> None:
    event = await stored(planned)(alice, alice, bob)
    process.now = START - 2 * SEATED
    tab = await process.event_tab(event.code)
    assert (await tab.until("event", state="coming"))["names"] == ["Alice", "Bob"]
    await stored(begin)(event, 1)
    process.now = START + MINUTE
    await standings(tab, playing=2)
    await stored(play)(event, 1, {bob: 9, alice: 3})
    await stored(Action.objects.create)(
        entry=await stored(Entry.objects.get)(player=alice), number=4, ms=900, text="end"
    )
    await standings(tab, playing=1)
    process.now = START + 2 * MINUTE
    await stored(close)(event, 1)
    while (told := await tab.until("event"))["rounds"][0]["best"] is None:
        pass
    assert told["names"] == []
    best = told["rounds"][0]["best"]
    assert (best["names"], best["count"], best["time"]) == (["Bob"], 1, None)
    assert [one["delay"] for one in told["rounds"]] == [30_000] * 3


async def test_a_win_told_while_the_event_is_read_is_not_lost(
    process: Process, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = await stored(begun)(alice, alice, bob)
    process.now = START + MINUTE
    load = event_storage.load

    async def win_after(*line: Any) -> Any:
        found = await load(*line)
        await stored(play)(event, 1, {bob: WON})
        assert found is not None
        (table,) = found.tables
        note = to_wire(RunNote(bob.pk, Run(RunState.WON, 52, 1000, WON, time=1000)))
        process.halls.hear({"notes": [[table.code, note]]})
        return found

    with monkeypatch.context() as slow:
        slow.setattr(event_storage, "load", win_after)
        tab = await process.event_tab(event.code)
        assert await points(tab, finished=1) == {"Bob": 25}


async def test_an_event_opened_while_its_tables_close_shows_every_win(
    process: Process, alice: Player
) -> None:
    players = await stored(crowd)(11)
    event = await stored(begun)(alice, *players)
    await stored(play)(event, 1, dict.fromkeys(players, WON))
    one, other = await stored(tables)(event)
    process.now = START + 2 * MINUTE
    assert await stored(close_race)(one, at(process.now))
    tab = await process.event_tab(event.code)
    assert len((await standings(tab, finished=11))["rows"]) == 11
    assert await stored(close_race)(other, at(process.now))
    await tab.until("event", round=2)
    frame = await standings(tab)
    assert (len(frame["rows"]), frame["finished"]) == (11, 11)


async def test_an_instant_is_told_though_reading_failed_when_it_came(
    process: Process,
    alice: Player,
    bob: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    event = await stored(planned)(alice, alice, bob)
    await stored(seat)(event, 1)
    process.now = START - 1000
    tab = await process.event_tab(event.code)
    frame = await tab.until("event")
    assert (frame["rounds"][0]["state"], frame["starts_in"]) == ("seated", 1000)
    with monkeypatch.context() as broken:
        broken.setattr(event_storage, "load", failing(FULL))
        process.now = START + 500
        await logged(caplog, f"Event {event.code}: could not be read: the disk is full")
    frame = await tab.until("event")
    assert (frame["rounds"][0]["state"], frame["starts_in"]) == ("running", None)
    assert frame["version"] == (await Event.objects.aget(pk=event.pk)).version
    await standings(tab)
    # Nothing more follows until something changes.
    assert await tab.quiet() == []


async def test_an_event_that_fails_does_not_hold_up_the_others(
    process: Process,
    alice: Player,
    bob: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    one = await stored(planned)(alice, alice)
    await stored(events.stock)(6)
    other = await stored(planned)(bob, bob)
    process.now = START - MINUTE
    for event in (one, other):
        tab = await process.event_tab(event.code)
        await tab.until("event")
    keep_up = EventHall.keep_up

    async def fail_for_one(hall: EventHall, *line: Any, **named: Any) -> None:
        if hall.code == one.code:
            raise KeyError("seat")
        await keep_up(hall, *line, **named)

    monkeypatch.setattr(EventHall, "keep_up", fail_for_one)
    await stored(Event.objects.filter(pk=other.pk).renew)()
    await tab.until("event")
    line = f"Event {one.code}: could not be told of; trying again"
    assert (await logged(caplog, line)).exc_info


@pytest.mark.parametrize("error", [FULL, KeyError("seat")])
async def test_a_socket_that_cannot_be_welcomed_is_sent_away_and_forgotten(
    process: Process, alice: Player, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    event = await stored(planned)(alice, alice)
    with monkeypatch.context() as broken:
        broken.setattr(EventHall, "welcome", failing(error))
        tab = await process.event_tab(event.code)
        await tab.refused("unavailable" if error is FULL else "internal")
        assert await tab.receive() == {"t": "close", "code": CLOSE_FAILED}
    assert not process.halls._halls
    assert process.halls._looking is None


@pytest.mark.parametrize("error", [FULL, KeyError("seat")])
async def test_a_socket_whose_request_fails_goes_on(
    process: Process, alice: Player, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    event = await stored(planned)(alice, alice)
    tab = await process.event_tab(event.code, alice)
    await tab.until("you", joined=True)
    with monkeypatch.context() as broken:
        broken.setattr(EventHall, "welcome", failing(error))
        await tab.send(t="sync")
        await tab.refused("unavailable" if error is FULL else "internal")
    await tab.send(t="sync")
    await tab.until("you", joined=True)
    await tab.send(t="act", n=1, a="end")
    await tab.refused("not-seated")


async def test_there_is_no_hall_without_an_event(process: Process) -> None:
    tab = await process.event_tab("BCDFGH")
    await tab.refused("no-race")
    assert (await tab.receive())["t"] == "close"
    assert not process.halls._halls


async def test_a_slow_opening_blocks_no_other_event(
    process: Process, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await stored(planned)(alice, alice)
    await stored(events.stock)(6)
    other = await stored(planned)(bob, bob)
    load = event_storage.load

    async def stall_for_one(code: str, now: int) -> Any:
        await until(lambda: code == other.code or is_other_open)
        return await load(code, now)

    is_other_open = False
    monkeypatch.setattr(event_storage, "load", stall_for_one)
    slow = await process.event_tab(one.code)
    await (await process.event_tab(other.code)).until("event")
    is_other_open = True
    await slow.until("event")


async def test_names_are_those_of_now(process: Process, alice: Player, bob: Player) -> None:
    event = await stored(planned)(alice, alice, bob)
    await stored(events.race)(event, 1, {bob: 5, alice: 3})
    process.now = START + 2 * MINUTE
    tab = await process.event_tab(event.code)
    assert await points(tab) == {"Bob": 25, "Alice": 18}
    await stored(rename)(bob, "Robert")
    assert (await tab.until("event"))["tables"][0]["players"].count("Robert") == 1
    assert await points(tab) == {"Robert": 25, "Alice": 18}
    await stored(erase)(alice, to_datetime(process.now))
    frame = await tab.until("event", players=1)
    assert "Deleted player" in frame["tables"][0]["players"]
    assert await points(tab) == {"Robert": 25, "Deleted player": 18}


async def test_a_ruling_on_an_earlier_round_reaches_an_open_page(
    process: Process, alice: Player, bob: Player, staff: Player
) -> None:
    event = await stored(planned)(alice, alice, bob)
    await stored(events.race)(event, 1, {bob: 5, alice: 3})
    await stored(begin)(event, 2)
    process.now = START + 4 * MINUTE
    tab = await process.event_tab(event.code)
    assert await points(tab) == {"Bob": 25, "Alice": 18}
    entry = await Entry.objects.select_related("race").aget(player=bob, race__round__number=1)
    await stored(Ruling.objects.make)(entry, Decision.VOID, staff, "By a program.", process.now)
    assert await points(tab) == {"Alice": 25, "Bob": 0}


async def test_a_skipped_round_gives_way_to_the_next(process: Process, alice: Player) -> None:
    event = await stored(planned)(alice)
    process.now = START - MINUTE
    tab = await process.event_tab(event.code)
    assert (await tab.until("event"))["round"] == 1
    process.now = START - SEATED
    await stored(seat_rounds)(at(process.now))
    frame = await tab.until("event", round=2)
    assert [one["state"] for one in frame["rounds"]] == ["skipped", "coming", "coming"]
    assert (frame["starts_in"], frame["ends_in"]) == (3 * MINUTE + SEATED, None)


async def test_a_round_that_waits_for_a_deal_does_not_run(process: Process, alice: Player) -> None:
    event = await stored(planned)(alice, alice)
    await stored(event.rounds.filter(number=1).update)(deal=None)
    process.now = START - MINUTE
    tab = await process.event_tab(event.code)
    await tab.until("event")
    process.now = START + 1000
    frame = await tab.until("event")
    assert (frame["round"], frame["rounds"][0]["state"]) == (1, "coming")
    assert (frame["starts_in"], frame["ends_in"]) == (0, None)


async def test_what_was_won_stays_when_the_next_round_is_seated(
    process: Process, alice: Player, bob: Player
) -> None:
    event = await stored(begun)(alice, alice, bob)
    await stored(play)(event, 1, {bob: WON, alice: 3})
    process.now = START + MINUTE
    tab = await process.event_tab(event.code, bob)
    assert await points(tab, finished=1) == {"Bob": 25}
    process.now = START + 2 * MINUTE
    await stored(close)(event, 1)
    while await points(tab, finished=1) != {"Bob": 25, "Alice": 18}:
        pass
    two = await stored(events.round_of)(event, 2)
    process.now = to_ms(two.starts_at) - SEATED
    await stored(seat)(event, 2)
    while (await tab.until("event"))["rounds"][1]["state"] != "seated":
        pass
    assert await points(tab, finished=0) == {"Bob": 25, "Alice": 18}
    (table,) = await stored(tables)(event, 2)
    await tab.until("you", table=table.code)
