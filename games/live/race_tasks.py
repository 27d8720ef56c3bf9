"""What a race does beside answering its sockets."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

from games.live.database_thread import UnavailableError
from games.logged import about

logger = logging.getLogger(__name__)

Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]


class RaceTasks:
    """The background tasks of one race or event; one that fails is logged and disturbs no other."""

    def __init__(self, of: str) -> None:
        self._of = of
        self._tasks: set[asyncio.Task[None]] = set()
        """The event loop itself holds tasks weakly."""

    def spawn(self, what: str, work: Work) -> None:
        """Run some work in the background; `what` names it in the log."""
        task = asyncio.ensure_future(self._guarded(what, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, what: str, work: Work) -> None:
        kind, _, code = self._of.partition(" ")
        # Not about the player whose frame happened to set it off.
        with about(**{kind.lower(): code}):
            try:
                await work()
            except UnavailableError as error:
                error.log(logger, "%s: %s failed", self._of, what)
            except Exception:
                logger.exception("%s: %s failed", self._of, what)
