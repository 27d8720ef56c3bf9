"""Empty the database: Django's command, which on SQLite deletes row by row in any order."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import flush

from games.models.races import guards


class Command(flush.Command):
    """Take the guards down first; they are put up again as after a migration."""

    def handle(self, *args: Any, **options: Any) -> None:
        guards.take_down(options["database"])
        try:
            super().handle(*args, **options)
        finally:
            guards.put_up(options["database"])
