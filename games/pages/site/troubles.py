"""What the operator's page asks staff to do: each thing that is wrong, and the way to mend it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.urls import reverse

from games.pages.site.operation import Operation, Running

BACKED_UP: Final = timedelta(days=2)
SLOW_MOVE_S: Final = 0.25
SLOW_JOURNAL_S: Final = 0.1
"""As in the alert rules of Prometheus."""

START_ALL: Final = "docker compose up --detach"
WORKERS: Final = (START_ALL, "systemctl start same-deal-worker@1", "manage.py worker")
POSTGRESQL: Final = (START_ALL, "systemctl start postgresql")
REDIS: Final = (START_ALL, "systemctl start redis-server")


@dataclass(frozen=True)
class Trouble:
    """What is wrong and what to do, in sentences."""

    sentences: str
    commands: Sequence[str] = ()
    """Commands of which one helps: each fits another way to run a server."""
    address: str = ""
    """The page where to do it."""


NOT_READY: Final = {
    "database-down": Trouble(
        "The database doesn't answer. Start it, or check DATABASE_URL.", POSTGRESQL
    ),
    "database-not-writable": Trouble(
        "The database can't be written. Its disk may be full.", ("df -h",)
    ),
    "redis-down": Trouble(
        "Redis doesn't answer. Start it; races go on meanwhile, each process on its own.", REDIS
    ),
    "migrations-missing": Trouble("Migrations are missing. Run them.", ("manage.py migrate",)),
    "draining": Trouble("This process was asked to stop. Look again."),
}


def troubles(operation: Operation) -> Iterator[Trouble]:
    """Yield what is wrong, the worst first."""
    yield from (NOT_READY.get(reason, Trouble(reason)) for reason in operation.reasons)
    yield from _of_processes(operation)
    for one in operation.processes:
        yield from _of_process(one, _name(one, operation))
    yield from _of_queues(operation)
    standard = [row for row in operation.stock if row.name.endswith("/standard")]
    bare = ", ".join(row.name for row in standard if not row.total)
    if bare and settings.STOCK and operation.workers:
        yield Trouble(
            f"No secret deal is ready for {bare} yet. Workers find them: one more is quicker."
        )
    if operation.doubtful:
        yield Trouble(
            f"Runs that look odd and have no ruling yet: {operation.doubtful}. Decide on each.",
            address=f"{reverse('admin:games_review_changelist')}?doubts__isempty=0",
        )
    yield from _of_backups(operation)


def _of_processes(operation: Operation) -> Iterator[Trouble]:
    if not operation.workers:
        yield Trouble(
            "No worker is running. Start one: deals run out, and no one is mailed.", WORKERS
        )
    web = [one for one in operation.processes if not one.is_worker]
    if web and not any(one.has_sockets for one in web):
        yield Trouble(
            "No process serves the tables. Start one: nobody can race.",
            (START_ALL, "systemctl start same-deal-live@8011"),
        )
    if older := ", ".join(str(one.process) for one in operation.outdated):
        yield Trouble(f"Processes run different releases. Restart the older ones: {older}.")


def _of_process(one: Running, who: str) -> Iterator[Trouble]:
    """Yield what failed or was slow in a process in the last minutes."""
    lately, log = one.figures, _log(one.process.role)
    if lately.moves_not_stored or lately.database_failures:
        yield Trouble(f"The database failed for {who}. Its log says why.", log)
    if lately.redis_failures:
        yield Trouble(f"Redis failed for {who}. Its log says why.", log)
    if lately.sockets and not lately.hears_others:
        yield Trouble(f"{who} doesn't hear the other processes. Look at Redis.", REDIS)
    if lately.failed_pages or lately.failed_tasks or lately.failed_chores:
        yield Trouble(f"Something failed in {who}. Its log says what.", log)
    if _exceeds(lately.journal_write_s, SLOW_JOURNAL_S):
        yield Trouble(
            f"The database takes {lately.journal_write_s} s to store moves of {who}. "
            "Look at its disk, and at what else uses it.",
            ("iostat -x 5",),
        )
    elif _exceeds(lately.move_s, SLOW_MOVE_S):
        yield Trouble(
            f"A move takes {lately.move_s} s at {who}. Add a process: LIVE=2 in .env, or a unit.",
            (START_ALL, "systemctl enable --now same-deal-live@8012"),
        )


def _of_queues(operation: Operation) -> Iterator[Trouble]:
    for queue in operation.queues:
        if queue.is_late:
            yield Trouble(
                f"Tasks in the queue “{queue.name}” wait too long. "
                "Add a worker: WORKERS=2 in .env, or a unit.",
                (START_ALL, "systemctl enable --now same-deal-worker@2"),
            )
    if operation.mails_put_off:
        yield Trouble(
            "The mail server failed, and mails wait. Check EMAIL_HOST; the log says why.",
            _log("worker"),
        )


def _of_backups(operation: Operation) -> Iterator[Trouble]:
    backup = ("manage.py backup FILE",)
    if operation.backup is None:
        yield Trouble("No backup has been made yet. Make one, and let it run every night.", backup)
    elif operation.now - operation.backup.saved_at > BACKED_UP:
        yield Trouble(
            "The last backup is more than two days old. Make one, and see why none was made.",
            backup,
        )


def _name(one: Running, operation: Operation) -> str:
    return f"{one.process}{' (silent, perhaps ended)' if operation.is_silent(one) else ''}"


def _log(role: str) -> Sequence[str]:
    """Return commands that show the log of the processes of a role."""
    if role == "all":
        # `make play` logs where it was started.
        return ()
    return (f"docker compose logs {role}", f"journalctl --unit 'same-deal-{role}@*'")


def _exceeds(bound: str, most: float) -> bool:
    """Tell whether a time, perhaps `+Inf` or not measured, is longer than it should be."""
    return bool(bound) and float(bound) > most
