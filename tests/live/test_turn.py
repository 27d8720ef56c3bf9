"""A board's turn passes from one waiter to the next, first come, first served."""

from __future__ import annotations

import asyncio

from games.live.turn import Turn


async def wait_for(turn: Turn, name: str, had: list[str]) -> None:
    """Record when the turn arrives, and keep it."""
    await turn.take()
    had.append(name)


async def begin(turn: Turn, *names: str) -> tuple[list[str], dict[str, asyncio.Task[None]]]:
    """Start waiting for the turn in this order."""
    had: list[str] = []
    waiting = {name: asyncio.create_task(wait_for(turn, name, had)) for name in names}
    await asyncio.sleep(0)
    return had, waiting


async def test_waiters_get_the_turn_in_order() -> None:
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


async def test_a_cancelled_waiter_is_skipped() -> None:
    turn = Turn()
    turn.take_now()
    had, waiting = await begin(turn, "alice", "bob")
    waiting["alice"].cancel()
    await asyncio.sleep(0)
    turn.release()
    await asyncio.sleep(0)
    assert had == ["bob"]


async def test_a_turn_granted_to_a_waiter_just_cancelled_passes_on() -> None:
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


async def test_a_block_releases_the_turn_when_it_fails() -> None:
    turn = Turn()
    try:
        async with turn:
            raise ValueError
    except ValueError:
        assert turn.is_free
