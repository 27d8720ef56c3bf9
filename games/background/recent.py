"""What a process did in the last minutes, from the metrics that it keeps for Prometheus."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from prometheus_client.metrics import MetricWrapperBase

from games import metrics

SPAN_S: Final = 300.0

FAULTS: Final = sorted({*range(500, 600)} - {503})
"""The answers that a process is to blame for. 503 says that it can't serve now: the database's or
Redis's failure, which is counted by itself, or a health check's answer."""

Reading = Mapping[tuple[str, tuple[str, ...]], float]
"""Values by the name of a series and the values of its labels."""

READ: Final[tuple[MetricWrapperBase, ...]] = (
    metrics.ACTIONS,
    metrics.ACTION_SECONDS,
    metrics.JOURNAL_ACTIONS,
    metrics.JOURNAL_WAIT_SECONDS,
    metrics.JOURNAL_WRITE_SECONDS,
    metrics.SOCKETS,
    metrics.PAGES,
    metrics.RELAY_LAG_SECONDS,
    metrics.RELAY_UP,
    metrics.DATABASE_FAILURES,
    metrics.REDIS_FAILURES,
    metrics.TASKS,
    metrics.CHORE_FAILURES,
)


@dataclass(frozen=True)
class Figures:
    """What one process did within `SPAN_S`. Times are the bounds that 95 % stay within."""

    sockets: int = 0
    hears_others: bool = False
    moves: int = 0
    moves_not_stored: int = 0
    moves_a_batch: float = 0.0
    move_s: str = ""
    journal_wait_s: str = ""
    journal_write_s: str = ""
    relay_lag_s: str = ""
    pages: int = 0
    failed_pages: int = 0
    tasks: int = 0
    failed_tasks: int = 0
    failed_chores: int = 0
    database_failures: int = 0
    redis_failures: int = 0

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Figures:
        """Return those that a process stored, perhaps one of another release."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in stored.items() if name in known})


class Recent:
    """Readings of the last minutes. Metrics only grow, so their difference is what was lately."""

    def __init__(self) -> None:
        self._readings: deque[tuple[float, Reading]] = deque([(0.0, {})])

    def figures(self, now: float) -> Figures:
        """Read the metrics at `now`, in seconds of any one clock."""
        reading = read()
        self._readings.append((now, reading))
        while len(self._readings) > 1 and self._readings[1][0] <= now - SPAN_S:
            self._readings.popleft()
        before = self._readings[0][1]
        return summary(reading, {key: value - before.get(key, 0) for key, value in reading.items()})


def read() -> Reading:
    """Return the values of all metrics that matter here."""
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for metric in READ
        for family in metric.collect()
        for sample in family.samples
    }


def summary(now: Reading, lately: Reading) -> Figures:
    """Return figures from the values of gauges now, and of all else lately."""
    batches = total(lately, "samedeal_journal_batch_actions_count")
    batched = total(lately, "samedeal_journal_batch_actions_sum")
    return Figures(
        sockets=total(now, "samedeal_sockets"),
        hears_others=bool(total(now, "samedeal_relay_up")),
        moves=total(lately, "samedeal_actions_total", ["stored"]),
        moves_not_stored=total(lately, "samedeal_actions_total", ["not-stored"]),
        moves_a_batch=round(batched / batches, 1) if batches else 0.0,
        move_s=bound(lately, "samedeal_action_seconds"),
        journal_wait_s=bound(lately, "samedeal_journal_wait_seconds"),
        journal_write_s=bound(lately, "samedeal_journal_write_seconds"),
        relay_lag_s=bound(lately, "samedeal_relay_lag_seconds"),
        pages=total(lately, "samedeal_pages_total"),
        failed_pages=total(lately, "samedeal_pages_total", map(str, FAULTS)),
        tasks=total(lately, "samedeal_tasks_total"),
        failed_tasks=total(lately, "samedeal_tasks_total", ["failed"]),
        failed_chores=total(lately, "samedeal_chore_failures_total"),
        database_failures=total(lately, "samedeal_database_failures_total"),
        redis_failures=total(lately, "samedeal_redis_failures_total"),
    )


def total(reading: Reading, name: str, last_labels: Iterable[str] = ()) -> int:
    """Return the sum of a series, or of those of its parts whose last label is one of these."""
    wanted = set(last_labels)
    return int(
        sum(
            value
            for (series, labels), value in reading.items()
            if series == name and (not wanted or labels[-1] in wanted)
        )
    )


def bound(reading: Reading, histogram: str, share: float = 0.95) -> str:
    """Return the least bound of a histogram that a share of what it observed stays within.

    Empty if it observed nothing, and `+Inf` if that is beyond its last bound.
    """
    counts = {
        labels[-1]: value
        for (series, labels), value in reading.items()
        if series == f"{histogram}_bucket"
    }
    most = counts.get("+Inf", 0)
    if not most:
        return ""
    return next(le for le, count in counts.items() if count >= share * most)
