"""Two processes serve one race: what happens at one is shown at the other."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from channels.layers import InMemoryChannelLayer, get_channel_layer

from games.models import Player
from tests.live.awaited_races import opened, winnable
from tests.live.process import Process, Tab, end_all
from tests.models.stored_races import NOW, ZERO
from tests.players import alice as alice
from tests.players import bob as bob

pytestmark = pytest.mark.django_db(transaction=True)


@pytest_asyncio.fixture
async def processes(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Process, Process]]:
    """Provide two processes one second after the start, whose heartbeats come too late to help."""
    layer = get_channel_layer()
    assert isinstance(layer, InMemoryChannelLayer)
    layer.channels.clear()
    layer.groups.clear()
    monkeypatch.setattr("games.live.rooms.HEARTBEAT", 3600.0)
    monkeypatch.setattr("games.live.rooms.ALONE_HEARTBEAT", 3600.0)
    here, there = Process(monkeypatch, ZERO + 1_000), Process(monkeypatch, ZERO + 1_000)
    yield here, there
    await here.close()
    await there.close()
    await end_all()


async def seat_of(tab: Tab, seat: int, **wanted: object) -> None:
    """Receive until a seat with these fields is shown."""
    frame = await tab.race()
    while not wanted.items() <= frame["seats"][seat].items():
        frame = await tab.race()


async def test_a_tab_elsewhere_follows_its_player(
    processes: tuple[Process, Process], alice: Player
) -> None:
    race, moves = await winnable(alice)
    here, there = [await process.tab(race.code, alice) for process in processes]
    await here.board(0)
    await there.board(0)
    await here.play(*moves[:2])
    await there.board(2)
    await there.play(moves[2], first=3)
    await here.board(3)


async def test_an_action_resent_to_another_process_gets_the_same_answer(
    processes: tuple[Process, Process], alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race, moves = await winnable(alice)
    here, there = [await process.tab(race.code, alice) for process in processes]
    await here.board(0)
    await there.board(0)
    # Without a note, the other process learns of it from the database alone.
    monkeypatch.setattr("games.live.relay.Relay.tell", lambda *_: None)
    await here.play(moves[0])
    await there.send(t="act", n=1, a=moves[0])
    await there.board(1)
    await here.play(moves[1], first=2)
    await there.send(t="act", n=2, a="deal")
    stale = await there.refused("stale")
    assert (stale["n"], stale["detail"]) == (
        2,
        "You've played on in another tab. This is the table now.",
    )
    await there.board(2)
    await here.play(moves[2], first=3)
    # It knows that it is behind, and reads what it lacks.
    await there.send(t="act", n=4, a=moves[3])
    await there.board(4)


async def test_a_rival_elsewhere_sees_progress_and_the_end(
    processes: tuple[Process, Process], alice: Player, bob: Player
) -> None:
    race, moves = await winnable(alice, bob)
    here = await processes[0].tab(race.code, alice)
    there = await processes[1].tab(race.code, bob)
    await here.board(0)
    await there.board(0, seat=1)
    await here.play(*moves[:3])
    await seat_of(there, 0, moves=3)
    await there.send(t="end")
    await seat_of(here, 1, state="ended")
    await here.send(t="end")
    over = await there.race(state="over")
    assert [seat["state"] for seat in over["seats"]] == ["ended", "ended"]
    await here.race(state="over")


async def test_all_processes_show_the_same_lobby(
    processes: tuple[Process, Process], alice: Player, bob: Player
) -> None:
    for process in processes:
        process.now = NOW
    race = await opened(alice, bob)
    here = await processes[0].tab(race.code, alice)
    there = await processes[1].tab(race.code, bob)
    await here.race()
    await there.race()
    await there.send(t="ready", ready=True)
    await seat_of(here, 1, ready=True)
    await here.send(t="start")
    assert (await there.race(state="countdown"))["starts_in"] == 5_000


async def test_watchers_elsewhere_are_counted(
    processes: tuple[Process, Process], alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.rooms.HEARTBEAT", 0.05)
    race, _ = await winnable(alice)
    here = await processes[0].tab(race.code, alice)
    watcher = await processes[1].tab(race.code)
    await here.race(watchers=1)
    await watcher.close()
    watching = 1
    while watching:
        # The last note may still be in flight.
        processes[0].now += 60_000
        again = await processes[0].tab(race.code, alice)
        watching = (await again.race())["watchers"]


async def test_a_finished_player_watches_a_rival_elsewhere(
    processes: tuple[Process, Process], alice: Player, bob: Player
) -> None:
    race, moves = await winnable(alice, bob)
    here = await processes[0].tab(race.code, alice)
    there = await processes[1].tab(race.code, bob)
    await here.board(0)
    await there.board(0, seat=1)
    await there.send(t="end")
    await here.play(*moves[:2])
    assert (await there.board(2))["board"]["moves"] == []
