"""The frames of the event socket: an event as everyone sees it, its standings, and one's own part.

`python -m tests.repository.protocol` repeats them as it does those of the race socket.
"""

from __future__ import annotations

from msgspec import Struct

from games.live.protocol import Difficulty, Milliseconds, Outgoing
from games.racing import EventStage, RoundStage


class RoundBest(Struct, frozen=True):
    """Who came first in a round that is over."""

    names: list[str]
    """The names of the first three who share the place."""
    count: int
    """How many share it."""
    time: Milliseconds | None
    """The winning time; `null` if no one finished."""
    progress: int
    """How many cards the first brought home."""
    risen: bool
    """Whether that is more than the deal itself; otherwise all who moved a card share the place."""
    entry: int
    """The run of the first to be named: `/entry/ID/replay` shows it."""
    sooner: bool
    """Whether others got as far later, when no one finished."""


class RoundState(Struct, frozen=True):
    """A round of an event."""

    number: int
    """Its number, from 1."""
    state: RoundStage
    """Where it stands."""
    starts_at: int
    """When it starts: Unix time in milliseconds. Sooner once a round before it has ended early."""
    ends_at: int
    """When it ends: Unix time in milliseconds. Sooner once no one plays at any of its tables."""
    commitment: str | None
    """The SHA-256 of its deal's key; `null` until a deal is ready."""
    key: str | None
    """The deal's key in hex; `null` until the round is over."""
    raced: int
    """How many players had a seat in it."""
    delay: Milliseconds
    """How late watchers see the boards of its tables."""
    best: RoundBest | None
    """Who came first; `null` until it is over, and if no card was moved in it."""
    instead: Difficulty | None
    """How hard its deal is, where none as hard as planned was ready; `null` otherwise."""


class EventTable(Struct, frozen=True):
    """A table of the latest round: a race, which `/race/CODE/` and its socket show."""

    code: str
    """The code of the race."""
    players: list[str]
    """The names of its players, by seat."""


class EventFrame(Outgoing, frozen=True, tag="event"):
    """The whole event. Each one replaces the one before."""

    code: str
    """The event's code: `/event/CODE/` shows it."""
    version: int
    """Grows when the event changes: its terms, a player, a seating, the end of a table."""
    name: str
    """What its organiser calls it."""
    state: EventStage
    """Where it stands."""
    players: int
    """How many take part now."""
    names: list[str]
    """Until the first round, the names of the first fifty who take part, in the order in which they
    joined; not of those who don't show when they are here.
    """
    rounds: list[RoundState]
    """Its rounds, in order."""
    round: int | None
    """The number of the round that is on, or else of the next; `null` if none follows."""
    starts_in: Milliseconds | None
    """Time until that round starts; `null` once it has."""
    ends_in: Milliseconds | None
    """Time until that round ends; `null` unless it is on."""
    tables: list[EventTable]
    """The tables of the latest round that has been seated."""


class StandingRow(Struct, frozen=True):
    """A player's points so far."""

    place: int | None
    """The place; equals share one. `null` before the first round raced."""
    player: int
    """The player's number: `/player/ID/` is the profile."""
    name: str
    """The player's name."""
    points: float
    """25, 18, 15, 12, 10, 8, 6, 4, 2, 1 by place over all tables of a round; equals share."""
    rounds: int
    """How many rounds count so far: the one that is on does once the player has won."""
    best: int
    """The best place in a round; 0 before the first round raced."""
    left: bool
    """Whether the player no longer takes part."""
    guest: bool
    """Whether the player has no account: a guest may have taken the name of one."""


class StandingsFrame(Outgoing, frozen=True, tag="standings"):
    """The standings, at most twice a second. Who wins in the round that is on has points at once:
    no one who finishes later can be ahead.
    """

    rows: list[StandingRow]
    """The first hundred, best first."""
    placed: int
    """How many have a place."""
    finished: int
    """How many have won in the round that is on."""
    playing: int
    """How many may still play in it: the others have won, stopped or left."""


class YouFrame(Outgoing, frozen=True, tag="you"):
    """Your own part in the event. Visitors who aren't players get none."""

    joined: bool
    """Whether you take part in the next round."""
    removed: bool
    """Whether the organiser has removed you: you can't join again."""
    table: str | None
    """The code of your race in the round that is seated or on; `null` without a seat."""
    row: StandingRow | None
    """Your own row of the standings; `null` before the end of your first round."""


class PartFrame(Outgoing, frozen=True, tag="part"):
    """A part of a frame that is too long for one message. Join the texts of the parts, which come
    one after the other: together they are the frame.
    """

    text: str
    """The next characters of the frame."""
    more: bool
    """Whether another part follows."""
