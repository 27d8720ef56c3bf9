"""Bots at the table: their badge, and their pace."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from games.client import Api, Race
from games.engine.record import Record
from games.live.limits import BotPace, TooFastError
from games.models import Player
from tests import programs
from tests.live.awaited_races import actions_of, winnable
from tests.live.process import Process
from tests.live.process import process as process
from tests.models.stored_races import ZERO
from tests.players import alice as alice
from tests.players import bob as bob
from tests.players import bot as bot
from tests.processes import Site


@pytest.mark.django_db(transaction=True)
async def test_a_fifth_action_within_a_second_is_refused_with_the_time_to_wait(
    process: Process, alice: Player, bot: Player
) -> None:
    race, moves = await winnable(bot, alice)
    tab, person = await process.tab(race.code, bot), await process.tab(race.code, alice)
    assert [seat["bot"] for seat in (await person.race())["seats"]] == [True, False]
    await tab.board(0)
    for n, move in enumerate(moves[:4], 1):
        process.now = ZERO + 1_000 + 10 * n
        await tab.play(move, first=n)
    await tab.send(t="act", n=5, a=moves[4])
    refusal = await tab.refused("too-fast")
    assert (refusal["n"], refusal["retry_after"]) == (5, 970)
    assert refusal["detail"] == "A bot makes at most 4 moves a second."
    process.now += refusal["retry_after"]
    await tab.play(moves[4], first=5)
    assert [ms for _, _, ms in await actions_of(race, bot)] == [1010, 1020, 1030, 1040, 2010]
    # A person may play as fast as the frames may come.
    await person.play(*moves[:8])


@pytest.mark.django_db(transaction=True)
async def test_the_pace_holds_over_sockets_and_processes(
    process: Process, alice: Player, bot: Player
) -> None:
    race, moves = await winnable(bot, alice)
    tab = await process.tab(race.code, bot)
    await tab.board(0)
    for n, move in enumerate(moves[:4], 1):
        process.now = ZERO + 1_000 + n
        await tab.play(move, first=n)
    await tab.close()
    # The room is gone; the pace is found again in the journal.
    again = await process.tab(race.code, bot)
    await again.board(4)
    await again.send(t="act", n=5, a=moves[4])
    assert (await again.refused("too-fast"))["retry_after"] == 997
    await again.send(t="end")
    await again.race()


def test_what_happens_in_one_instant_is_one_action() -> None:
    pace = BotPace()
    pace.check(0)
    for ms in (0, 0, 0, 0, 0, 1, 2):
        pace.note(ms)
    with pytest.raises(TooFastError, match="too-fast"):
        pace.check(2)
    pace.check(3)
    pace.note(3)
    for ms, left in ((3, 997), (4, 996), (999, 1)):
        with pytest.raises(TooFastError) as refused:
            pace.check(ms)
        assert refused.value.retry_after == left
    pace.check(1000)


async def played(api: Api, codes: list[str]) -> list[int]:
    """Play some actions of a practice, each as soon as it may; return their times."""
    code = (await api.practise("agnes-sorel/standard"))["code"]

    class Listening(Race):
        def _hear(self, frame: Any) -> None:
            codes.append(frame.get("code", ""))
            super()._hear(frame)

    async with Listening(api, code) as race:
        for text in ["deal", "undo"] * 6:
            await race.play(text)
        await race.end()
        while not race.is_over:
            await race.news()
    run = (await api.ask("GET", "me/races"))["races"][0]
    record = Record.parse((await api.ask("GET", f"entries/{run['id']}"))["record"])
    return [action.ms for action in record.actions][:12]


def is_honest(times: list[int]) -> bool:
    return all(later - earlier >= 1000 for earlier, later in zip(times, times[4:], strict=False))


def test_the_client_keeps_the_pace_by_itself(site: Site) -> None:
    codes: list[str] = []
    api = Api(site.urls[0], programs.bot_token(site, "Steady"))
    times = asyncio.run(asyncio.wait_for(played(api, codes), 120))
    assert len(times) == 12
    assert is_honest(times)
    assert "too-fast" not in codes


def test_a_client_that_would_be_faster_obeys(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.client.pace.ACTIONS", 1000)
    api = Api(site.urls[0], programs.bot_token(site, "Hasty"))
    times = asyncio.run(asyncio.wait_for(played(api, []), 120))
    assert len(times) == 12
    assert is_honest(times)


def test_the_command_lets_a_bot_of_the_site_race(site: Site) -> None:
    host = Api(site.urls[0], programs.token(site, "host"))

    async def race() -> tuple[Any, str]:
        opened = await host.open("agnes-sorel/standard", bots_allowed=True, countdown=3)
        await host.ready(opened["code"])
        bot = asyncio.create_task(
            asyncio.to_thread(
                site.manage, "bot", opened["code"], "--url", site.urls[0], "--moves", "6"
            )
        )
        async with Race(host, opened["code"]) as table:
            await table.end()
            said = await bot
            while not table.is_over:
                await table.news()
            return table.frame, said

    frame, said = asyncio.run(asyncio.wait_for(race(), 300))
    [_, seat] = frame["seats"]
    assert (seat["name"], seat["bot"]) == ("House bot", True)
    assert (seat["moves"] > 0, seat["state"]) == (True, "ended")
    first, *moves, last = said.splitlines()
    assert (first, len(moves)) == ("Waiting for the race to start.", 6)
    assert last == f"Stopped at {seat['progress']} of 52 cards: it has made 6 moves."


def test_the_command_says_why_there_is_no_race(site: Site) -> None:
    host = Api(site.urls[0], programs.token(site, "host"))
    code = asyncio.run(host.open("agnes-sorel/standard"))["code"]
    with pytest.raises(AssertionError, match="409: This race doesn't allow bots"):
        site.manage("bot", code, "--url", site.urls[0])
