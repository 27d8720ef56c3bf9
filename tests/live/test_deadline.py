"""Work that is asked for often is done once in a while, and soon again after a stall."""

from __future__ import annotations

import asyncio
import time

from games.live.deadline import LATE_MOST, Deadline


async def test_what_is_asked_for_often_is_done_once() -> None:
    done: list[str] = []
    deadline = Deadline(lambda: done.append("done"))
    for seconds in (30.0, 0.0, 30.0):
        deadline.within(seconds)
    await asyncio.sleep(0.05)
    assert done == ["done"]


async def test_a_long_stall_does_not_put_off_what_follows_for_long() -> None:
    done = asyncio.Event()
    deadline = Deadline(done.set)
    deadline.within(0)
    # Nothing else runs meanwhile, as in a process that was stopped.
    time.sleep(2.0)  # noqa: ASYNC251
    await done.wait()
    done.clear()
    deadline.at_most_every(0.0)
    # Ten times as long as it was late would be twenty seconds.
    await asyncio.wait_for(done.wait(), LATE_MOST + 8)
