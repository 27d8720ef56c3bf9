"""An event: rounds on one deal each, at as many tables as it takes, and the points over all.

Points are fractions, so that shared places share them exactly.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Final, Literal, TypeAlias

from games.racing.bell import MIN_GRACE
from games.racing.race import LIMIT_BOUNDS, MAX_SEATS

EventStage: TypeAlias = Literal["coming", "on", "over", "called-off"]
"""Where an event stands."""

RoundStage: TypeAlias = Literal["coming", "seated", "running", "over", "skipped", "called-off"]
"""Where a round stands: `seated` just before its start, `over` once all its tables are closed,
`skipped` if nobody came, or if no deal or no server was there in time.
"""

ROUNDS_BOUNDS: Final = 3, 15
BREAK_BOUNDS: Final = 60_000, 30 * 60_000
"""The shortest and the longest break between two rounds, in milliseconds."""

POINTS: Final = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
"""The points of the first places of a round; those behind score nothing."""

SEATED: Final = 20_000
"""How long before its start the players of a round are seated, in milliseconds."""

NOTICE: Final = 5_000
"""The least time between the seating of a round and its start, in milliseconds."""

_NOTHING: Final = Fraction()


@dataclass(frozen=True)
class Arrival:
    """What a player's run in a round is ranked by."""

    player: int
    rank_key: int | None
    """Smaller ranks higher, equal ones tie; None of a no-show or a voided run: it scores nothing.
    """


Arrivals: TypeAlias = tuple[Arrival, ...]
"""The runs of one round, at all of its tables."""


@dataclass(frozen=True)
class EventRound:
    """What one round is raced on."""

    rules: str
    difficulty: str = ""
    """Empty for any."""
    limit: int = 10 * 60_000

    def __post_init__(self) -> None:
        if not LIMIT_BOUNDS[0] <= self.limit <= LIMIT_BOUNDS[1]:
            raise ValueError(f"no round lasts {self.limit} ms")


@dataclass(frozen=True)
class EventStanding:
    """A player of an event; equals share a place, and the next place is skipped: 1, 1, 3."""

    place: int | None
    """None of who has moved no card in any round: they stand behind all others, without a place."""
    player: int
    points: Fraction
    places: tuple[int, ...]
    """The places in the rounds raced, best first."""


