"""The score of a match: a chain of races of the same people, as a value.

Points and wins are counted in halves, so that ties stay exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from games.racing.seat import Seat

TARGETS: Final = (2, 3, 5, 7)
"""How many wins a match can be played to."""

WIN: Final = 2
"""A win, or a point, in halves."""

WAIT: Final = 20_000
"""How long the next race waits for the others once two are ready, in milliseconds."""


@dataclass(frozen=True)
class Goal:
    """What ends a match: so many wins, or nothing in an open series."""

    target: int | None = None
    two_ahead: bool = False
    """Whether the winner of two players must be two wins ahead."""

    def __post_init__(self) -> None:
        if self.target not in (None, *TARGETS) or (self.two_ahead and self.target is None):
            raise ValueError(f"no match is played to {self}")


OPEN_SERIES: Final = Goal()


@dataclass(frozen=True)
class Placed:
    """A player's final place in one race of a match."""

    player: int
    place: int | None
    """None if the player missed the race, if the run was voided, or if no one moved or left."""
    is_idle: bool = False
    """Whether the player moved no card: a tie then brings nothing."""


Result: TypeAlias = tuple[Placed, ...]
"""The places of one race."""


@dataclass(frozen=True)
class Match:
    """The races of a match that are over, in their order."""

    goal: Goal = OPEN_SERIES
    races: tuple[Result, ...] = ()
    stopped: bool = False

    @property
    def players(self) -> tuple[int, ...]:
        """All who had a seat in one of its races, in the order in which they came."""
        return tuple(dict.fromkeys(one.player for race in self.races for one in race))

    def until(self, number: int) -> Match:
        """Return the match as it stood after a race: what came later doesn't change that."""
        return replace(self, races=self.races[:number])

    def scored(self, number: int) -> Mapping[int, int]:
        """Return what a race, counted from 1, brought of that which decides the match, in halves.

        Those are wins with a target, and points without one; nothing if there is no such race.
        """
        counted = points if self.goal.target is None else wins
        return {} if number > len(self.races) else counted(self.races[number - 1])

    @property
    def points(self) -> Mapping[int, int]:
        """The points of each player, in halves."""
        return self._sums(points)

    @property
    def wins(self) -> Mapping[int, int]:
        """The races that each player has won, in halves: a shared win is half a win each."""
        return self._sums(wins)

    def _sums(self, of: Callable[[Result], Mapping[int, int]]) -> Mapping[int, int]:
        total = Counter(dict.fromkeys(self.players, 0))
        for race in self.races:
            total.update(of(race))
        return dict(total)

    @property
    def winner(self) -> int | None:
        """The player who has reached the target, ahead of all others; None until then."""
        if self.goal.target is None or not self.races:
            return None
        won = self.wins
        first, *others = sorted(won, key=lambda player: -won[player])
        lead = won[first] - max((won[player] for player in others), default=0)
        needed = 2 * WIN if self.goal.two_ahead and len(won) == 2 else 1
        return first if won[first] >= WIN * self.goal.target and lead >= needed else None

    @property
    def is_over(self) -> bool:
        """Whether no race of it follows."""
        return self.stopped or self.winner is not None

    @property
    def choosers(self) -> frozenset[int]:
        """Who may choose what is raced next: the last of the latest race, all who share it.

        A race in which no one had a rival decides nothing: the choice stays with whom it was.
        """
        for race in reversed(self.races):
            placed = [one for one in race if one.place is not None]
            if len(placed) > 1:
                last = max(one.place or 0 for one in placed)
                return frozenset(one.player for one in placed if one.place == last)
        return frozenset()


def points(race: Result) -> Mapping[int, int]:
    """Return the points of a race, in halves: one for each player behind, half for each equal.

    A tie without a move brings nothing.
    """
    placed = [one for one in race if one.place is not None]
    return {
        one.player: sum(_against(one, other) for other in placed if other is not one)
        for one in placed
    }


def wins(race: Result) -> Mapping[int, int]:
    """Return the wins of a race, in halves: none without a rival, or for a tie without a move."""
    placed = [one for one in race if one.place is not None]
    first = [one for one in placed if one.place == min(p.place or 0 for p in placed)]
    is_tie = len(first) > 1
    if len(placed) < 2 or (is_tie and first[0].is_idle):
        return {}
    return dict.fromkeys([one.player for one in first], WIN // 2 if is_tie else WIN)


def _against(one: Placed, other: Placed) -> int:
    if one.place == other.place:
        return 0 if one.is_idle else WIN // 2
    return WIN if (one.place or 0) < (other.place or 0) else 0


@dataclass(frozen=True)
class MatchSeats:
    """What the next race of a match knows of those before; empty in any other race."""

    players: frozenset[int] = frozenset()
    """Those whose seats are kept."""
    choosers: frozenset[int] = frozenset()
    """Those who may choose what is raced: the first of them to come is the host. If there are
    none, for example because a bot lost, any host may."""
    has_target: bool = False
    """Whether the match can be won: then two of its players have to be there."""
    numbers: Mapping[int, int] = field(default_factory=dict, hash=False)
    """The first seat of each in the match. A seat has a colour, so players keep theirs."""

    def __bool__(self) -> bool:
        return bool(self.players)

    def kept_from(self, player: int, seats: Sequence[Seat]) -> int:
        """Return how many seats a player may not have: those of players who haven't come."""
        return 0 if player in self.players else len(self._absent(seats))

    def number(self, player: int, seats: Sequence[Seat], seats_max: int) -> int:
        """Return the seat of a player who comes: the one from before, or one that no one had."""
        taken = {seat.number for seat in seats}
        own = self.numbers.get(player)
        if own is not None and own not in taken:
            return own
        free = [number for number in range(seats_max) if number not in taken]
        kept = self.numbers.values()
        return next((number for number in free if number not in kept), free[0])

    def leaves_choice_to(self, player: int) -> bool:
        """Return whether a player may choose what is raced, if they are the host."""
        return not self.choosers or player in self.choosers

    def host(self, host: int | None, player: int) -> int | None:
        """Return the host once a player has come."""
        chooses = player in self.choosers and host not in self.choosers
        return player if host is None or chooses else host

    def precedence(self, seat: Seat) -> tuple[bool, bool, bool]:
        """Return a key by which those come first who host before others.

        A bot may never start the race, and a player new to the match shouldn't.
        """
        return seat.bot, seat.player not in self.choosers, seat.player not in self.players

    def start(
        self, seats: Sequence[Seat], countdown: int, now: int, current: int | None
    ) -> int | None:
        """Return when the race starts: at once if all are ready, or after the wait for some.

        It only ever moves earlier, unless too few are ready: see `may_race`.
        """
        ready = [seat for seat in seats if seat.ready]
        if len(ready) < 2 or not self.may_race(ready):
            return None
        is_complete = len(ready) == len(seats) and not self._absent(seats)
        at = now + countdown + (0 if is_complete else WAIT)
        return at if current is None else min(at, current)

    def may_race(self, seats: Sequence[Seat]) -> bool:
        """Return whether those here may race on: of a match with a target, it takes two players.

        Otherwise who is away could lose it to another and a stranger.
        """
        return not self.has_target or sum(seat.player in self.players for seat in seats) > 1

    def _absent(self, seats: Sequence[Seat]) -> frozenset[int]:
        return self.players - {seat.player for seat in seats}


NO_MATCH: Final = MatchSeats()
