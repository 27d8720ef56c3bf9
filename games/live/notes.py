"""What web processes tell each other about a race.

On the channel layer notes are plain dictionaries without a tag, whose keys tell them apart. Keep
their shape: during a rolling update the old release and the new one read each other's notes.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from games.racing import Reaction, Run


class ChangeNote(Struct, frozen=True):
    """The race itself has changed: read it again."""


class RunNote(Struct, frozen=True):
    """A player has come this far."""

    player: int
    run: Run


class ReactionNote(Struct, frozen=True):
    """A player has reacted."""

    reacted: int
    """The player. Not `player`: the last release would read a run from the note."""
    reaction: Reaction


class WatchersNote(Struct, frozen=True):
    """This many watch the race at a process."""

    process: str
    watchers: int


Note: TypeAlias = ChangeNote | RunNote | ReactionNote | WatchersNote


def to_wire(note: Note) -> dict[str, Any]:
    """Return a note as the channel layer carries it."""
    wire: dict[str, Any] = msgspec.to_builtins(note)
    return wire


def from_wire(wire: dict[str, Any]) -> Note:
    """Return the note that another process sent.

    :raises msgspec.ValidationError: if its fields are not those of a note.
    """
    if "watchers" in wire:
        return msgspec.convert(wire, WatchersNote)
    if "reacted" in wire:
        return msgspec.convert(wire, ReactionNote)
    if "player" in wire:
        return msgspec.convert(wire, RunNote)
    return msgspec.convert(wire, ChangeNote)
