"""The mark to beat where no one is listed yet: the solver's."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median_low
from typing import ClassVar, Final

from games.models import Proof
from games.pages.site.axis import clock_text

LATEST: Final = 25
"""From so many solutions the usual length is told."""


@dataclass(frozen=True)
class Mark:
    """The usual length of the solver's solutions, and the time it takes at a human pace."""

    moves: int

    pace_s: ClassVar = 2
    """Seconds a move."""

    @classmethod
    def of(cls, rules: str) -> Mark | None:
        """Return the mark of some rules, or None without a published solution."""
        solved = Proof.objects.published(rules).exclude(line="").order_by("-pk")
        lengths = [len(line.split()) for line in solved.values_list("line", flat=True)[:LATEST]]
        return cls(median_low(lengths)) if lengths else None

    @property
    def time(self) -> str:
        """The time of that many moves at that pace."""
        return clock_text(1000 * self.pace_s * self.moves)
