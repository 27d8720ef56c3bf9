"""Entries as lines of a list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.models import Entry
from games.pages import labels
from games.pages.howto.links import help_url
from games.racing import Kind


@dataclass(frozen=True)
class Result:
    """One entry of a race that is over, with what is written beside it."""

    entry: Entry

    @property
    def title(self) -> str:
        """What the game is called."""
        return labels.title(self.entry.race.rules)

    @property
    def variant(self) -> str:
        """The rules of the game that were in force."""
        return labels.variant(self.entry.race.rules)

    @property
    def help(self) -> str:
        """The address of the page on these rules."""
        return help_url(self.entry.race.rules)

    @property
    def is_practice(self) -> bool:
        """Whether nobody else was there to race against."""
        return self.entry.race.kind == Kind.SOLO

    @property
    def time(self) -> str:
        """The finishing time, empty for a run that was not won."""
        return "" if self.entry.time_ms is None else labels.time_text(self.entry.time_ms)


def results(entries: Iterable[Entry]) -> list[Result]:
    """The entries as lines."""
    return [Result(entry) for entry in entries]
