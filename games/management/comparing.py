"""Commands that compare what is derived with its source of truth, and repair it."""

from __future__ import annotations

from abc import abstractmethod
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models.standings.booking import book_closed


class CompareCommand(BaseCommand):
    """A command with `--check`, which only reads, and `--repair`.

    A subclass finds what is wrong and repairs it if asked.
    """

    what: str
    """The name of what is compared, in the plural."""
    source: str
    """The name of what it is compared with."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        mode = parser.add_mutually_exclusive_group(required=True)
        mode.add_argument(
            "--check", action="store_true", help="fail if anything is wrong; write nothing"
        )
        mode.add_argument("--repair", action="store_true", help="rebuild what is wrong")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["repair"]:
            while book_closed():
                pass
        wrong = 0
        for finding in self.findings(repair=options["repair"]):
            wrong += 1
            self.stdout.write(f"{finding}: {'rebuilt' if options['repair'] else 'wrong'}")
        if wrong and options["check"]:
            raise CommandError(f"{wrong} {self.what} are wrong; --repair rebuilds them")
        self.stdout.write(f"{self.count()} {self.what} agree with the {self.source}")

    @abstractmethod
    def findings(self, *, repair: bool) -> Iterator[str]:
        """Yield a name for everything wrong, after repairing it if `repair` is set."""

    @abstractmethod
    def count(self) -> int:
        """Return how many things are stored."""
