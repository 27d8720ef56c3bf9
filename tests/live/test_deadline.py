"""Frequent requests are batched into one run of the work, soon again after a stall."""

from __future__ import annotations

import asyncio
import time

from games.live.deadline import LATE_MOST, Deadline


async def test_frequent_requests_are_batched() -> None:
    done: list[str] = []
    deadline = Deadline(lambda: done.append("done"))
    for seconds in (30.0, 0.0, 30.0):
        deadline.within(seconds)
    await asyncio.sleep(0.05)
    assert done == ["done"]


async def test_a_long_stall_delays_the_next_run_only_briefly() -> None:
    done = asyncio.Event()
    deadline = Deadline(done.set)
    deadline.within(0)
    # Block the event loop, as if the process were suspended.
    time.sleep(2.0)  # noqa: ASYNC251
    await done.wait()
    done.clear()
    deadline.at_most_every(0.0)
    # Ten times the delay would be twenty seconds.
    await asyncio.wait_for(done.wait(), LATE_MOST + 8)
