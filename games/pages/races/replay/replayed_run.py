"""One run, with everything that its replay shows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Any, Final

from games import racing
from games.engine import Record
from games.engine.record import ENDINGS
from games.models import Analysis, Entry
from games.pages.races.replay.marks import Marks
from games.pages.races.replay.moments import Moment, moment
from games.pages.races.replay.thinking import ThinkingChart, thinking_chart
from games.pages.site.times import clock_text, duration_text, time_text

PAGE: Final = 200
"""How many actions are listed and fetched at once: a run may have thousands."""

MOST_SHOWN: Final = 500
"""The most actions for which the page shows the record; a longer one can only be downloaded."""


LEAST_CHARTED: Final = 5
"""The fewest moves whose thinking times say something about the player."""


@lru_cache(maxsize=16)
def _frames(record: Record, wanted: frozenset[int]) -> Mapping[int, racing.Frame]:
    """Return the wanted frames of a record by number.

    The latest are kept: a page asks twice, and those who raced watch the same runs.
    """
    return {frame.number: frame for frame in racing.frames(record, wanted)}


class ReplayedRun:
    """A finished entry as its replay shows it.

    Every moment needs the run played again up to it, so those of a page are made in one pass.
    """

    def __init__(self, entry: Entry, analysis: Analysis | None = None) -> None:
        self.entry = entry
        self.analysis = analysis
        self.record = entry.record()
        self._times = [0, *(action.ms for action in self.record.actions)]
        made = (action.text not in ("undo", *ENDINGS) for action in self.record.actions)
        self._made = list(accumulate(made, initial=0))
        self._thinking = racing.Thinking.of(self.record.actions)
        self._marks = Marks(self.record.actions, self._thinking, analysis)
        self._moments: dict[int, Moment] = {}

    def has(self, mark: str) -> bool:
        """Tell whether any action has a mark."""
        return bool(self._marks.places.get(mark))

    @property
    def last(self) -> int:
        """The number of the last action."""
        return len(self.record.actions)

    @property
    def pages(self) -> int:
        """How many pages the moments fill, including the deal."""
        return self.last // PAGE + 1

    def page(self, number: int) -> list[Moment]:
        """Return the moments of a page, counted from 0; the first page begins with the deal."""
        numbers = self._numbers(number)
        self._load(numbers)
        return [self._moments[number] for number in numbers]

    def prepare(self, page: int, *numbers: int) -> None:
        """Make the moments of a page and of some numbers in one pass, and what the chart names."""
        lost = None if self.analysis is None else self.analysis.lost_by
        beside = {number for number in (self._thinking.longest, lost) if number is not None}
        self._load({*self._numbers(page), *beside, *numbers})

    def _numbers(self, page: int) -> range:
        return range(page * PAGE, min(self.last + 1, (page + 1) * PAGE))

    def moment(self, number: int) -> Moment:
        """Return the moment after an action; 0 is the deal."""
        self._load({number})
        return self._moments[number]

    def _load(self, numbers: Collection[int]) -> None:
        missing = sorted(set(numbers) - self._moments.keys())
        if not missing:
            return
        wanted = {*missing, *(number - 1 for number in missing)}
        # All of a run that fits a page, so that whatever is asked of it is found again.
        found = _frames(self.record, frozenset(wanted if self.pages > 1 else range(self.last + 1)))
        for number in missing:
            before = found[number - 1].board if number else None
            self._moments[number] = moment(
                found[number], before, self._marks.of(number), self._move_of(number)
            )

    def _move_of(self, number: int) -> int | None:
        """Return which of the moves made an action is; None for the deal, an undo and the end."""
        is_move = number and self._made[number] > self._made[number - 1]
        return self._made[number] if is_move else None

    def number_at(self, ms: int) -> int:
        """Return the number of the last action up to a time."""
        return bisect_right(self._times, ms) - 1

    def ms_of(self, number: int) -> int:
        """Return the time of an action, in milliseconds after the start."""
        return self._times[number]

    def time_of(self, number: int) -> str:
        """Return the time of an action in whole seconds, for people."""
        return clock_text(self._times[number])

    def chart(self, length: int) -> ThinkingChart | None:
        """Return the chart of the thinking times, `length` milliseconds wide, if any."""
        if self._made[-1] < LEAST_CHARTED:
            return None
        lost = None if self.analysis is None else self.analysis.lost_by
        return thinking_chart(self.record.actions, self._thinking, length, lost)

    @property
    def time(self) -> str:
        """The finishing time; empty unless the run was won."""
        return "" if self.entry.time_ms is None else time_text(self.entry.time_ms)

    @property
    def length(self) -> int:
        """The milliseconds from the start to the last action, at least 1000."""
        return max(1000, self._times[-1])

    @property
    def is_short(self) -> bool:
        """Tell whether the page shows the record."""
        return self.last <= MOST_SHOWN

    @cached_property
    def longest(self) -> Moment | None:
        """The action with the longest thought."""
        number = self._thinking.longest
        return None if number is None else self.moment(number)

    @property
    def usual(self) -> str:
        """The median thinking time."""
        return duration_text(self._thinking.usual)

    def outline(self) -> dict[str, Any]:
        """Return the run for the page's module, without its boards: what navigation needs."""
        return {
            "entry": self.entry.pk,
            "name": self.entry.name,
            "length": self.length,
            "page": PAGE,
            "moves": self._made[-1],
            "times": self._times,
            "marks": self._marks.places,
        }

    def frames(self, page: int) -> list[dict[str, Any]]:
        """Return the boards and actions of a page; each board holds only what has changed.

        The first board of a page is complete.
        """
        return list(self._changes(page))

    def _changes(self, page: int) -> Iterator[dict[str, Any]]:
        piles: dict[str, str] = {}
        accepts = None
        for shown in self.page(page):
            board = shown.frame.board
            frame: dict[str, Any] = {
                "action": shown.frame.action,
                "time": shown.time,
                "text": shown.text,
                "spoken": shown.spoken,
                "thought": shown.thought,
                "piles": {n: c for n, c in board["piles"].items() if piles.get(n) != c},
                "progress": board["progress"],
                "outcome": board["outcome"],
            }
            if board["accepts"] != accepts:
                frame["accepts"] = accepts = board["accepts"]
            piles = board["piles"]
            yield frame
