"""Empty the database: Django's command, which deletes row by row on SQLite, in any order."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import flush

from games.models.races import guards


class Command(flush.Command):
    """Remove the guards first and restore them afterwards, as migrations do."""

    def handle(self, *args: Any, **options: Any) -> None:
        guards.take_down(options["database"])
        try:
            super().handle(*args, **options)
        finally:
            guards.put_up(options["database"])
