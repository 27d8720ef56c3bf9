"""How long each action of a run was thought about, as blocks along its time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from games.engine import Action
from games.pages.charts.axis import Tick, percent
from games.pages.labels import duration_text
from games.racing import Thinking

LEVELS: Final = (1_000, 5_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000)
"""Milliseconds at which a line may be drawn."""

LEAST: Final = 5_000
"""What a chart of quick moves goes up to, in milliseconds."""

STRIPS: Final = 500
"""How many things side by side can be told apart in a chart: a longer run is drawn in strips."""

NEAREST: Final = 0.22
"""How near two lines may be, as a share of the height."""


@dataclass(frozen=True)
class Block:
    """One thought: from when to when, and as high as it was long."""

    x: str
    width: str
    y: str
    height: str
    long: bool


@dataclass(frozen=True)
class Pin:
    """An action that is marked on the axis: a deal, an undo, or the move that lost."""

    x: str
    kind: str


@dataclass(frozen=True)
class ThinkingChart:
    """The thoughts of a run, on a scale of square roots so that quick moves can be seen."""

    blocks: tuple[Block, ...]
    pins: tuple[Pin, ...]
    levels: tuple[Tick, ...]

    @property
    def kinds(self) -> set[str]:
        """What is marked on the axis at all."""
        return {pin.kind for pin in self.pins}


def thinking_chart(
    actions: Sequence[Action], thinking: Thinking, length: int, lost: int | None = None
) -> ThinkingChart:
    """The chart of a run's actions, `length` milliseconds wide; `lost` by that action."""
    top = max([LEAST, *(thought or 0 for thought in thinking.times)])
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
    """The thoughts that a chart can show: when they ended, how long they were, before which action.

    Of those that are narrower than a strip, the longest of each strip, `width` milliseconds wide.
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
    """Where the strip ends in which a time lies."""
    return -(-ms // width) * width


def _levels(top: int) -> list[Tick]:
    """Lines at round times, not too near to each other and to the axis."""
    chosen = [0]
    for level in LEVELS:
        if level <= top and _height(level, top) - _height(chosen[-1], top) >= NEAREST:
            chosen.append(level)
    return [Tick(percent(1 - _height(level, top)), duration_text(level)) for level in chosen[1:]]


def _height(ms: int, top: int) -> float:
    return sqrt(ms / top)
