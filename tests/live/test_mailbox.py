"""A mailbox delivers in order to the one task that waits for it."""

from __future__ import annotations

import asyncio

import pytest

from games.live.mailbox import Mailbox


async def test_items_come_out_in_order() -> None:
    box: Mailbox[str] = Mailbox()
    assert not box
    box.put("one")
    box.put("other")
    assert len(box) == 2
    assert [box.take(), box.take()] == ["one", "other"]
    with pytest.raises(IndexError):
        box.take()


async def test_the_waiting_task_wakes_once_there_is_an_item() -> None:
    box: Mailbox[str] = Mailbox()
    filled = box.filled()
    assert not filled.done()
    box.put("one")
    box.put("other")
    await filled
    assert len(box) == 2


async def test_a_cancelled_wait_disturbs_no_other() -> None:
    box: Mailbox[str] = Mailbox()
    waiting = asyncio.ensure_future(box.filled())
    waiting.cancel()
    await asyncio.sleep(0)
    box.put("one")
    again = box.filled()
    box.put("other")
    await again
    assert [box.take(), box.take()] == ["one", "other"]
