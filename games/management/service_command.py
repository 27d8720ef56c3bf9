"""Commands that run until they are stopped, so their error stream is a log."""

from __future__ import annotations

import logging
import sys
from typing import Any

from django.conf import settings
from django.core.checks import run_checks
from django.core.management.base import BaseCommand

from games.management.long_command import Exit

logger = logging.getLogger(__name__)


class ServiceCommand(BaseCommand):
    """A command whose log is for programs, if they read it, from its first line."""

    def check(self, *args: Any, **options: Any) -> None:
        """Log what Django's system checks find; for people, print it as Django does."""
        if settings.LOG_FORMAT != "json":
            super().check(*args, **options)
            return
        found = [issue for issue in run_checks() if not issue.is_silenced()]
        for issue in sorted(found, key=str):
            logger.log(issue.level, " ".join(str(issue).split()).removeprefix("?: "))
        if any(issue.is_serious() for issue in found):
            sys.exit(Exit.WRONG)
