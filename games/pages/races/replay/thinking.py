"""A chart of the thinking times in a run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from math import sqrt
from typing import Final

from django.utils.translation import gettext as _

from games.engine import Action
from games.pages.site.axis import Tick, percent
from games.pages.site.times import duration_text
from games.racing import Thinking

MINUTE: Final = 60_000

LEVELS: Final = (1_000, 5_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000)
"""Times at which a grid line may be drawn, in milliseconds."""

LEAST_TOP: Final = 5_000
"""The smallest top of the scale, in milliseconds."""

STRIPS: Final = 500
"""How many blocks fit legibly side by side: a longer run is drawn in strips."""

LEAST_GAP: Final = 0.22
"""The least distance between two grid lines, as a share of the height."""


OUTLIER: Final = 4
"""A pause so many times as long as the next shorter one is cut off, so that the rest is seen."""

RARE: Final = 10
"""At most every so manieth thought is cut off."""


@dataclass(frozen=True)
class Block:
    """One thought: its span of time, and a height that grows with its length."""

    x: str
    width: str
    y: str
    height: str
    long: bool
    cut: bool
    """Whether it was longer than shown."""


@dataclass(frozen=True)
class Pin:
    """A mark on the axis: a deal, an undo, or the losing move."""

    x: str
    kind: str


@dataclass(frozen=True)
class Scale:
    """The time of a run along the axis, on which no pause is longer than some time."""

    length: int
    longest: int
    pauses: tuple[tuple[int, int], ...]
    """The pauses that are cut off: when each began and ended, in order."""

    @classmethod
    def of(cls, times: Sequence[int | None], ends: Sequence[int], length: int) -> Scale:
        """Return the scale for thoughts, the times at which they ended, and a run's length."""
        longest = max(LEAST_TOP, _longest([time for time in times if time]))
        last = max(ends, default=0)
        spans = [(end - (time or 0), end) for time, end in zip(times, ends, strict=True)]
        pauses = [one for one in spans if one[1] - one[0] > longest]
        if length - last > OUTLIER * longest:
            # Nothing happens until the race ends.
            pauses.append((last, length))
        return cls(length, longest, tuple(pauses))

    @property
    def shown(self) -> int:
        """The milliseconds that are left."""
        return self._kept(self.length)

    @property
    def steps(self) -> tuple[tuple[int, float], ...]:
        """Where the scale changes: times, each with its share of the width."""
        inner = sorted({edge for pause in self.pauses for edge in pause} - {0, self.length})
        return tuple((ms, round(self.at(ms), 5)) for ms in (0, *inner, self.length))

    def at(self, ms: int) -> float:
        """Return the share of the width at which a time stands."""
        return self._kept(min(ms, self.length)) / self.shown

    def _kept(self, ms: int) -> int:
        kept = ms
        for start, end in self.pauses:
            if ms > start:
                spent = min(ms, end) - start
                kept -= spent - spent * self.longest // (end - start)
        return kept


@dataclass(frozen=True)
class ThinkingChart:
    """The thoughts of a run, on a square-root scale that keeps quick moves visible."""

    blocks: tuple[Block, ...]
    pins: tuple[Pin, ...]
    levels: tuple[Tick, ...]
    scale: Scale

    @property
    def kinds(self) -> set[str]:
        """The kinds of marks on the axis."""
        return {pin.kind for pin in self.pins}

    @property
    def cut(self) -> str:
        """How long the pauses are shown that were longer; empty if there are none."""
        is_cut = any(block.cut for block in self.blocks)
        return duration_text(self.scale.longest) if is_cut else ""

    @property
    def steps(self) -> str:
        """The steps of the scale, for the page's module."""
        return json.dumps(self.scale.steps)


def thinking_chart(
    actions: Sequence[Action], thinking: Thinking, length: int, lost: int | None = None
) -> ThinkingChart:
    """Return a run's chart, `length` milliseconds wide; `lost` is the losing action's number."""
    scale = Scale.of(thinking.times, [action.ms for action in actions], length)
    top = scale.longest
    width = -(-scale.shown // STRIPS) if len(actions) > STRIPS else 1
    blocks = (
        Block(
            x=percent(scale.at(end - thought)),
            width=percent(scale.at(end) - scale.at(end - thought)),
            y=percent(1 - _height(min(thought, top), top)),
            height=percent(_height(min(thought, top), top)),
            long=number in thinking.long,
            cut=thought > top,
        )
        for end, thought, number in _seen(actions, thinking, width)
    )
    pins = dict.fromkeys(
        Pin(percent(scale.at(_strip(action.ms, width))), "lost" if number == lost else action.text)
        for number, action in enumerate(actions, 1)
        if action.text in ("deal", "undo") or number == lost
    )
    return ThinkingChart(tuple(blocks), tuple(pins), tuple(_levels(top)), scale)


def _longest(thoughts: Iterable[int]) -> int:
    """Return the longest thought, or twice the longest that isn't cut off; 0 without any."""
    ordered = sorted(thoughts, reverse=True)
    pairs = islice(pairwise(ordered), -(-len(ordered) // RARE))
    below = [shorter for longer, shorter in pairs if longer > OUTLIER * max(shorter, LEAST_TOP)]
    if below:
        return 2 * below[-1]
    return ordered[0] if ordered else 0


def _seen(
    actions: Sequence[Action], thinking: Thinking, width: int
) -> Iterator[tuple[int, int, int]]:
    """Yield the thoughts to draw: when each ended, how long it was, and its action's number.

    Of the thoughts narrower than a strip, `width` milliseconds wide, each strip keeps the longest.
    """
    highest: dict[int, tuple[int, int, int]] = {}
    for number, (action, thought) in enumerate(zip(actions, thinking.times, strict=True), 1):
        if not thought:
            continue
        one = action.ms, thought, number
        if thought >= width:
            yield one
        else:
            strip = _strip(action.ms, width)
            highest[strip] = max(highest.get(strip, one), one, key=lambda one: one[1])
    yield from highest.values()


def _strip(ms: int, width: int) -> int:
    """Return the end of the strip that contains a time."""
    return -(-ms // width) * width


def _levels(top: int) -> list[Tick]:
    """Return grid lines at round times, well apart from each other and from the axis."""
    chosen = [0]
    for level in LEVELS:
        if level <= top and _height(level, top) - _height(chosen[-1], top) >= LEAST_GAP:
            chosen.append(level)
    return [Tick(percent(1 - _height(level, top)), _label(level)) for level in chosen[1:]]


def _label(ms: int) -> str:
    """Return a round time, short enough to stand beside the chart."""
    if ms < MINUTE:
        return duration_text(ms)
    return _("%(n)s min") % {"n": ms // MINUTE}


def _height(ms: int, top: int) -> float:
    return sqrt(ms / top)
