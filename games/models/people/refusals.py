"""What is refused to a player, whatever was asked for."""

from __future__ import annotations

from games.racing import RefusedError


class PersonalError(RefusedError):
    """A refusal that is about the player: pages answer it in one place."""


class GoneError(PersonalError):
    """A guest who has become another account meanwhile, or an account that was deleted."""


def gone() -> GoneError:
    """Return what is said to somebody who is not there any more."""
    return GoneError("not-seated", "You play as somebody else now. Reload the page.")