@dataclass(frozen=True)
class EventTally:
    """The points and places of the players of an event, after some rounds."""

    points: Mapping[int, Fraction] = field(default_factory=dict)
    places: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """The places of each player in the rounds raced, best first."""

    def after(self, arrivals: Iterable[Arrival]) -> EventTally:
        """Return the tally after another round; who was seated and didn't race stands in it too."""
        arrivals = tuple(arrivals)
        reached = places(arrivals)
        total, all_places = dict(self.points), dict(self.places)
        for one in arrivals:
            total.setdefault(one.player, _NOTHING)
            all_places.setdefault(one.player, ())
        for player, won in _shares(reached).items():
            # Most of a large round win nothing, and fractions are slow.
            if won:
                total[player] += won
            all_places[player] = tuple(sorted((*all_places.get(player, ()), reached[player])))
        return EventTally(total, all_places)

    @cached_property
    def standings(self) -> tuple[EventStanding, ...]:
        """All who had a seat: by points, then by the best place, the second best and so on.

        At equal points who was first more often comes first, then second, third and so on; who
        raced on comes before who has nothing more. Equals stand in the order of their numbers.
        """
        # Whole numbers are compared in a tenth of the time of fractions.
        whole = math.lcm(*(won.denominator for won in self.points.values()))
        keys = {
            player: (-won.numerator * (whole // won.denominator), *self.places[player], math.inf)
            for player, won in sorted(self.points.items())
        }
        found: list[EventStanding] = []
        for _, equals in groupby(sorted(keys, key=keys.__getitem__), key=keys.__getitem__):
            place = len(found) + 1
            found += (
                EventStanding(
                    place if self.places[player] else None,
                    player,
                    self.points[player],
                    self.places[player],
                )
                for player in equals
            )
        return tuple(found)


@dataclass(frozen=True)
class Event:
    """The rounds of an event, and the runs of those that are over, by number from 0."""

    first_start: int
    pause: int
    """The break between the end of a round and the next start, in milliseconds."""
    rounds: tuple[EventRound, ...]
    results: tuple[tuple[int, Arrivals], ...] = ()

    def __post_init__(self) -> None:
        if not ROUNDS_BOUNDS[0] <= len(self.rounds) <= ROUNDS_BOUNDS[1]:
            raise ValueError(f"no event has {len(self.rounds)} rounds")
        if not BREAK_BOUNDS[0] <= self.pause <= BREAK_BOUNDS[1]:
            raise ValueError(f"no break lasts {self.pause} ms")
        numbers = [number for number, _ in self.results]
        if numbers != sorted(set(numbers)) or not set(numbers) <= set(range(len(self.rounds))):
            raise ValueError(f"no event has the rounds {numbers}")

    @property
    def starts(self) -> tuple[int, ...]:
        """When each round is planned to start; sooner once a round ends before its limit."""
        found = [self.first_start]
        for one in self.rounds[:-1]:
            found.append(found[-1] + one.limit + self.pause)
        return tuple(found)

    @property
    def end(self) -> int:
        """When the last round ends at its limit."""
        return self.starts[-1] + self.rounds[-1].limit

    @property
    def points(self) -> Mapping[int, Fraction]:
        """The points of all who had a seat."""
        return self.tally.points

    @property
    def tally(self) -> EventTally:
        """What the players have won so far."""
        tally = EventTally()
        for _, arrivals in self.results:
            tally = tally.after(arrivals)
        return tally

    def standings(self) -> tuple[EventStanding, ...]:
        """Return all who had a seat: see `EventTally.standings`."""
        return self.tally.standings


def places(arrivals: Iterable[Arrival]) -> Mapping[int, int]:
    """Return the places in a round over all of its tables; equals share one: 1, 1, 3."""
    keys = {one.player: one.rank_key for one in arrivals if one.rank_key is not None}
    counts = Counter(keys.values())
    first, place = {}, 1
    for key in sorted(counts):
        first[key] = place
        place += counts[key]
    return {player: first[key] for player, key in keys.items()}


def points(arrivals: Iterable[Arrival]) -> Mapping[int, Fraction]:
    """Return the points of a round: those who share places share the sum of their points."""
    return _shares(places(arrivals))


def _shares(reached: Mapping[int, int]) -> Mapping[int, Fraction]:
    sharing = Counter(reached.values())
    share = {
        place: Fraction(sum(POINTS[place - 1 : place - 1 + count]), count)
        for place, count in sharing.items()
        if place <= len(POINTS)
    }
    return {player: share.get(place, _NOTHING) for player, place in reached.items()}


def seating(players: Collection[int], chance: bytes) -> tuple[tuple[int, ...], ...]:
    """Seat players at as few tables as possible, as evenly as possible, by chance alone."""
    drawn = sorted(set(players), key=lambda player: (_digest(chance, player), player))
    tables = math.ceil(len(drawn) / MAX_SEATS)
    return tuple(tuple(drawn[table::tables]) for table in range(tables))


def start_of_round(planned: int, pause: int, now: int) -> int | None:
    """Return when a round starts whose players are seated now: late if no server was there.

    It is never so late that the next round must wait. None if that isn't possible: it passes.
    """
    at = max(planned, now + NOTICE)
    return at if at <= planned + pause // 2 else None


def round_may_end(start: int, now: int, *, absent: bool) -> bool:
    """Return whether a round in which no one plays ends now.

    If seated players are `absent`, they get a minute to come.
    """
    return now >= start + MIN_GRACE * absent


def sooner(next_start: int, ended_at: int, pause: int) -> int:
    """Return how much sooner the later rounds start after one that ended early, in milliseconds."""
    return max(0, next_start - ended_at - pause)


def _digest(chance: bytes, player: int) -> bytes:
    return hashlib.sha256(b"%s/%d" % (chance, player)).digest()
