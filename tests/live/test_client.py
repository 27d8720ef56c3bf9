"""`games.client` at a real site, and the greedy player on it."""

from __future__ import annotations

import asyncio
import random
import signal

import pytest

from games.client import (
    ActionError,
    Api,
    ApiError,
    BrokenError,
    Race,
    TurnedAwayError,
)
from games.client.greedy import race as race_greedily
from games.engine import GAMES
from games.models.people.token import Scope
from tests import programs
from tests.processes import Launch, Site


@pytest.mark.parametrize("game", GAMES)
def test_the_greedy_player_plays_every_game(
    site: Site, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.client.greedy.PAUSE", 0.02)
    api = Api(site.urls[0], programs.token(site, "greedy"))

    async def play() -> int:
        code = (await api.practise(f"{game}/standard"))["code"]
        board = await asyncio.wait_for(race_greedily(api, code, random.Random(1), most=40), 60)
        return board.n

    assert asyncio.run(play()) > 0


def test_refusals_say_what_was_wrong(site: Site) -> None:
    api = Api(site.urls[0], programs.token(site, "wrong"))

    async def play() -> None:
        with pytest.raises(ApiError, match="404: There is no race ZZZZZZ"):
            await api.join("ZZZZZZ")
        code = (await api.practise("agnes-sorel/standard"))["code"]
        async with Race(api, code) as race:
            for _ in range(2):
                with pytest.raises(ActionError, match="bad-action"):
                    await race.play("fly")
            assert (await race.play("deal")).n == 1
            await race.end()
            assert race.frame["seats"][0]["state"] == "ended"
        reader = Api(site.urls[0], programs.token(site, "wrong", Scope.READ))
        with pytest.raises(TurnedAwayError, match="4401"):
            async with Race(reader, code):
                pass

    asyncio.run(play())


def test_what_is_too_fast_is_played_more_slowly(launch: Launch) -> None:
    site = launch(FRAMES_PER_CONNECTION="10")
    api = Api(site.urls[0], programs.token(site, "hasty"))

    async def play() -> None:
        code = (await api.practise("agnes-sorel/standard"))["code"]
        async with Race(api, code) as race:
            await race.play("deal")
            for number in range(1, 21):
                assert (await race.play("undo")).n == 2 * number
                assert (await race.play("deal")).n == 2 * number + 1
            boards = await asyncio.gather(*(race.play(text) for text in ["undo", "deal"] * 10))
            assert [board.n for board in boards] == list(range(42, 62))

    asyncio.run(asyncio.wait_for(play(), 120))


def test_what_is_given_up_does_not_confuse_what_follows(launch: Launch) -> None:
    site = launch()
    child = site.processes[0].child
    assert child is not None
    api = Api(site.urls[0], programs.token(site, "hesitant"))

    async def play() -> None:
        code = (await api.practise("agnes-sorel/standard"))["code"]
        async with Race(api, code) as race:
            await race.dealt()
            for text, n in (("deal", 2), ("fly", 3)):
                child.send_signal(signal.SIGSTOP)
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(race.play(text), 0.2)
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(race.play("never sent"), 0.2)
                child.send_signal(signal.SIGCONT)
                assert (await race.play("deal")).n == n
            site.kill(0)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(race.play("fly"), 0.5)
            site.restart(0)
            assert (await race.play("undo")).n == 4

    asyncio.run(asyncio.wait_for(play(), 120))


def test_a_refusal_drops_what_waits_behind_and_nothing_later(site: Site) -> None:
    api = Api(site.urls[0], programs.token(site, "rash"))

    async def play() -> None:
        code = (await api.practise("agnes-sorel/standard"))["code"]
        async with Race(api, code) as race:
            for wrong, said in (("fly", "bad-action"), ("x" * 17, "bad-message")):
                dropped = await asyncio.gather(
                    race.play(wrong), race.play("deal"), return_exceptions=True
                )
                assert [getattr(error, "code", None) for error in dropped] == [said, said]
            assert (await race.play("deal")).n == 1
        with pytest.raises(BrokenError):
            await race.play("deal")

    asyncio.run(asyncio.wait_for(play(), 60))
