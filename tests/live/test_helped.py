"""The alarm and hints from socket to solver, with a scripted solver."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from channels.db import database_sync_to_async

from games.live.solver_pool import SolverAnswer, SolverPool
from games.models import Deal, Player, Proof, Race
from games.models.play.practice import begin_practice
from tests.clocks import at
from tests.live.process import Process, end_all
from tests.live.wins import win
from tests.models.stored_races import ZERO
from tests.players import alice as alice

pytestmark = pytest.mark.django_db(transaction=True)

KNOWN = win("beleaguered-castle")


@pytest_asyncio.fixture
async def process(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    """Provide a process one second after the start, whose solver knows the win as dealt."""

    async def ask(self: SolverPool, entry: int, rules: str, position: str) -> SolverAnswer:
        return SolverAnswer("winnable", tuple(KNOWN.moves))

    monkeypatch.setattr(SolverPool, "ask", ask)
    monkeypatch.setattr(SolverPool, "warm", lambda self: None)
    process = Process(monkeypatch, ZERO + 1_000)
    yield process
    await process.close()
    await end_all()


@database_sync_to_async
def practice(player: Player) -> Race:
    deal = Deal.objects.from_cards(KNOWN.deal)
    return begin_practice(player, KNOWN.rules, deal, at(ZERO))


@database_sync_to_async
def store_solution(race: Race, *, public: bool) -> None:
    Deal.objects.filter(pk=race.deal_id).update(public=public)
    Proof.objects.create(
        deal=race.deal, rules=race.rules, kind="winnable", states=1, line=" ".join(KNOWN.moves)
    )


@database_sync_to_async
def is_assisted(race: Race) -> bool:
    return race.entries.get().assisted


async def test_a_hint_is_a_winning_move_and_marks_the_run(process: Process, alice: Player) -> None:
    race = await practice(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    assert not await is_assisted(race)
    await tab.send(t="hint")
    frame = await tab.race()
    while not frame["seats"][0]["assisted"]:
        frame = await tab.race()
    assert await tab.until("hint") == {
        **{"t": "hint", "n": 0, "verdict": "winnable", "move": KNOWN.moves[0]}
    }
    assert await is_assisted(race)


@pytest.mark.parametrize("public", [True, False])
async def test_only_a_published_solution_needs_no_solver(
    process: Process, alice: Player, monkeypatch: pytest.MonkeyPatch, public: bool
) -> None:
    async def ask(self: SolverPool, entry: int, rules: str, position: str) -> SolverAnswer:
        return SolverAnswer("unknown")

    monkeypatch.setattr(SolverPool, "ask", ask)
    race = await practice(alice)
    await store_solution(race, public=public)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    await tab.send(t="hint")
    assert (await tab.until("hint"))["move"] == (KNOWN.moves[0] if public else None)


async def test_an_alarm_reports_after_each_move_until_it_is_switched_off(
    process: Process, alice: Player
) -> None:
    race = await practice(alice)
    tab, other = await process.tab(race.code, alice), await process.tab(race.code, alice)
    await tab.board(0)
    await other.board(0)
    await tab.send(t="alarm", on=True)
    assert await tab.until("verdict") == {"t": "verdict", "n": 0, "verdict": "winnable"}
    await tab.send(t="act", n=1, a=KNOWN.moves[0])
    assert (await tab.until("verdict"))["n"] == 1
    await tab.send(t="alarm", on=False)
    await tab.quiet()
    await tab.play(KNOWN.moves[1], first=2)
    assert not [frame for frame in await tab.quiet() if frame["t"] == "verdict"]
    await other.quiet()
    assert not [frame for frame in other.frames if frame["t"] == "verdict"]
