"""How long each action of a run was thought about, as blocks along its time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from games.pages.charts.axis import Tick, percent
from games.pages.labels import duration_text
from games.racing import Frame, Thinking

LEVELS: Final = (1_000, 5_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000)
"""Milliseconds at which a line may be drawn."""

LEAST: Final = 5_000
"""What a chart of quick moves goes up to, in milliseconds."""

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
    frames: Sequence[Frame], thinking: Thinking, length: int, lost: int | None = None
) -> ThinkingChart:
    """The chart of a run's frames, `length` milliseconds wide; `lost` by that action."""
    top = max(LEAST, *(frame.thought or 0 for frame in frames))
    blocks = (
        Block(
            x=percent((frame.ms - frame.thought) / length),
            width=percent(frame.thought / length),
            y=percent(1 - _height(frame.thought, top)),
            height=percent(_height(frame.thought, top)),
            long=frame.number in thinking.long,
        )
        for frame in frames
        if frame.thought
    )
    pins = (
        Pin(percent(frame.ms / length), "lost" if frame.number == lost else frame.action)
        for frame in frames
        if frame.action in ("deal", "undo") or frame.number == lost
    )
    return ThinkingChart(tuple(blocks), tuple(pins), tuple(_levels(top)))


def _levels(top: int) -> list[Tick]:
    """Lines at round times, not too near to each other and to the axis."""
    chosen = [0]
    for level in LEVELS:
        if level <= top and _height(level, top) - _height(chosen[-1], top) >= NEAREST:
            chosen.append(level)
    return [Tick(percent(1 - _height(level, top)), duration_text(level)) for level in chosen[1:]]


def _height(ms: int, top: int) -> float:
    return sqrt(ms / top)
