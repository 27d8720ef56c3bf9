"""What is known of a race afterwards: what players saw, and what is stored."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Sighting(NamedTuple):
    """A board that a tab was shown."""

    seat: int
    number: int
    """Of the board's last action."""
    cards: frozenset[int]
    playing: frozenset[int]
    """The seats that were still playing, as far as the tab had been told."""
    own_number: int = 0
    """Of the last action that the tab's own board had shown."""


@dataclass
class Witness:
    """What one tab has done and seen; a watcher has no seat."""

    seat: int | None
    actions: tuple[str, ...] = ()
    """What its player set out to do, in order."""
    sent: int = 0
    """How many of them it sent at least once."""
    acknowledged: int = 0
    """The highest number that its own board showed: all actions up to it are stored for good."""
    sightings: set[Sighting] = field(default_factory=set)
    places: tuple[int | None, ...] | None = None
    """By seat, as told at the end; None if the tab never heard of the end."""
    complaints: list[str] = field(default_factory=list)
    """What the server told against the protocol."""
    told: list[str] = field(default_factory=list)
    """The refusals and close codes on the way, which are no violations."""


class StoredAction(NamedTuple):
    """A row of the database."""

    number: int
    text: str
    automatic: bool
    ms: int


@dataclass(frozen=True)
class StoredRun:
    """One seat's rows."""

    seat: int
    place: int | None
    actions: list[StoredAction]
    """In the order in which they were stored."""


@dataclass(frozen=True)
class Evidence:
    """All that is known of one race."""

    code: str
    witnesses: tuple[Witness, ...]
    runs: tuple[StoredRun, ...]
    """In the order of the seats."""
    document: bytes
    """What the site publishes; empty if it publishes nothing."""
