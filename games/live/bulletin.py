"""Messages to all web processes, from any process of the site."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from games.live.relay import GROUP
from games.metrics import REDIS_FAILURES

logger = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""Seconds until a page gives up on a channel layer that does not answer."""


def publish(message: dict[str, Any]) -> None:
    """Send a message to all web processes; those who miss it catch up at their next heartbeat."""
    try:
        async_to_sync(_send)(message)
    except Exception as error:
        REDIS_FAILURES.labels("news").inc()
        logger.warning(
            "A change was not published; other processes see it at their next heartbeat: %r", error
        )


async def _send(message: dict[str, Any]) -> None:
    layer: Any = get_channel_layer()
    async with asyncio.timeout(PATIENCE):
        await layer.group_send(GROUP, message)
