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
    bot: bool = False
    """Whether a program plays."""
    owner: int | None = None
    """The player who owns the bot; None for a person and for a bot of the site."""
    ready: bool = False
    elsewhere: bool = False
    """Whether the player races a ghost while waiting in a quick race, and is called from there."""
    stopped: bool = False
    """Whether the player has stopped the countdown of a quick race, which each may once."""
    assisted: bool = False
    """Whether the player used help, which excludes the run from rankings."""
    void_reason: str = ""
    """Why staff voided the run; empty if it counts."""
    run: Run = field(default_factory=Run)

    @property
    def person(self) -> int:
        """The player who answers for what is played here: a bot's owner, or the player."""
        return self.player if self.owner is None else self.owner
