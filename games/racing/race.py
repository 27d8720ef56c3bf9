"""A race as a value: every transition returns a new race or raises `RefusedError`.

Instants (`now`, `starts_at`, `closed_at`) are milliseconds since the epoch, durations are
milliseconds. Where a race stands is computed from its instants and its runs, never stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from games.racing.bell import Bell
from games.racing.capacity import PRACTICE_ACTIONS, RACE_ACTIONS
from games.racing.errors import RefusedError
from games.racing.run import Run
from games.racing.seat import Seat
from games.racing.standings import Standing, standings

MAX_SEATS = 10
COUNTDOWN_BOUNDS = 3_000, 60_000
LIMIT_BOUNDS = 2 * 60_000, 60 * 60_000
JOIN_CUTOFF = 500
"""How long before the start nobody can join, leave or stop it any more.

It spares players a change at the last moment, and clocks of machines that disagree a little. What
keeps a start from being taken back is the stored race: a change reads the clock when it holds the
row, and none is stored once the cards are dealt.
"""


class Kind(StrEnum):
    """What a race is for."""

    CASUAL = "casual"
    RANKED = "ranked"
    DAILY = "daily"
    SOLO = "solo"
    """Practice: one player, at once, without end, on any deal that is no secret."""

    @property
    def free_undo(self) -> bool:
        """Whether moves that revealed a card may be taken back."""
        return self is Kind.SOLO

    @property
    def most_actions(self) -> int:
        """How many actions a run may have, its ending left out."""
        return PRACTICE_ACTIONS if self is Kind.SOLO else RACE_ACTIONS

    @property
    def may_help(self) -> bool:
        """Whether such a race may have the dead-end alarm and hints."""
        return self in (Kind.CASUAL, Kind.SOLO)

    @property
    def is_blind(self) -> bool:
        """Whether nobody sees the boards of others live: the result counts in a ranking."""
        return self in (Kind.RANKED, Kind.DAILY)

    @property
    def is_alone(self) -> bool:
        """Whether one player has such a race for itself."""
        return self in (Kind.DAILY, Kind.SOLO)


class RaceState(StrEnum):
    """Where a race stands."""

    OPEN = "open"
    COUNTDOWN = "countdown"
    RUNNING = "running"
    OVER = "over"


@dataclass(frozen=True)
class Race:
    """One deal, one set of rules, one start, some seats in the order of their numbers."""

    code: str
    rules: str
    kind: Kind = Kind.CASUAL
    host: int | None = None
    """The player who may start the race; nobody as long as nobody is seated."""
    countdown: int = 5_000
    limit: int | None = 10 * 60_000
    """How long it lasts at most; None for a practice, which goes on until its player ends it."""
    helped: bool = False
    """Whether its players may have the dead-end alarm and hints."""
    watchable: bool = False
    """Whether its boards may be watched late; only a race without live boards asks."""
    seats: tuple[Seat, ...] = ()
    starts_at: int | None = None
    """The start, ahead while the countdown runs; None before it."""
    dealt: bool = False
    """Whether the cards have been dealt, which fixes the start whatever any clock says."""
    closed_at: int | None = None
    """The end, once the runs are settled."""
    gathers: int | None = None
    """How long a quick race waits for more once two are seated; it has no host. None for others."""
    start_by: int | None = None
    """The last instant at which it may start, of a daily attempt."""

    def __post_init__(self) -> None:
        if not COUNTDOWN_BOUNDS[0] <= self.countdown <= COUNTDOWN_BOUNDS[1]:
            raise RefusedError("bad-countdown", "A countdown lasts from 3 to 60 seconds.")
        endless = self.limit is None and self.kind is Kind.SOLO
        if not endless and not LIMIT_BOUNDS[0] <= (self.limit or 0) <= LIMIT_BOUNDS[1]:
            raise RefusedError("bad-limit", "A race lasts from 2 to 60 minutes.")
        if self.helped and not self.kind.may_help:
            raise RefusedError("no-help", "There is no help in a race that counts.")

    @property
    def seats_max(self) -> int:
        """How many players can be seated."""
        return 1 if self.kind.is_alone else MAX_SEATS

    @property
    def seats_min(self) -> int:
        """How many players have to be ready for the race to start without the host's word."""
        return 1 if self.kind.is_alone else 2

    def seat_of(self, player: int) -> Seat | None:
        """The seat of a player, None for somebody who only watches."""
        for seat in self.seats:
            if seat.player == player:
                return seat
        return None

    def state(self, now: int) -> RaceState:
        """Where the race stands."""
        if self.is_done(now):
            return RaceState.OVER
        if self.starts_at is None or now < self.starts_at - self.countdown:
            return RaceState.OPEN
        return RaceState.COUNTDOWN if now < self.starts_at else RaceState.RUNNING

    def bell(self) -> Bell | None:
        """When the race ends at the latest, as far as known.

        None before the countdown, and for a race without a limit.
        """
        return self._bell

    # These two are asked at every move, and a race as a value does not change.

    @cached_property
    def _bell(self) -> Bell | None:
        if self.starts_at is None or self.limit is None:
            return None
        return Bell.hang(self.starts_at, self.limit, (seat.run for seat in self.seats))

    def is_done(self, now: int) -> bool:
        """Whether all seats are done, or the bell has rung."""
        if self.closed_at is not None:
            return True
        if self.starts_at is None:
            return False
        bell = self.bell()
        rung = bell is not None and now >= bell.at
        return rung or self._all_done

    @cached_property
    def _all_done(self) -> bool:
        return all(seat.run.is_done for seat in self.seats)

    @property
    def lasted(self) -> int:
        """The milliseconds from the start to the end of a closed race, 0 before."""
        if self.starts_at is None or self.closed_at is None:
            return 0
        return self.closed_at - self.starts_at

    def elapsed(self, now: int) -> int | None:
        """The milliseconds since the start, up to the end of the race; None before the start."""
        if self.starts_at is None or now < self.starts_at:
            return None
        return now - self.starts_at if self.closed_at is None else self.lasted

    def standings(self) -> tuple[Standing, ...]:
        """The seats in the order of their places, which are final once the race is closed."""
        return standings(self.seats)

    def join(self, player: int, name: str, guest: bool, now: int) -> Race:
        """Seat a player. Whoever has a seat keeps it; the first to sit down is the host."""
        if self.seat_of(player) is not None:
            return self
        self.refuse_started(now)
        if len(self.seats) >= self.seats_max:
            raise RefusedError("full", "All seats of this race are taken.")
        taken = {seat.number for seat in self.seats}
        number = next(number for number in range(self.seats_max) if number not in taken)
        seats = sorted((*self.seats, Seat(number, player, name, guest)), key=lambda s: s.number)
        host = self.host
        if host is None and self.gathers is None:
            host = player
        return replace(self, seats=tuple(seats), host=host)._gathered(now)

    def leave(self, player: int, now: int) -> Race:
        """Give up a seat before the start, or forfeit a run that has started.

        A player who is done with the run, or was never seated, leaves nothing behind.

        :raises RefusedError: "starting" in the last moment before the start.
        """
        seat = self.seat_of(player)
        if seat is None:
            return self
        ms = self.elapsed(now)
        if ms is not None:
            if seat.run.is_done or self.is_done(now):
                return self
            return self.with_run(player, seat.run.forfeit(ms))
        self.refuse_started(now)
        if self.kind is Kind.DAILY:
            # Nobody else could take the seat, and its player may still come back to it.
            return self
        seats = tuple(other for other in self.seats if other is not seat)
        host = self.host
        if host == player:
            host = seats[0].player if seats else None
        left = replace(self, seats=seats, host=host)
        if self.gathers is not None:
            return left._gathered(now)
        return replace(left, starts_at=None)._started_if_ready(now)

    def set_ready(self, player: int, ready: bool, now: int) -> Race:
        """Say that a player is ready, which starts the countdown if all are, or is not any more."""
        seat = self._seated(player)
        self.refuse_started(now)
        race = self._with_seat(replace(seat, ready=ready))
        if self.gathers is not None:
            return race._gathered(now)
        return race._started_if_ready(now) if ready else replace(race, starts_at=None)

    def start(self, player: int, now: int) -> Race:
        """Start the countdown on the host's word, whoever is ready."""
        self._seated(player)
        if player != self.host:
            raise RefusedError("not-host", "Only the host can start the race.")
        self.refuse_started(now)
        return self._counting(now)

    def playing(self, player: int, now: int) -> Seat:
        """The seat of a player who may act now.

        :raises RefusedError: if not-seated, not-started, run-over or race-over.
        """
        seat = self._seated(player)
        match self.state(now):
            case RaceState.RUNNING if not seat.run.is_done:
                return seat
            case RaceState.RUNNING:
                raise RefusedError("run-over", "Your run is over.")
            case RaceState.OVER:
                raise RefusedError("race-over", "The race is over.")
            case _:
                raise RefusedError("not-started", "The race has not started yet.")

    def with_run(self, player: int, run: Run) -> Race:
        """The race with what a seated player's run has come to."""
        return self._with_seat(replace(self._seated(player), run=run))

    def with_runs(self, runs: Mapping[int, Run]) -> Race:
        """The race with what the runs of some seated players have come to."""
        return replace(
            self,
            seats=tuple(
                replace(seat, run=runs[seat.player]) if seat.player in runs else seat
                for seat in self.seats
            ),
        )

    def close(self, now: int) -> Race:
        """Settle every run of a race that is done; the same result whenever it is asked for."""
        if self.closed_at is not None:
            return self
        if self.starts_at is None or not self.is_done(now):
            raise RefusedError("not-over", "The race is not over yet.")
        bell = self.bell()
        if bell is None or self._all_done:
            ended = self.starts_at + max(seat.run.last_at or 0 for seat in self.seats)
        else:
            ended = bell.at
        seats = tuple(replace(seat, run=seat.run.settle()) for seat in self.seats)
        return replace(self, seats=seats, closed_at=ended)

    def refuse_started(self, now: int) -> None:
        """See that the race is still to start, and not in its last moment before that.

        :raises RefusedError: "already-started", "race-over" or "starting".
        """
        match self.state(now):
            case RaceState.RUNNING:
                raise RefusedError("already-started", "The race has already started.")
            case RaceState.OVER:
                raise RefusedError("race-over", "The race is over.")
        if self.dealt:
            raise RefusedError("already-started", "The race has already started.")
        if self.starts_at is not None and now > self.starts_at - JOIN_CUTOFF:
            raise RefusedError("starting", "The race is about to start.")

    def _seated(self, player: int) -> Seat:
        seat = self.seat_of(player)
        if seat is None:
            raise RefusedError("not-seated", "You have no seat in this race.")
        return seat

    def _with_seat(self, seat: Seat) -> Race:
        seats = tuple(seat if old.number == seat.number else old for old in self.seats)
        return replace(self, seats=seats)

    def _started_if_ready(self, now: int) -> Race:
        if len(self.seats) >= self.seats_min and all(seat.ready for seat in self.seats):
            return self._counting(now)
        return self

    def _gathered(self, now: int) -> Race:
        """A quick race with its start in step with who is there: sooner at times, never later."""
        if self.gathers is None:
            return self
        if len(self.seats) < self.seats_min:
            return replace(self, starts_at=None)
        full = len(self.seats) == self.seats_max
        at_once = full or all(seat.ready for seat in self.seats)
        at = now + self.countdown + (0 if at_once else self.gathers)
        return replace(self, starts_at=at if self.starts_at is None else min(at, self.starts_at))

    def _counting(self, now: int) -> Race:
        if self.starts_at is not None:
            return self
        # A practice has nobody to wait for.
        starts_at = now if self.kind is Kind.SOLO else now + self.countdown
        if self.start_by is not None and starts_at > self.start_by:
            raise RefusedError("too-late", "The day of this challenge is over.")
        return replace(self, starts_at=starts_at)
