"""Check records of games: `python manage.py verify FILE...`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.__main__ import verify


class Command(BaseCommand):
    """Replay records and print whether each is valid; exit with 1 if any is not."""

    help = "Replay records and print for each that it is valid, or its line and fault."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a record")

    def handle(self, *args: Any, files: list[str], **options: Any) -> None:
        lines, invalid = verify(files)
        for line in lines:
            self.stdout.write(line)
        if invalid:
            sys.exit(1)
