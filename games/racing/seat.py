"""A place in a race, and who has it."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.racing.run import Run


@dataclass(frozen=True, slots=True)
class Seat:
    """One player in one race. Numbers count from 0."""

    number: int
    player: int
    name: str
    guest: bool = False
    ready: bool = False
    assisted: bool = False
    """Whether the player has been helped: such a run counts in no ranking."""
    voided: str = ""
    """Why staff has decided that the run does not count; empty if it does."""
    run: Run = field(default_factory=Run)
