"""Refusals about the player, whatever the request was."""

from __future__ import annotations

from games.racing import RefusedError


class PersonalError(RefusedError):
    """A refusal about the player. Pages handle it in one place."""


class GoneError(PersonalError):
    """The guest has become part of another account, or the account was deleted."""


def gone() -> GoneError:
    """Return the refusal for a player who is gone."""
    return GoneError("not-seated", "You're playing as someone else now. Reload the page.")
