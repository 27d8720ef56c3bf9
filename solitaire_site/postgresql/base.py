"""Django's PostgreSQL, whose pool only says that no connection came in time: say the reason too."""

from __future__ import annotations

import time
from typing import Any, Final

import psycopg
from django.db.backends.postgresql import base
from psycopg_pool import PoolTimeout

LATEST: Final = 10.0
"""Seconds for which a failure explains why there is no connection: twice the pool's patience."""

PATIENCE: Final = 2
"""Seconds that `refusal` waits for an answer."""


def reason_of(error: psycopg.Error) -> str:
    """Return in one line why there is no connection."""
    first = str(error).partition("\n")[0]
    for prefix in ("connection failed: ", "connection is bad: "):
        first = first.removeprefix(prefix)
    _, fatal, said = first.rpartition("FATAL:")
    return f"FATAL: {said.strip()}" if fatal else first.strip()


class LastFailure:
    """Why this process could last not connect, and when."""

    def __init__(self) -> None:
        self._reason = ""
        self._at = -LATEST

    def note(self, error: psycopg.Error) -> None:
        """Remember why an attempt to connect has failed."""
        self._reason = reason_of(error)
        self._at = time.monotonic()

    def reason(self) -> str:
        """Return why; empty if nothing has failed lately, as when all connections are in use."""
        return self._reason if time.monotonic() - self._at < LATEST else ""


last_failure: Final = LastFailure()


class Connection(psycopg.Connection[Any]):
    """A connection of the pool."""

    @classmethod
    def connect(cls, *args: Any, **kwargs: Any) -> psycopg.Connection[Any]:  # type: ignore[override]
        try:
            return super().connect(*args, **kwargs)
        except psycopg.Error as error:
            last_failure.note(error)
            raise


class DatabaseWrapper(base.DatabaseWrapper):
    """A database whose outage is explained."""

    def __init__(self, settings_dict: dict[str, Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(settings_dict, *args, **kwargs)
        if pool := settings_dict.get("OPTIONS", {}).get("pool"):
            pool["connection_class"] = Connection

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        try:
            return super().get_new_connection(conn_params)
        except PoolTimeout as error:
            if not (reason := last_failure.reason()):
                raise
            raise PoolTimeout(f"{error} ({reason})") from None
        except psycopg.OperationalError as error:
            raise psycopg.OperationalError(reason_of(error)) from error

    def refusal(self) -> str:
        """Connect once, without the pool; return why that fails, or nothing if it works.

        Without a pool, don't try: the first query fails at once and says why.
        """
        if not self.settings_dict["OPTIONS"].get("pool"):
            return ""
        try:
            psycopg.connect(**self.get_connection_params() | {"connect_timeout": PATIENCE}).close()
        except psycopg.Error as error:
            return reason_of(error)
        return ""
