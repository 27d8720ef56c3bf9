"""What the database holds: open races, the queue, the stock. Workers serve it as metrics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Case, Count, Min, Value, When
from django.db.models.functions import Now
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games.background.stock import presets
from games.metrics import DATABASE_FAILURES
from games.models import Proof, Race, SavedBackup
from games.racing import Kind
from games.solver.difficulty import Difficulty

QUEUES: Final[Sequence[str]] = settings.TASKS["default"]["QUEUES"]
STATES: Final = ("open", "starting", "running")
UNFINISHED: Final = (TaskResultStatus.READY, TaskResultStatus.RUNNING, TaskResultStatus.FAILED)


class StoredFigures(Collector):
    """Reads the database each time Prometheus asks, in a thread and a connection of its own."""

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Yield the metrics without their figures; the registry asks before there is a database."""
        return iter(Families())

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the metrics; without the database only that it is down."""
        families = Families()
        try:
            families.read()
            families.up.add_metric([], 1)
        except Error:
            DATABASE_FAILURES.labels("metrics").inc()
            families = Families()
            families.up.add_metric([], 0)
        finally:
            # Each request of Prometheus has a thread of its own.
            connection.close()
        return iter(families)


class Families:
    """The metrics of one reading."""

    def __init__(self) -> None:
        self.up = GaugeMetricFamily(
            "samedeal_database_up", "Whether the database answers a worker: 1 or 0."
        )
        self.races = GaugeMetricFamily(
            "samedeal_races",
            "Races that aren't over: open, starting, running.",
            labels=["state", "kind"],
        )
        self.tasks = GaugeMetricFamily(
            "samedeal_queue_tasks",
            "Tasks in the queue, by status; failed ones stay for two weeks.",
            labels=["queue", "status"],
        )
        self.age = GaugeMetricFamily(
            "samedeal_queue_age_seconds",
            "How long the oldest waiting task of a queue has been due.",
            labels=["queue"],
        )
        self.stock = GaugeMetricFamily(
            "samedeal_stock_deals",
            "Secret proven deals ready for races, by preset and difficulty.",
            labels=["rules", "difficulty"],
        )
        self.backup = GaugeMetricFamily(
            "samedeal_backup_age_seconds",
            "How old the last backup is or, without any, how old the site is.",
        )

    def __iter__(self) -> Iterator[GaugeMetricFamily]:
        return iter((self.up, self.races, self.tasks, self.age, self.stock, self.backup))

    def read(self) -> None:
        """Fill in the figures.

        :raises Error: if the database doesn't answer.
        """
        for (state, kind), count in races().items():
            self.races.add_metric([state, kind], count)
        for (queue, status), count in tasks().items():
            self.tasks.add_metric([queue, status.lower()], count)
        for queue, age in ages().items():
            self.age.add_metric([queue], age)
        for (rules, difficulty), count in stock().items():
            self.stock.add_metric([rules, difficulty], count)
        self.backup.add_metric([], backup_age())


def races() -> Counter[tuple[str, str]]:
    """Return how many races there are, by state and kind; practices have no end, so none counts."""
    counts = Counter({(state, kind.value): 0 for kind in Kind for state in STATES})
    state = Case(
        When(starts_at=None, then=Value("open")),
        When(starts_at__gt=Now(), then=Value("starting")),
        default=Value("running"),
    )
    unclosed = Race.objects.filter(closed_at=None, limit_s__isnull=False).order_by()
    for found, kind, count in unclosed.values_list(state, "kind").annotate(Count("pk")):
        counts[found, kind] += count
    return counts


def tasks() -> Counter[tuple[str, str]]:
    """Return how many tasks are unfinished or failed, by queue and status."""
    counts = Counter({(queue, status.value): 0 for queue in QUEUES for status in UNFINISHED})
    queued = DBTaskResult.objects.filter(status__in=UNFINISHED)
    for queue, status, count in queued.values_list("queue_name", "status").annotate(Count("pk")):
        counts[queue, status] += count
    return counts


def ages() -> dict[str, float]:
    """Return for how many seconds the oldest waiting task of each queue has been due."""
    now = timezone.now()
    ages = dict.fromkeys(QUEUES, 0.0)
    # A task for no particular time has one in the far future.
    due_at = Case(When(run_after__lte=now, then="run_after"), default="enqueued_at")
    waiting = DBTaskResult.objects.ready().values_list("queue_name")
    for queue, since in waiting.annotate(since=Min(due_at)):
        ages[queue] = max(0.0, (now - since).total_seconds())
    return ages


def stock() -> Counter[tuple[str, str]]:
    """Return how many secret proven deals are ready, by preset and difficulty."""
    counts = Counter({(rules, one.value): 0 for rules in presets() for one in Difficulty})
    ready = Proof.objects.filter(in_stock=True, rules__in=presets()).exclude(difficulty="")
    for rules, difficulty, count in ready.values_list("rules", "difficulty").annotate(Count("pk")):
        counts[rules, difficulty] += count
    return counts


def backup_age() -> float:
    """Return how many seconds ago the site was backed up or, if it never was, set up."""
    last = SavedBackup.objects.last_saved()
    since = (
        last.saved_at
        if last
        else MigrationRecorder(connection).migration_qs.earliest("applied").applied
    )
    return max(0.0, (timezone.now() - since).total_seconds())
