"""The place of the lanes beside a table, kept until the page's own module fills it."""

from __future__ import annotations

from dataclasses import dataclass

from games import racing

FEW = 5
CLOSE = 3
ROOMY, ROOMY_BESIDE_HELP = 5, 4
"""Up to how many lanes have which shape: see `frontend/src/race/rivals.js`, which says why."""


@dataclass(frozen=True)
class Track:
    """How many lanes there will be, and their shape."""

    count: int = 0
    helped: bool = False

    @classmethod
    def of(cls, race: racing.Race, ghosts: int) -> Track:
        """Return the track of a race and of the runs it is haunted by; none without a rival."""
        count = len(race.seats) + ghosts
        return cls(count, race.helped) if count > 1 else cls()

    @property
    def lanes(self) -> range:
        """Their numbers, from 1."""
        return range(1, self.count + 1)

    @property
    def shape(self) -> str:
        """The classes that the table has because of them."""
        most = {"few": FEW, "roomy": ROOMY_BESIDE_HELP if self.helped else ROOMY, "close": CLOSE}
        return " ".join(["shared", *(name for name, limit in most.items() if self.count <= limit)])
