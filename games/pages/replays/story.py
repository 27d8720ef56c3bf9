"""One run, with all that its replay shows of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Any, Final

from games import racing
from games.models import Analysis, Entry
from games.pages.charts.thinking import ThinkingChart, thinking_chart
from games.pages.labels import duration_text, time_text
from games.pages.records import record_of
from games.pages.replays.marks import Marks
from games.pages.replays.moments import Moment, moment

PAGE: Final = 200
"""How many actions are listed and fetched together: a run may have thousands."""

SHOWN: Final = 500
"""A record of more actions is to be downloaded; the page does not show it as well."""


class Story:
    """An entry that is over, as a replay tells it.

    To tell a moment, the run is played again up to it, so those of a page are told together.
    """

    def __init__(self, entry: Entry, analysis: Analysis | None = None) -> None:
        self.entry = entry
        self.analysis = analysis
        self.record = record_of(entry)
        self._times = [0, *(action.ms for action in self.record.actions)]
        self._thinking = racing.Thinking.of(self.record.actions)
        self._marks = Marks(self.record.actions, self._thinking, analysis)
        self._told: dict[int, Moment] = {}

    @property
    def last(self) -> int:
        """The number of the last action."""
        return len(self.record.actions)

    @property
    def pages(self) -> int:
        """How many pages its moments fill, the deal among them."""
        return self.last // PAGE + 1

    def page(self, number: int) -> list[Moment]:
        """The moments of a page, from 0; the first has the deal."""
        numbers = self._numbers(number)
        self._tell(numbers)
        return [self._told[number] for number in numbers]

    def prepare(self, page: int) -> None:
        """Tell at once what is shown beside the tables: a page, the longest thought, the loss."""
        lost = None if self.analysis is None else self.analysis.lost_by
        beside = {number for number in (self._thinking.longest, lost) if number is not None}
        self._tell({*self._numbers(page), *beside})

    def _numbers(self, page: int) -> range:
        return range(page * PAGE, min(self.last + 1, (page + 1) * PAGE))

    def moment(self, number: int) -> Moment:
        """The moment after an action; 0 is the deal."""
        self._tell({number})
        return self._told[number]

    def _tell(self, numbers: Collection[int]) -> None:
        missing = sorted(set(numbers) - self._told.keys())
        wanted = {*missing, *(number - 1 for number in missing)}
        found = {frame.number: frame for frame in racing.frames(self.record, wanted)}
        for number in missing:
            before = found[number - 1].board if number else None
            self._told[number] = moment(found[number], before, self._marks.of(number))

    def number_at(self, ms: int) -> int:
        """The number of the last action up to a time."""
        return bisect_right(self._times, ms) - 1

    def ms_of(self, number: int) -> int:
        """When an action was, in milliseconds after the start."""
        return self._times[number]

    def time_of(self, number: int) -> str:
        """When an action was, for people."""
        return time_text(self._times[number])

    def chart(self, length: int) -> ThinkingChart:
        """How long each action was thought about, `length` milliseconds wide."""
        lost = None if self.analysis is None else self.analysis.lost_by
        return thinking_chart(self.record.actions, self._thinking, length, lost)

    @property
    def time(self) -> str:
        """The finishing time, empty for a run that was not won."""
        return "" if self.entry.time_ms is None else time_text(self.entry.time_ms)

    @property
    def length(self) -> int:
        """The milliseconds from the start to the last action, at least one second."""
        return max(1000, self._times[-1])

    @property
    def is_short(self) -> bool:
        """Whether the page shows its record."""
        return self.last <= SHOWN

    @cached_property
    def longest(self) -> Moment | None:
        """The action that took the most thought."""
        number = self._thinking.longest
        return None if number is None else self.moment(number)

    @property
    def usual(self) -> str:
        """What half of the actions took at most."""
        return duration_text(self._thinking.usual)

    def outline(self) -> dict[str, Any]:
        """The run for the page's module, but for its boards: what it needs to get around."""
        return {
            "entry": self.entry.pk,
            "name": self.entry.player.name,
            "length": self.length,
            "page": PAGE,
            "times": self._times,
            "marks": self._marks.places,
        }

    def frames(self, page: int) -> list[dict[str, Any]]:
        """The boards of a page and what was done: of each board only what has changed.

        The first board of a page is whole.
        """
        return list(self._changes(page))

    def _changes(self, page: int) -> Iterator[dict[str, Any]]:
        piles: dict[str, str] = {}
        accepts = None
        for told in self.page(page):
            board = told.frame.board
            frame: dict[str, Any] = {
                "time": told.time,
                "text": told.text,
                "spoken": told.spoken,
                "thought": told.thought,
                "piles": {n: c for n, c in board["piles"].items() if piles.get(n) != c},
                "progress": board["progress"],
                "outcome": board["outcome"],
            }
            if board["accepts"] != accepts:
                frame["accepts"] = accepts = board["accepts"]
            piles = board["piles"]
            yield frame
