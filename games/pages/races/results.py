"""Entries as rows of a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from games.models import Entry
from games.pages.deals import labels
from games.pages.howto.links import help_url
from games.pages.site.times import time_text
from games.racing import Kind, RunState

MEDALS: Final = 3


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


@dataclass(frozen=True)
class Podium:
    """The medals of a race: for the first three places, if they finished or got far.

    In a race of two, the first has the other beside him, however far that one got.
    """

    results: Sequence[Result] = ()

    least: ClassVar = 13
    """How many cards are worth a medal without a finish: as many as a suit has."""

    @classmethod
    def of(cls, results: Sequence[Result]) -> Podium:
        """Return the podium of a race with these results, in the order of their places."""
        if len(results) < 2:
            return cls()
        gone = (RunState.FORFEIT, RunState.NO_SHOW)
        stayed = [result for result in results if result.entry.state not in gone]
        found = [result for result in stayed if cls._takes(result.entry)]
        return cls(stayed if len(results) == 2 and found else found)

    @classmethod
    def _takes(cls, entry: Entry) -> bool:
        return (entry.place or MEDALS + 1) <= MEDALS and entry.progress >= cls.least


def results(entries: Iterable[Entry]) -> list[Result]:
    """Return the entries as rows."""
    return [Result(entry) for entry in entries]
