"""The periodic jobs of a worker."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import NamedTuple

from games.background.outage import outage
from games.metrics import CHORE_FAILURES

logger = logging.getLogger(__name__)


class Chore(NamedTuple):
    """A periodic check that queues missing tasks; it is quick and idempotent."""

    do: Callable[[], object]
    every: float
    """The interval in seconds."""

    def attempt(self) -> None:
        """Do the chore; log its failure, which holds up no other chore."""
        try:
            self.do()
        except Exception as error:
            CHORE_FAILURES.labels(self.do.__name__).inc()
            if not outage.blames(error):
                logger.exception("A chore failed; trying again in %g seconds", self.every)
