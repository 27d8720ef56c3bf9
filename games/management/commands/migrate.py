"""Bring the database up to this release: `python manage.py migrate`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from django.core.management.commands import migrate
from django.db import connections

from games.whole_file import claim

LOCK: Final = 7_331_900_512
"""The number of the lock; any other would do, as long as all releases have the same."""


class Command(migrate.Command):
    """Django's command, once at a time: several machines may start a release together."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        database = connections[options["database"]]
        # In tests, SQLite's database may be in memory, under another name.
        if database.vendor == "sqlite" and isinstance(file := database.settings_dict["NAME"], Path):
            # Before the checks open it. SQLite would let everyone read it, and takes an empty file
            # for an empty database.
            with suppress(OSError):
                claim(file)
        return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        with alone(options["database"]):
            super().handle(*args, **options)


@contextmanager
def alone(database: str) -> Iterator[None]:
    """Wait until no other process migrates a PostgreSQL database, and keep others waiting."""
    connection = connections[database]
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
