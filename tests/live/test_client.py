"""`games.client`, and the greedy player on it."""

from __future__ import annotations

import asyncio
import random

import pytest

from games.client import Api, ApiError, Race, RefusedError, TurnedAwayError
from games.client.__main__ import race as race_greedily
from games.engine import GAMES
from games.models.people.token import Scope
from tests import programs
from tests.processes import Site


@pytest.mark.parametrize("game", GAMES)
def test_the_greedy_player_plays_every_game(
    site: Site, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.client.__main__.PAUSE", 0.02)
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
                with pytest.raises(RefusedError, match="bad-action"):
                    await race.play("fly")
            assert (await race.play("deal")).n == 1
        reader = Api(site.urls[0], programs.token(site, "wrong", Scope.READ))
        with pytest.raises(TurnedAwayError, match="4401"):
            async with Race(reader, code):
                pass

    asyncio.run(play())
