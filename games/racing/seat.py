"""A seat in a race and its player."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.racing.run import Run


@dataclass(frozen=True, slots=True)
class Seat:
    """One player in one race; seat numbers start at 0."""

    number: int
    player: int
    name: str
    guest: bool = False
    ready: bool = False
    elsewhere: bool = False
    """Whether the player races a ghost while waiting in a quick race, and is called from there."""
    assisted: bool = False
    """Whether the player used help, which excludes the run from rankings."""
    void_reason: str = ""
    """Why staff voided the run; empty if it counts."""
    run: Run = field(default_factory=Run)
