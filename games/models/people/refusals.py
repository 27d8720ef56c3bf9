"""Refusals that are about the player, whatever the request was."""

from __future__ import annotations

from games.racing import RefusedError


class PersonalError(RefusedError):
    """A refusal about the player. Pages answer it in one place."""


class GoneError(PersonalError):
    """A guest who has become another account meanwhile, or an account that was deleted."""


def gone() -> GoneError:
    """Return the refusal for a player who is gone."""
    return GoneError("not-seated", "You play as somebody else now. Reload the page.")
