"""What a process counts and times, and the address where Prometheus reads it.

`docs/reference/metrics.md` explains each metric. What the database holds is in
`games/background/figures.py`.
"""

from __future__ import annotations

from typing import Final

from django.core.exceptions import ImproperlyConfigured
from prometheus_client import (
    REGISTRY,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    start_http_server,
)

SHORT: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Bounds in seconds for what players feel."""

# Without this each counter and histogram is sent with a second one, the time of its making.
disable_created_metrics()  # type: ignore[no-untyped-call]

ACTIONS: Final = Counter(
    "samedeal_actions", "Actions that players sent, by what became of them.", ["result"]
)
ACTIONS_STORED: Final = ACTIONS.labels("stored")
ACTIONS_REPEATED: Final = ACTIONS.labels("repeated")
ACTION_SECONDS: Final = Histogram(
    "samedeal_action_seconds",
    "From taking up an action to queueing its acknowledgement.",
    buckets=SHORT,
)
JOURNAL_ACTIONS: Final = Histogram(
    "samedeal_journal_batch_actions",
    "Actions that one transaction of the journal stores.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
)
JOURNAL_WAIT_SECONDS: Final = Histogram(
    "samedeal_journal_wait_seconds",
    "From queueing the first action of a batch to beginning its transaction.",
    buckets=SHORT,
)
JOURNAL_WRITE_SECONDS: Final = Histogram(
    "samedeal_journal_write_seconds", "Storing one batch of the journal.", buckets=SHORT
)
SOCKETS: Final = Gauge("samedeal_sockets", "Open sockets.", ["at"])
SOCKET_CLOSES: Final = Counter(
    "samedeal_socket_closes", "Sockets that the server closed, by close code.", ["code"]
)
START_DELAY_SECONDS: Final = Histogram(
    "samedeal_start_delay_seconds",
    "From the start of a race to queueing the cards for the last player of this process.",
    buckets=SHORT,
)
START_SPREAD_SECONDS: Final = Histogram(
    "samedeal_start_spread_seconds",
    "Between queueing the cards for the first and the last player of this process.",
    buckets=SHORT,
)
TRANSITION_SECONDS: Final = Histogram(
    "samedeal_transition_seconds",
    "Storing a change of a race, by what it is; waiting for locks counts.",
    ["kind"],
    buckets=SHORT,
)
PAGES: Final = Counter(
    "samedeal_pages", "Answers to requests, by view and status.", ["view", "status"]
)
PAGE_SECONDS: Final = Histogram(
    "samedeal_page_seconds",
    "Answering a request, by view.",
    ["view"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0),
)
RELAY_LAG_SECONDS: Final = Histogram(
    "samedeal_relay_lag_seconds",
    "Until a message to all processes comes back to the one that sent it.",
    buckets=SHORT,
)
RELAY_UP: Final = Gauge(
    "samedeal_relay_up", "Whether this process hears the others: 1 or 0; 0 before its first socket."
)
RELAY_LOST: Final = Counter(
    "samedeal_relay_lost", "How often messages of another process were missing."
)
DATABASE_FAILURES: Final = Counter(
    "samedeal_database_failures", "Failures of the database, by what they hit.", ["of"]
)
REDIS_FAILURES: Final = Counter(
    "samedeal_redis_failures", "Failures of Redis, by what they hit.", ["of"]
)
SEARCHES: Final = Counter(
    "samedeal_searches", "Searches for deals of the stock, by verdict.", ["verdict"]
)
SEARCHED_POSITIONS: Final = Counter(
    "samedeal_searched_positions", "Positions that searches for the stock looked at."
)
TASKS: Final = Counter("samedeal_tasks", "Tasks that a worker ran, by result.", ["task", "result"])
CHORE_FAILURES: Final = Counter(
    "samedeal_chore_failures", "Chores of a worker that failed.", ["chore"]
)

# Prometheus sees no increase from nothing to one, so what alerts look at is there from the start.
for _result in (*("illegal", "refused", "too-fast", "stale", "gap", "not-stored"),):
    ACTIONS.labels(_result)
for _of in ("journal", "live", "pages", "metrics"):
    DATABASE_FAILURES.labels(_of)
for _of in ("relay", "news", "pages", "limits"):
    REDIS_FAILURES.labels(_of)
for _at in ("race", "event"):
    SOCKETS.labels(_at)


def serve(address: tuple[str, int] | None) -> None:
    """Let Prometheus read this process's metrics at an address of their own, if there is one.

    :raises ImproperlyConfigured: if nothing can listen there.
    """
    if address is None:
        return
    host, port = address
    try:
        start_http_server(port, host, REGISTRY)
    except OSError as error:
        raise ImproperlyConfigured(
            f"METRICS_ADDRESS={host}:{port} can't be used: {error.strerror}."
            " Each process needs an address of its own."
        ) from error
