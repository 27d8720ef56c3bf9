"""What any process of the site tells the web processes, whether or not it has sockets itself."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from games.live.relay import GROUP

logger = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""Seconds that a page waits for a channel layer that does not answer."""


def publish(message: dict[str, Any]) -> None:
    """Send a message to all web processes; one that does not hear it learns by its heartbeat."""
    try:
        async_to_sync(_send)(message)
    except Exception as error:
        logger.warning("The processes hear of a change only at the next beat: %r", error)


async def _send(message: dict[str, Any]) -> None:
    layer: Any = get_channel_layer()
    async with asyncio.timeout(PATIENCE):
        await layer.group_send(GROUP, message)
