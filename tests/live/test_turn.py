"""A board's turn goes to one after the other, in the order in which they came."""

from __future__ import annotations

import asyncio

from games.live.turn import Turn


async def wait_for(turn: Turn, name: str, had: list[str]) -> None:
    """Write down when the turn has come, and keep it."""
    await turn.take()
    had.append(name)


async def begin(turn: Turn, *names: str) -> tuple[list[str], dict[str, asyncio.Task[None]]]:
    """Let some wait in this order."""
    had: list[str] = []
    waiting = {name: asyncio.create_task(wait_for(turn, name, had)) for name in names}
    await asyncio.sleep(0)
    return had, waiting


async def test_whoever_waits_has_the_turn_in_order_and_nobody_comes_between() -> None:
    turn = Turn()
    turn.take_now()
    had, _ = await begin(turn, "alice", "bob")
    turn.release()
    assert not turn.is_free
    await asyncio.sleep(0)
    assert had == ["alice"]
    turn.release()
    await asyncio.sleep(0)
    assert had == ["alice", "bob"]
    turn.release()
    assert turn.is_free


async def test_who_gives_up_waiting_is_passed_over() -> None:
    turn = Turn()
    turn.take_now()
    had, waiting = await begin(turn, "alice", "bob")
    waiting["alice"].cancel()
    await asyncio.sleep(0)
    turn.release()
    await asyncio.sleep(0)
    assert had == ["bob"]


async def test_a_turn_that_came_to_one_who_gives_up_at_that_moment_goes_on() -> None:
    turn = Turn()
    turn.take_now()
    had, waiting = await begin(turn, "alice", "bob")
    turn.release()
    waiting["alice"].cancel()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert had == ["bob"]
    turn.release()
    assert turn.is_free


async def test_a_block_lets_the_turn_go_when_it_fails() -> None:
    turn = Turn()
    try:
        async with turn:
            raise ValueError
    except ValueError:
        assert turn.is_free
