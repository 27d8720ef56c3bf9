"""Two programs race each other: one of `games.client`, one that knows nothing of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from games.client import Api, Race
from games.client.api import Document
from tests import programs
from tests.live.faults.conftest import Grown
from tests.live.wins import Win, win
from tests.processes import Site

RACER = Path(__file__).parents[1] / "racer.mjs"


@contextmanager
def node_racer(site: Site, known: Win, code: str) -> Iterator[Popen[str]]:
    """Run the client of Node at the other process of a site."""
    token = programs.token(site, "node")
    command = ["node", "--experimental-websocket", "--no-warnings", str(RACER)]
    command += [site.urls[-1], token, code, *known.moves]
    with Popen(command, stdout=PIPE, text=True) as racer:
        try:
            yield racer
        finally:
            racer.kill()


async def result_of(api: Api, code: str) -> Document:
    """Return a race once it is over."""
    async with Race(api, code) as race:
        while not race.is_over:
            await race.news()
    return await api.race(code)


@pytest.mark.needs_node
@pytest.mark.needs_postgres_programs
@pytest.mark.needs_redis_server
@pytest.mark.parametrize("killed", [0, 1])
def test_programs_race_while_a_process_is_killed(grown: Grown, killed: int) -> None:
    site, known = grown.site, win("agnes-sorel")
    code = site.manage("race", known.rules, "--deal", known.deal, "--countdown", "3").strip()
    api = Api(site.urls[0], programs.token(site, "python"))

    async def play() -> None:
        await api.join(code)
        await api.ready(code)
        async with Race(api, code) as race:
            board = await race.dealt()
            for number, move in enumerate(known.moves):
                if number == 10:
                    await asyncio.to_thread(site.kill, killed)
                    await asyncio.to_thread(site.restart, killed)
                board = await race.play(move)
                if board.outcome == "won":
                    break
            assert board.outcome == "won"

    with node_racer(site, known, code) as other:
        asyncio.run(asyncio.wait_for(play(), 120))
        assert other.wait(120) == 0
    result = asyncio.run(asyncio.wait_for(result_of(api, code), 60))
    assert [seat["run"]["state"] for seat in result["seats"]] == ["won", "won"]
    assert {seat["run"]["moves"] for seat in result["seats"]} == {len(known.moves)}
