"""What a soak found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from tests.benchmarks.load.figures import Latency
from tests.soak.memory import Memory

ERROR: Final = re.compile(r" (?:ERROR|CRITICAL) (.*)$|^(Traceback) ", re.MULTILINE)
"""What no log may show: nothing fails here, so nothing is an error."""


def errors(log: str) -> Mapping[str, int]:
    """Count the errors in a log."""
    return Counter(line or trace for line, trace in ERROR.findall(log))


ENOUGH: Final = 0.8
"""Of the moves that were asked for, the share that must be reached."""

LONG_ENOUGH: Final = 300.0
"""Seconds from which the share counts: the first races must be opened first."""


@dataclass(frozen=True)
class Report:
    """The figures of a run, and what is wrong with them."""

    seconds: float
    capacity: float | None
    """Moves a second that the site managed before; None if the rate was given."""
    rate: float
    """Moves a second that were asked for."""
    races: int
    acknowledged: int
    stored: int
    latency: Latency
    reconnections: int
    watched: int
    """Frames that watchers got."""
    pages: int
    """Pages and answers of the API."""
    put_off: int
    """Those that weren't asked for because too many were awaited."""
    analysed: int
    """Runs that the worker analysed."""
    memory: Sequence[Memory]
    errors: Mapping[str, int]

    @property
    def reached(self) -> float:
        """Moves a second."""
        return self.acknowledged / self.seconds

    @property
    def faults(self) -> list[str]:
        """Say what must not be: errors, lost or invented actions, too few, memory that grows."""
        faults = [f"{number} times: {error}" for error, number in self.errors.items()]
        if self.acknowledged != self.stored:
            faults.append(f"{self.acknowledged:,} acknowledged, {self.stored:,} stored")
        if self.seconds >= LONG_ENOUGH and self.reached < ENOUGH * self.rate:
            faults.append(f"{self.reached:,.0f} moves/s reached, {self.rate:,.0f} asked for")
        return faults + [f"memory of {memory} grows" for memory in self.memory if memory.grows]

    def as_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        memory = [
            asdict(each) | {"slope": each.slope, "verdict": each.verdict} for each in self.memory
        ]
        return {**asdict(self), "memory": memory, "faults": self.faults}

    def __str__(self) -> str:
        asked = f"{self.rate:,.0f} asked for"
        if self.capacity is not None:
            asked += f", half of {self.capacity:,.0f}"
        lines = [
            f"{self.seconds / 60:.1f} minutes, {self.reached:,.0f} moves/s ({asked})",
            f"{self.races:,} races, {self.acknowledged:,} moves acknowledged, "
            f"{self.stored:,} stored; acknowledgement {self.latency}",
            f"{self.reconnections:,} reconnections, {self.watched:,} frames to watchers, "
            f"{self.pages / self.seconds:.1f} pages/s ({self.put_off:,} not asked for), "
            f"{self.analysed:,} runs analysed",
            *(f"memory of {memory}: {memory.verdict}" for memory in self.memory),
            *(f"FAULT {fault}" for fault in self.faults),
            f"faults: {len(self.faults) or 'none'}",
        ]
        return "\n".join(lines) + "\n"
