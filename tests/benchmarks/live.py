"""What `Mailbox`, `Turn` and `Starts` of games/live save over asyncio's own, in one run.

    python -m tests.benchmarks.live [--backend postgres] [--rounds N]

The two sides of a row take turns for a few rounds, and each side's best round counts. On a busy
machine only the ratios mean anything.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import os
import sys
import time
import tracemalloc
from argparse import Namespace
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

from games.live.mailbox import Mailbox
from games.live.turn import Turn
from games.management.progress import Progress
from tests.benchmarks.report import Row, arguments, report
from tests.stores import Backend, Stores

FRAMES: Final = 20_000
BURST: Final = 5
"""Frames queued before their reader runs: one for the reader's own race and four for others."""
SOCKETS: Final = 2_000
MOVES: Final = 20_000
WAITING: Final = 2_000

COMPARISONS: Final = 6

Measure: TypeAlias = Callable[[], Coroutine[Any, Any, float]]


async def take_from_mailbox(mailbox: Mailbox[int]) -> None:
    """Take frames until a 0 comes, as a socket does."""
    while True:
        while not mailbox:
            await mailbox.filled()
        if not mailbox.take():
            return


async def take_from_queue(queue: asyncio.Queue[int]) -> None:
    """Do the same with asyncio's queue."""
    while await queue.get():
        pass


async def mailbox_frames(burst: int) -> float:
    """Return the microseconds that a frame takes through a `Mailbox`."""
    mailbox: Mailbox[int] = Mailbox()
    return await _frames(mailbox.put, take_from_mailbox(mailbox), burst)


async def queue_frames(burst: int) -> float:
    """Return the microseconds that a frame takes through an `asyncio.Queue`."""
    queue: asyncio.Queue[int] = asyncio.Queue()
    return await _frames(queue.put_nowait, take_from_queue(queue), burst)


async def _frames(
    put: Callable[[int], None], taking: Coroutine[Any, Any, None], burst: int
) -> float:
    taker = asyncio.create_task(taking)
    await asyncio.sleep(0)
    began = time.process_time()
    for _ in range(FRAMES // burst):
        for _ in range(burst):
            put(1)
        await asyncio.sleep(0)
    spent = time.process_time() - began
    put(0)
    await taker
    return spent / FRAMES * 1e6


async def mailbox_weight() -> float:
    """Return the bytes of an empty `Mailbox` and the task that waits for it."""
    return await _weight(lambda: take_from_mailbox(Mailbox()))


async def queue_weight() -> float:
    """Return the bytes of an empty `asyncio.Queue` and the task that waits for it."""
    return await _weight(lambda: take_from_queue(asyncio.Queue()))


async def _weight(taking: Callable[[], Coroutine[Any, Any, None]]) -> float:
    gc.collect()
    tracemalloc.start()
    takers = [asyncio.create_task(taking()) for _ in range(SOCKETS)]
    await asyncio.sleep(0)
    weight, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    for taker in takers:
        taker.cancel()
    await asyncio.gather(*takers, return_exceptions=True)
    return weight / SOCKETS


async def turn_moves() -> float:
    """Take a free board where its frame is read, and release it in the journal's callback."""
    loop, turn = asyncio.get_running_loop(), Turn()
    began = time.process_time()
    for _ in range(MOVES):
        if turn.is_free:
            turn.take_now()
            loop.call_soon(turn.release)
        await asyncio.sleep(0)
    return (time.process_time() - began) / MOVES * 1e6


async def lock_moves() -> float:
    """Do the same with a lock, which needs a coroutine: one task per move."""
    loop, lock = asyncio.get_running_loop(), asyncio.Lock()

    async def move() -> None:
        await lock.acquire()
        loop.call_soon(lock.release)

    began = time.process_time()
    for _ in range(MOVES):
        await asyncio.create_task(move())
    return (time.process_time() - began) / MOVES * 1e6


async def handed_on(make: Callable[[], Turn | asyncio.Lock]) -> float:
    """Let many tasks wait for one board, one behind the other."""
    turn = make()

    async def hold() -> None:
        async with turn:
            await asyncio.sleep(0)

    began = time.process_time()
    await asyncio.gather(*(hold() for _ in range(WAITING)))
    return (time.process_time() - began) / WAITING * 1e6


def comparisons(backend: Backend) -> Iterator[tuple[str, str, Measure, Measure]]:
    """Yield what is measured, its unit, ours, and asyncio's own."""
    for burst in (1, BURST):
        yield (
            f"Mailbox, Queue: a frame, {burst} at a time",
            "µs",
            partial(mailbox_frames, burst),
            partial(queue_frames, burst),
        )
    yield "Mailbox, Queue: one that waits", "bytes", mailbox_weight, queue_weight
    yield "Turn, Lock: a move that finds its board free", "µs", turn_moves, lock_moves
    yield (
        "Turn, Lock: a move that waits for another",
        "µs",
        partial(handed_on, Turn),
        partial(handed_on, asyncio.Lock),
    )
    with ExitStack() as cleanup:
        names = [Path(cleanup.enter_context(TemporaryDirectory())) for _ in range(2)]
        store = Stores(names[0], cleanup).fresh(backend, names[1], cleanup)
        os.environ.update(store, DJANGO_SETTINGS_MODULE="solitaire_site.settings")
        # Importing it reads the settings.
        starts = importlib.import_module("tests.benchmarks.live_starts")
        cleanup.callback(starts.disconnect)
        yield "Starts, a query each: 50 races", "ms", starts.together, starts.one_by_one


def rows(asked: Namespace, progress: Progress) -> Iterator[Row]:
    """Yield a row for each comparison."""
    progress.begin("Rounds", COMPARISONS * asked.rounds)
    for what, unit, ours, theirs in comparisons(asked.backend):
        rounds = [
            (asyncio.run(ours()), asyncio.run(theirs())) for _ in progress.over(range(asked.rounds))
        ]
        mine, other = (min(each) for each in zip(*rounds, strict=True))
        yield {
            "measure": what,
            "unit": unit,
            "here": mine,
            "asyncio's own": other,
            "times": other / mine,
        }


if __name__ == "__main__":
    parser = arguments(__doc__, rounds=5)
    parser.add_argument("--backend", choices=("sqlite", "postgres"), default="sqlite")
    sys.exit(report(parser.parse_args(), rows))
