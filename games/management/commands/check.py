"""Check the settings: Django's command, which with --deploy also fails without a database."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import check

from games.management.long_command import Exit
from games.models.database.availability import refusal


class Command(check.Command):
    """Before a deployment a database must answer; where an image is built there is none."""

    def check(self, *args: Any, **options: Any) -> None:
        super().check(*args, **options)
        if options["include_deployment_checks"] and (reason := refusal()):
            raise CommandError(f"The database gives no connection: {reason}", returncode=Exit.WRONG)
