"""Entries as rows of a list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.models import Entry
from games.pages.deals import labels
from games.pages.howto.links import help_url
from games.pages.site.times import time_text
from games.racing import Kind


@dataclass(frozen=True)
class Result:
    """A finished entry, with the text beside it."""

    entry: Entry

    @property
    def title(self) -> str:
        """The game's title."""
        return labels.title(self.entry.race.rules)

    @property
    def variant(self) -> str:
        """The name of the rules."""
        return labels.variant(self.entry.race.rules)

    @property
    def help(self) -> str:
        """The address of the help page on these rules."""
        return help_url(self.entry.race.rules)

    @property
    def is_practice(self) -> bool:
        """Tell whether the player was alone."""
        return self.entry.race.kind == Kind.SOLO

    @property
    def time(self) -> str:
        """The finishing time; empty unless the run was won."""
        return "" if self.entry.time_ms is None else time_text(self.entry.time_ms)


def results(entries: Iterable[Entry]) -> list[Result]:
    """Return the entries as rows."""
    return [Result(entry) for entry in entries]
