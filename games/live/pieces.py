"""Replay long runs in pieces, so that other players' moves come in between."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias
from weakref import WeakKeyDictionary

Done: TypeAlias = tuple[str, int]
"""The text of a stored action, and its milliseconds after the start."""

PIECE: Final = 100
"""Actions replayed without a pause: one to two milliseconds."""

_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


async def in_pieces(actions: Sequence[Done], do: Callable[[Sequence[Done]], None]) -> None:
    """Apply actions in order, with a pause after each piece.

    One long replay runs at a time, and pauses for as long as its last piece took: together they
    take half of the process at most. A short replay is done at once.
    """
    if len(actions) <= PIECE:
        do(actions)
        return
    turn = _turns.setdefault(asyncio.get_running_loop(), asyncio.Lock())
    for first in range(0, len(actions), PIECE):
        async with turn:
            began = time.perf_counter()
            do(actions[first : first + PIECE])
            await asyncio.sleep(time.perf_counter() - began)
