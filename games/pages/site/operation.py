"""How the site is: what staff look at first. Everything here is counted or stored elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django_tasks_db.models import DBTaskResult

from games.background import figures
from games.background.pulse import WORKER
from games.background.recent import Figures
from games.engine import GAMES
from games.models import Delivery, Notice, Process, SavedBackup
from games.models.database.process import EVERY
from games.pages.site.readiness import readiness
from games.racing import Kind
from games.solver.difficulty import Difficulty

SHOWN: Final = 5
"""How many failures of a kind are listed."""

SLOW: Final = {"default": 1800.0, "deliveries": 600.0}
"""Seconds that tasks of a queue may be due, as in the alert rules of Prometheus."""

LATE: Final = 2 * EVERY
"""After so long without a report, a process may have ended."""

BACKED_UP: Final = timedelta(days=7)

KINDS: Final = [kind.value for kind in Kind if kind is not Kind.SOLO]
"""Practices have no end, so they are never over."""

NOT_READY: Final = {
    "database-down": "The database doesn't answer. Start it, or check DATABASE_URL.",
    "database-not-writable": "The database can't be written. Its disk may be full.",
    "redis-down": "Redis doesn't answer. Start it; races go on meanwhile, each process on its own.",
    "migrations-missing": "Migrations are missing. Run manage.py migrate.",
    "draining": "This process was asked to stop.",
}


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
class Operation:
    """How the site is at one moment."""

    now: datetime
    reasons: Sequence[str]
    """Why this process isn't ready."""
    races: Sequence[Row]
    processes: Sequence[Running]
    queues: Sequence[Queue]
    stock: Sequence[Row]
    last_tasks: Sequence[DBTaskResult[..., object]]
    failed_tasks: Sequence[DBTaskResult[..., object]]
    failed_deliveries: Sequence[Delivery]
    mails_put_off: int
    backup: SavedBackup | None

    @classmethod
    def look(cls, now: datetime) -> Operation:
        """Read everything from the database, and ask whether this process is ready."""
        done = DBTaskResult.objects.finished().order_by("-finished_at")
        faulty = Delivery.objects.exclude(fault="").select_related("webhook").order_by("-at")
        return cls(
            now=now,
            reasons=readiness.reasons(),
            races=_rows(figures.races(), KINDS, figures.STATES),
            processes=[
                Running(one, Figures.of(one.figures)) for one in Process.objects.running(now)
            ],
            queues=list(_queues()),
            stock=_stock(),
            last_tasks=list(done[:SHOWN]),
            failed_tasks=list(done.failed()[:SHOWN]),
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

    @property
    def releases(self) -> Sequence[str]:
        """The releases that run; more than one only during an upgrade."""
        return sorted({one.process.release for one in self.processes})

    def troubles(self) -> Iterator[str]:
        """Yield what is wrong, each with what to do about it."""
        yield from (NOT_READY.get(reason, reason) for reason in self.reasons)
        if not self.workers:
            yield "No worker is running. Start one: deals run out, and no one is mailed."
        if len(self.releases) > 1:
            yield "Processes run different releases. Restart the older ones."
        for queue in self.queues:
            if queue.is_late:
                yield f"Tasks in the queue “{queue.name}” wait too long. Add a worker."
        standard = [row for row in self.stock if row.name.endswith("/standard")]
        bare = ", ".join(row.name for row in standard if not row.total)
        if bare and settings.STOCK and self.workers:
            yield f"No secret deal is ready for {bare} yet. Workers find them: one more is quicker."
        yield from self._lately()
        if self.backup is None:
            yield "No backup has been made yet. Run manage.py backup."
        elif self.now - self.backup.saved_at > BACKED_UP:
            yield "The last backup is more than a week old. Run manage.py backup."

    def _lately(self) -> Iterator[str]:
        """Yield what failed in the last minutes, by process."""
        for one in self.processes:
            who, lately = str(one.process), one.figures
            if self.now - one.process.seen_at > LATE:
                who += " (silent, perhaps ended)"
            if lately.moves_not_stored or lately.database_failures:
                yield f"The database failed for {who}. Its log says why."
            if lately.redis_failures:
                yield f"Redis failed for {who}. Its log says why."
            if lately.sockets and not lately.hears_others:
                yield f"{who} doesn't hear the other processes. Look at Redis."
            if lately.failed_pages or lately.failed_tasks or lately.failed_chores:
                yield f"Something failed in {who}. Its log says what."


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


def _queues() -> Iterator[Queue]:
    counts, ages = figures.tasks(), figures.ages()
    for name in figures.QUEUES:
        ready, running, failed = (counts[name, status.value] for status in figures.UNFINISHED)
        yield Queue(name, ready, running, failed, timedelta(seconds=int(ages[name])))
