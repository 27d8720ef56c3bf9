"""What is put into a mailbox is taken out in order, by one who waits for it."""

from __future__ import annotations

import asyncio

import pytest

from games.live.mailbox import Mailbox


async def test_what_came_first_is_taken_first() -> None:
    box: Mailbox[str] = Mailbox()
    assert not box
    box.put("one")
    box.put("other")
    assert len(box) == 2
    assert [box.take(), box.take()] == ["one", "other"]
    with pytest.raises(IndexError):
        box.take()


async def test_who_waits_is_woken_once_something_is_there() -> None:
    box: Mailbox[str] = Mailbox()
    filled = box.filled()
    assert not filled.done()
    box.put("one")
    box.put("other")
    await filled
    assert len(box) == 2


async def test_who_gave_up_waiting_disturbs_nobody() -> None:
    box: Mailbox[str] = Mailbox()
    waiting = asyncio.ensure_future(box.filled())
    waiting.cancel()
    await asyncio.sleep(0)
    box.put("one")
    again = box.filled()
    box.put("other")
    await again
    assert [box.take(), box.take()] == ["one", "other"]
