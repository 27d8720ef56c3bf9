"""A race as a value: every transition returns a new race or raises `RefusedError`.

Instants (`now`, `starts_at`, `closed_at`) are milliseconds since the epoch, durations are
milliseconds. The state of a race is computed from its instants and its runs, never stored.
"""

# Long: every transition of a race, each with what it refuses.

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from games.racing.bell import Bell
from games.racing.decision import Decision, decision
from games.racing.errors import RefusedError, too_late
from games.racing.kin import refuse_kin
from games.racing.kind import Kind, RaceState
from games.racing.match import NO_MATCH, MatchSeats
from games.racing.run import Run
from games.racing.seat import Seat
from games.racing.standings import Standing, standings
from games.racing.starting import gathered_start

MAX_SEATS = 10
COUNTDOWN_BOUNDS = 3_000, 60_000
LIMIT_BOUNDS = 2 * 60_000, 60 * 60_000
JOIN_CUTOFF = 500
"""How long before the start no one can join, leave or stop it any more.

It spares players a last-moment change. What protects a start is something else: a change reads the
clock once it holds the race's row, and none is stored once the cards are dealt.
"""


@dataclass(frozen=True)
class Race:
    """One deal, one set of rules, one start, and the seats in the order of their numbers."""

    code: str
    rules: str
    kind: Kind = Kind.CASUAL
    host: int | None = None
    """The player who may start the race; None while no one is seated."""
    countdown: int = 5_000
    limit: int | None = 10 * 60_000
    """The longest it may last; None for a practice, which lasts until its player ends it."""
    helped: bool = False
    """Whether its players may use the dead-end alarm and hints."""
    watchable: bool = False
    """Whether its boards may be watched with a delay; relevant only where `kind.is_blind`."""
    bots_allowed: bool = False
    """Whether bots may take seats; each may practise by itself anyway."""
    seats: tuple[Seat, ...] = ()
    starts_at: int | None = None
    """The start, which lies ahead during the countdown; None before the countdown."""
    dealt: bool = False
    """Whether the cards have been dealt, which fixes the start whatever the clocks say."""
    closed_at: int | None = None
    """The end, once the runs are settled."""
    gathers: int | None = None
    """How long a quick race, which has no host, waits once two are seated; None for others."""
    match: MatchSeats = NO_MATCH
    """Whose seats are kept in the next race of a match, until it starts."""
    start_by: int | None = None
    """The last instant at which an attempt may start; None for other races."""
    planned: int | None = None
    """The start that the host has set, whoever is there; None if it depends on the players."""
    round_end: int | None = None
    """The end of the round whose table this is, as known so far; None for other races."""

    def __post_init__(self) -> None:
        if not COUNTDOWN_BOUNDS[0] <= self.countdown <= COUNTDOWN_BOUNDS[1]:
            raise RefusedError("bad-countdown", "A countdown lasts from 3 to 60 seconds.")
        endless = self.limit is None and self.kind is Kind.SOLO
        if not endless and not LIMIT_BOUNDS[0] <= (self.limit or 0) <= LIMIT_BOUNDS[1]:
            raise RefusedError("bad-limit", "A race lasts from 2 to 60 minutes.")
        if self.helped and not self.kind.may_help:
            raise RefusedError("no-help", "Races that count don't allow help.")

    @property
    def seats_max(self) -> int:
        """How many players can be seated."""
        return 1 if self.kind.is_alone else MAX_SEATS

    @property
    def seats_min(self) -> int:
        """How many seated players, all ready, start the race without the host."""
        return 1 if self.kind.is_alone else 2

    def seat_of(self, player: int) -> Seat | None:
        """Return the seat of a player, or None for a spectator."""
        for seat in self.seats:
            if seat.player == player:
                return seat
        return None

    def state(self, now: int) -> RaceState:
        """Return the state of the race."""
        if self.is_done(now):
            return RaceState.OVER
        if self.starts_at is None or now < self.starts_at - self.countdown:
            return RaceState.OPEN
        return RaceState.COUNTDOWN if now < self.starts_at else RaceState.RUNNING

    def bell(self) -> Bell | None:
        """Return the latest end of the race as known so far.

        It is None before the countdown and for a race without a limit.
        """
        return self._bell

    # `_bell`, `is_idle` and `_all_done` are cached: moves read them, and a race is immutable.

    @cached_property
    def _bell(self) -> Bell | None:
        if self.starts_at is None or self.limit is None:
            return None
        if not self.kind.ends_with_round:
            return Bell.of(self.starts_at, self.limit, (seat.run for seat in self.seats))
        bell = Bell.of(self.starts_at, self.limit, ())
        if self.round_end is None or not self.is_idle:
            return bell
        return replace(bell, at=min(bell.at, max(self.round_end, self.starts_at + self._last_at)))

    @cached_property
    def is_idle(self) -> bool:
        """Whether no run is under way: each is done, or hasn't begun."""
        return all(seat.run.is_idle for seat in self.seats)

    @property
    def _last_at(self) -> int:
        return max((seat.run.last_at or 0 for seat in self.seats), default=0)

    def is_done(self, now: int) -> bool:
        """Return whether all runs are done or the bell has rung."""
        if self.closed_at is not None:
            return True
        if self.starts_at is None:
            return False
        return self._all_done or ((bell := self.bell()) is not None and now >= bell.at)

    @cached_property
    def _all_done(self) -> bool:
        # A planned race has a start before anyone is seated.
        is_ended_by_runs = bool(self.seats) and not self.kind.ends_with_round
        return is_ended_by_runs and all(seat.run.is_done for seat in self.seats)

    @property
    def lasted(self) -> int:
        """The milliseconds from the start to the end of a closed race, else 0."""
        if self.starts_at is None or self.closed_at is None:
            return 0
        return self.closed_at - self.starts_at

    def elapsed(self, now: int) -> int | None:
        """Return the milliseconds from the start to now or the end; None before the start."""
        if self.starts_at is None or now < self.starts_at:
            return None
        return now - self.starts_at if self.closed_at is None else self.lasted

    def standings(self) -> tuple[Standing, ...]:
        """Return the seats by place; the places are final once the race is closed."""
        return standings(self.seats)

    def decision(self) -> Decision | None:
        """Return what decided the race: final once it is closed; None for a player alone."""
        placed = self.standings()
        found = decision(placed)
        if found and self.kind.ends_with_round and not placed[0].seat.run.has_moved:
            # In a round, who moved no card wins nothing, even if the others left.
            return Decision.NOBODY
        return found

    def join(
        self,
        player: int,
        name: str,
        guest: bool,
        now: int,
        *,
        bot: bool = False,
        owner: int | None = None,
    ) -> Race:
        """Seat a player, unless already seated. The first player to sit down is the host.

        A player who comes back from a ghost is ready if someone is here to race.

        :raises RefusedError: "no-bots" to a bot where the host allows none, or from `refuse_kin`;
            "full"; or that the race has started.
        """
        seat = self.seat_of(player)
        if seat is not None and not seat.elsewhere:
            return self
        if bot and not self.bots_allowed and self.kind is not Kind.SOLO:
            raise RefusedError("no-bots", "This race doesn't allow bots.")
        self.refuse_started(now)
        if seat is not None:
            ready = any(not other.elsewhere for other in self.seats)
            return self._with_seat(replace(seat, elsewhere=False, ready=ready))._gathered(now)
        seats = self.seats
        if len(seats) >= self.seats_max:
            # Who is here goes before those who race ghosts meanwhile.
            seats = tuple(seat for seat in seats if not seat.elsewhere)
        kept = self.match.kept_from(player, seats)
        if self.kind.is_timetabled or len(seats) + kept >= self.seats_max:
            raise RefusedError("full", "All seats of this race are taken.")
        number = self.match.number(player, seats, self.seats_max)
        new = Seat(number, player, name, guest, bot, owner)
        refuse_kin(self.kind, (*seats, new))
        seats = tuple(sorted((*seats, new), key=lambda seat: seat.number))
        host = self.match.host(self.host, player) if self.gathers is None else None
        return replace(self, seats=seats, host=host)._gathered(now)

    def leave(self, player: int, now: int) -> Race:
        """Give up a seat before the start, or forfeit a run that has started.

        It changes nothing for a player whose run is done, or who has no seat.

        :raises RefusedError: "starting" within the cut-off before the start.
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
        if self.kind.is_attempt or self.kind.is_timetabled:
            # No one else could take the seat, and its player may still return to it.
            return self
        seats = tuple(other for other in self.seats if other is not seat)
        host = self.host
        if host == player:
            # A person, if one is left: a bot may never start it.
            order = sorted(seats, key=self.match.precedence)
            host = order[0].player if order else None
        left = replace(self, seats=seats, host=host)
        if self.gathers is not None:
            return left._gathered(now)
        starts_at = self.starts_at if self.match else self.planned
        return replace(left, starts_at=starts_at)._started_if_ready(now)

    def step_out(self, player: int, now: int) -> Race:
        """Let a player who waits in a quick race play elsewhere until someone comes.

        It changes nothing once the start is set. While a player is elsewhere, none is.
        """
        seat = self._seated(player)
        self.refuse_started(now)
        if self.gathers is None or self.starts_at is not None:
            return self
        return self._with_seat(replace(seat, elsewhere=True, ready=False))

    def set_ready(self, player: int, ready: bool, now: int) -> Race:
        """Mark a player as ready, which starts the countdown if all are, or as not ready.

        A ready player who no longer is stops the countdown; a quick race then waits for more. Each
        may stop that one once: strangers don't wait for who isn't ready twice.
        """
        seat = self._seated(player)
        self.refuse_started(now)
        stops = seat.ready and not ready and self.state(now) is RaceState.COUNTDOWN
        stops = stops and self.gathers is not None
        if stops and seat.stopped:
            raise RefusedError(
                "starting", "You've stopped this countdown once already. Race, or leave."
            )
        changed = replace(seat, ready=ready, elsewhere=False, stopped=seat.stopped or stops)
        race = self._with_seat(changed)
        if self.kind.is_timetabled:
            return race
        if self.gathers is not None:
            return (replace(race, starts_at=None) if stops else race)._gathered(now)
        stays = ready or self.match
        return race._started_if_ready(now) if stays else replace(race, starts_at=self.planned)

    def start(self, player: int, now: int, *, counting: bool = False) -> Race:
        """Start the countdown for the host, whether or not the players are ready.

        A practice has none unless it is to be `counting`, for a race against ghosts.
        """
        self._seated(player)
        if player != self.host:
            raise RefusedError("not-host", "Only the host can start the race.")
        if self.planned is not None:
            raise RefusedError("planned", "This race starts at its time.")
        self.refuse_started(now)
        if self.match and not self.match.may_race(self.seats):
            raise RefusedError("no-rival", "No one else of the match is here yet.")
        return self._counting(now, at_once=not counting)

    def playing(self, player: int, now: int) -> Seat:
        """Return the seat of a player who may act now.

        :raises RefusedError: "not-seated", "not-started", "run-over" or "race-over".
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
                raise RefusedError("not-started", "The race hasn't started yet.")

    def with_run(self, player: int, run: Run) -> Race:
        """Return the race with the run of a seated player replaced."""
        return self._with_seat(replace(self._seated(player), run=run))

    def with_runs(self, runs: Mapping[int, Run]) -> Race:
        """Return the race with the runs of some seated players replaced."""
        seats = (replace(seat, run=runs.get(seat.player, seat.run)) for seat in self.seats)
        return replace(self, seats=tuple(seats))

    def close(self, now: int) -> Race:
        """Settle every run of a race that is done. The result is the same whenever it is called."""
        if self.closed_at is not None:
            return self
        if self.starts_at is None or not self.is_done(now):
            raise RefusedError("not-over", "The race isn't over yet.")
        bell = self.bell()
        if bell is None or self._all_done:
            ended = self.starts_at + self._last_at
        else:
            ended = bell.at
        seats = tuple(replace(seat, run=seat.run.settle()) for seat in self.seats)
        return replace(self, seats=seats, closed_at=ended)

    def refuse_started(self, now: int) -> None:
        """Check that the race has not started, and will not within the cut-off.

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
            raise RefusedError("not-seated", "You don't have a seat in this race.")
        return seat

    def _with_seat(self, seat: Seat) -> Race:
        seats = tuple(seat if old.number == seat.number else old for old in self.seats)
        return replace(self, seats=seats)

    def _started_if_ready(self, now: int) -> Race:
        if self.planned is not None:
            return self
        if self.match:
            at = self.match.start(self.seats, self.countdown, now, self.starts_at)
            return replace(self, starts_at=at)
        if len(self.seats) >= self.seats_min and all(seat.ready for seat in self.seats):
            return self._counting(now)
        return self

    def _gathered(self, now: int) -> Race:
        """Set the start of a quick race by who is here and ready.

        Once two are here, a player who is still elsewhere loses the seat: none is put into a
        countdown while away. Until the start they can take a seat again.
        """
        if self.gathers is None:
            return self
        here = tuple(seat for seat in self.seats if not seat.elsewhere)
        if len(here) < self.seats_min:
            return replace(self, starts_at=None)
        is_full = len(here) == self.seats_max
        at = gathered_start(here, is_full, self.countdown, self.gathers, now, self.starts_at)
        return replace(self, seats=here, starts_at=at)

    def _counting(self, now: int, *, at_once: bool = True) -> Race:
        if self.starts_at is not None and not (self.match and self.state(now) is RaceState.OPEN):
            return self
        # Alone in practice there is no one to wait for.
        at_once = at_once and self.kind is Kind.SOLO
        starts_at = now if at_once else now + self.countdown
        if self.start_by is not None and starts_at > self.start_by:
            raise too_late()
        return replace(self, starts_at=starts_at)
