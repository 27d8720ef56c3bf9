"""One run, with all that its replay shows of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from games import racing
from games.models import Analysis, Entry
from games.pages.charts.thinking import ThinkingChart, thinking_chart
from games.pages.labels import duration_text, time_text
from games.pages.records import record_of
from games.pages.replays.moments import Moment, moments


class Story:
    """An entry that is over, as a replay tells it."""

    def __init__(self, entry: Entry, analysis: Analysis | None = None) -> None:
        self.entry = entry
        self.analysis = analysis
        self.record = record_of(entry)
        self._frames = racing.frames(self.record)
        self._thinking = racing.Thinking.of(self.record.actions)

    @cached_property
    def moments(self) -> list[Moment]:
        """The deal and every action."""
        return list(moments(self._frames, self._thinking, self.analysis))

    def chart(self, length: int) -> ThinkingChart:
        """How long each action was thought about, `length` milliseconds wide."""
        lost = None if self.analysis is None else self.analysis.lost_by
        return thinking_chart(self._frames, self._thinking, length, lost)

    @property
    def time(self) -> str:
        """The finishing time, empty for a run that was not won."""
        return "" if self.entry.time_ms is None else time_text(self.entry.time_ms)

    @property
    def length(self) -> int:
        """The milliseconds from the start to the last action, at least one second."""
        return max(1000, self._frames[-1].ms)

    @property
    def longest(self) -> Moment | None:
        """The action that took the most thought."""
        number = self._thinking.longest
        return None if number is None else self.moments[number]

    @property
    def usual(self) -> str:
        """What half of the actions took at most."""
        return duration_text(self._thinking.usual)

    def data(self) -> dict[str, Any]:
        """The run for the page's module: of each board only what has changed."""
        return {
            "entry": self.entry.pk,
            "name": self.entry.player.name,
            "length": self.length,
            "frames": list(self._changes()),
        }

    def _changes(self) -> Iterator[dict[str, Any]]:
        piles: dict[str, str] = {}
        accepts = None
        for moment in self.moments:
            board = moment.frame.board
            frame: dict[str, Any] = {
                "ms": moment.frame.ms,
                "time": moment.time,
                "text": moment.text,
                "spoken": moment.spoken,
                "thought": moment.thought,
                "marks": moment.marks,
                "piles": {n: c for n, c in board["piles"].items() if piles.get(n) != c},
                "progress": board["progress"],
                "outcome": board["outcome"],
            }
            if board["accepts"] != accepts:
                frame["accepts"] = accepts = board["accepts"]
            piles = board["piles"]
            yield frame
