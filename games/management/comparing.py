"""Commands that compare what is derived with its source of truth, and repair it."""

from __future__ import annotations

from abc import abstractmethod
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from games.management.long_command import LongCommand
from games.management.progress import Progress
from games.models.standings.booking import book_closed


class CompareCommand(LongCommand):
    """A command with `--check`, which only reads, and `--repair`.

    A subclass finds what is wrong and repairs it if asked.
    """

    what: str
    """The name of what is compared, in the plural."""
    source: str
    """The name of what it is compared with."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        mode = parser.add_mutually_exclusive_group(required=True)
        mode.add_argument(
            "--check", action="store_true", help="exit with 1 if anything is wrong; write nothing"
        )
        mode.add_argument("--repair", action="store_true", help="rebuild what is wrong")

    def handle(self, *args: Any, **options: Any) -> None:
        repair: bool = options["repair"]
        found: list[str] = []
        if repair:
            with self.progress("Booking closed races") as progress:
                while booked := book_closed():
                    progress.step(booked)
        if not self.interrupted:
            with self.progress(f"Comparing {self.what}", self.steps()) as progress:
                for finding in self.findings(progress, repair=repair):
                    found.append(finding)
                    self.say(f"{finding}: {'rebuilt' if repair else 'wrong'}")
        stored = self.count()
        wrong = ""
        if found and not repair:
            wrong = f"{len(found)} {self.what} are wrong; --repair rebuilds them"
        elif not self.interrupted:
            self.say(f"{stored} {self.what} agree with the {self.source}")
        listed = {"repaired" if repair else "wrong": found}
        self.conclude({"compared": self.what, "stored": stored, **listed}, wrong)

    @abstractmethod
    def steps(self) -> int:
        """Return how many steps of progress there will be."""

    @abstractmethod
    def findings(self, progress: Progress, *, repair: bool) -> Iterator[str]:
        """Yield a name for everything wrong, after repairing it if `repair` is set."""

    @abstractmethod
    def count(self) -> int:
        """Return how many things are stored."""
