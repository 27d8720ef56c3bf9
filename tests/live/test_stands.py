"""Many watchers get their frames a few at a time."""

from __future__ import annotations

import asyncio

from games.live.connections import Connection
from games.live.race_tasks import RaceTasks
from games.live.stands import FEW, PIECE, Stands


def stands(number: int) -> tuple[list[Connection], Stands]:
    crowd = [Connection() for _ in range(number)]
    return crowd, Stands(crowd, RaceTasks("Race QFXKMP"))


def frames(connection: Connection) -> list[str | int]:
    return [connection.outbox.take() for _ in range(len(connection.outbox))]


async def settled(crowd: list[Connection], each: int) -> None:
    async with asyncio.timeout(10):
        while any(len(connection.outbox) < each for connection in crowd):  # noqa: ASYNC110
            await asyncio.sleep(0)


async def test_a_few_watchers_get_each_frame_at_once() -> None:
    crowd, stand = stands(FEW)
    for frame in ("one", "two"):
        stand.send(crowd[0], "race", frame)
    assert frames(crowd[0]) == ["one", "two"]


async def test_many_get_the_newest_of_each_kind_a_piece_at_a_time() -> None:
    crowd, stand = stands(3 * PIECE)
    for connection in crowd:
        stand.send(connection, 0, "old board")
        stand.send(connection, "race", "race")
        stand.send(connection, 0, "board")
    assert not any(len(connection.outbox) for connection in crowd)
    await asyncio.sleep(0)
    assert sum(len(connection.outbox) for connection in crowd) == PIECE
    await settled(crowd, 2)
    assert all(frames(connection) == ["race", "board"] for connection in crowd)
    # A later frame goes out too.
    for connection in crowd:
        stand.send(connection, "race", "over")
    await settled(crowd, 1)
    assert all(frames(connection) == ["over"] for connection in crowd)


async def test_one_who_has_left_gets_nothing_more() -> None:
    crowd, stand = stands(3 * PIECE)
    for connection in crowd:
        stand.send(connection, "race", "race")
    gone, *others = crowd
    stand.forget(gone)
    await settled(others, 1)
    assert not len(gone.outbox)
