"""How the site is: what staff look at first. Everything here is counted or stored elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Max, Q, QuerySet
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from games.background import figures
from games.background.pulse import WORKER
from games.background.queue import KEPT
from games.background.recent import Figures
from games.engine import GAMES
from games.models import Delivery, Notice, Process, Race, Review, SavedBackup
from games.models.database.process import EVERY
from games.pages.site.readiness import readiness
from games.racing import Kind
from games.solver.difficulty import Difficulty

SHOWN: Final = 5
"""How many failures of a kind are listed."""

SLOW: Final = {"default": 1800.0, "deliveries": 600.0}
"""Seconds that tasks of a queue may be due, as in the alert rules of Prometheus."""

KINDS: Final = [kind.value for kind in Kind if kind is not Kind.SOLO]
"""Practices have no end, so they are never over."""


LATE: Final = 2 * EVERY
"""After so long without a report, a process may have ended."""


@dataclass(frozen=True)
class Row:
    """A line of a table: what it is about, and its numbers."""

    name: str
    counts: Sequence[int]

    @property
    def total(self) -> int:
        """Their sum."""
        return sum(self.counts)


@dataclass(frozen=True)
class Running:
    """A process, and what it did lately."""

    process: Process
    figures: Figures

    @property
    def is_worker(self) -> bool:
        """Whether it works beside the site."""
        return self.process.role == WORKER

    @property
    def has_sockets(self) -> bool:
        """Whether races are played at it."""
        return self.process.role in ("all", "live")


@dataclass(frozen=True)
class Queue:
    """The tasks of one queue."""

    name: str
    ready: int
    running: int
    failed: int
    age: timedelta

    @property
    def is_late(self) -> bool:
        """Whether tasks wait longer than they should."""
        return self.age.total_seconds() > SLOW.get(self.name, 600.0)


@dataclass(frozen=True)
class Work:
    """What all tasks of a kind came to lately."""

    path: str
    failed: int
    done: int
    last: datetime

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.path.rpartition(".")[2]


@dataclass(frozen=True)
class Operation:
    """How the site is at one moment."""

    now: datetime
    reasons: Sequence[str]
    """Why this process isn't ready."""
    races: Sequence[Row]
    under_way: Sequence[Race]
    """The races that began last, each with how many `players` it has."""
    doubtful: int
    """Reviews that found something odd and have no ruling yet."""
    processes: Sequence[Running]
    queues: Sequence[Queue]
    stock: Sequence[Row]
    tasks: Sequence[Work]
    """What the tasks came to that ended in the last day, those that failed first."""
    failed_tasks: Sequence[DBTaskResult[..., object]]
    failed_deliveries: Sequence[Delivery]
    mails_put_off: int
    backup: SavedBackup | None

    @classmethod
    def look(cls, now: datetime) -> Operation:
        """Read everything from the database, and ask whether this process is ready."""
        failed = DBTaskResult.objects.failed().order_by("-finished_at")
        faulty = Delivery.objects.exclude(fault="").select_related("webhook").order_by("-at")
        return cls(
            now=now,
            reasons=readiness.reasons(),
            races=_rows(figures.races(), KINDS, figures.STATES),
            under_way=list(_under_way()[:SHOWN]),
            doubtful=Review.objects.undecided().count(),
            processes=[
                Running(one, Figures.of(one.figures)) for one in Process.objects.running(now)
            ],
            queues=list(_queues()),
            stock=_stock(),
            tasks=_work(now),
            failed_tasks=list(failed[:SHOWN]),
            failed_deliveries=list(faulty[:SHOWN]),
            mails_put_off=Notice.objects.filter(mailed_at=None, mail_retry_at__gt=now).count(),
            backup=SavedBackup.objects.last_saved(),
        )

    @property
    def states(self) -> Sequence[str]:
        """The columns of the races."""
        return figures.STATES

    @property
    def difficulties(self) -> Sequence[str]:
        """The columns of the stock."""
        return [one.value for one in Difficulty]

    @property
    def workers(self) -> Sequence[Running]:
        """The workers."""
        return [one for one in self.processes if one.is_worker]

    def is_silent(self, one: Running) -> bool:
        """Tell whether a process may have ended."""
        return self.now - one.process.seen_at > LATE

    @property
    def outdated(self) -> Sequence[Running]:
        """The processes of another release than the one that started last."""
        heard = [one for one in self.processes if not self.is_silent(one)]
        newest = max(heard, key=lambda one: one.process.started_at, default=None)
        if newest is None:
            return []
        return [one for one in heard if one.process.release != newest.process.release]


def _under_way() -> QuerySet[Race]:
    """Return the races that have begun, or are about to, and aren't over; the last ones first."""
    begun = Race.objects.filter(closed_at=None, starts_at__isnull=False, limit_s__isnull=False)
    return begun.annotate(players=Count("entries")).order_by("-starts_at")


def _rows(
    counts: Mapping[tuple[str, str], int], names: Sequence[str], columns: Sequence[str]
) -> Sequence[Row]:
    """Return a row for each name from counts by column and name."""
    return [Row(name, [counts[column, name] for column in columns]) for name in names]


def _stock() -> Sequence[Row]:
    """Return the presets, those of a game together, with their deals by difficulty."""
    counts = figures.stock()
    presets = [f"{game}/{preset}" for game in GAMES for preset in GAMES[game].presets]
    return [Row(rules, [counts[rules, one.value] for one in Difficulty]) for rules in presets]


def _work(now: datetime) -> Sequence[Work]:
    """Return what ended while tasks that are done are kept: failures first, then the latest."""
    ended = DBTaskResult.objects.finished().filter(finished_at__gte=now - KEPT).order_by()
    rows = ended.values_list("task_path").annotate(
        failures=Count("pk", filter=Q(status=TaskResultStatus.FAILED)),
        successes=Count("pk", filter=Q(status=TaskResultStatus.SUCCESSFUL)),
        last=Max("finished_at"),
    )
    work = [Work(*row) for row in rows]
    return sorted(work, key=lambda one: (one.failed > 0, one.last), reverse=True)


def _queues() -> Iterator[Queue]:
    counts, ages = figures.tasks(), figures.ages()
    for name in figures.QUEUES:
        ready, running, failed = (counts[name, status.value] for status in figures.UNFINISHED)
        yield Queue(name, ready, running, failed, timedelta(seconds=int(ages[name])))
