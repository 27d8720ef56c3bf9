"""A chart of the thinking times in a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Block:
    """One thought: its span of time, and a height that grows with its length."""

    x: str
    width: str
    y: str
    height: str
    long: bool


@dataclass(frozen=True)
class Pin:
    """A mark on the axis: a deal, an undo, or the losing move."""

    x: str
    kind: str


@dataclass(frozen=True)
class ThinkingChart:
    """The thoughts of a run, on a square-root scale that keeps quick moves visible."""

    blocks: tuple[Block, ...]
    pins: tuple[Pin, ...]
    levels: tuple[Tick, ...]

    @property
    def kinds(self) -> set[str]:
        """The kinds of marks on the axis."""
        return {pin.kind for pin in self.pins}


def thinking_chart(
    actions: Sequence[Action], thinking: Thinking, length: int, lost: int | None = None
) -> ThinkingChart:
    """Return a run's chart, `length` milliseconds wide; `lost` is the losing action's number."""
    top = max([LEAST_TOP, *(thought or 0 for thought in thinking.times)])
    width = -(-length // STRIPS) if len(actions) > STRIPS else 1
    blocks = (
        Block(
            x=percent((end - thought) / length),
            width=percent(thought / length),
            y=percent(1 - _height(thought, top)),
            height=percent(_height(thought, top)),
            long=number in thinking.long,
        )
        for end, thought, number in _seen(actions, thinking, width)
    )
    pins = dict.fromkeys(
        Pin(
            percent(min(length, _strip(action.ms, width)) / length),
            "lost" if number == lost else action.text,
        )
        for number, action in enumerate(actions, 1)
        if action.text in ("deal", "undo") or number == lost
    )
    return ThinkingChart(tuple(blocks), tuple(pins), tuple(_levels(top)))


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
