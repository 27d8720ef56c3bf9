"""Invariants of a race under any sequence of requests."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.racing import Kind, Race, RaceState, RefusedError, Run, RunState
from tests.racing.rooms import NOW, PLAYING, won

ORDER = (RaceState.OPEN, RaceState.COUNTDOWN, RaceState.RUNNING, RaceState.OVER)

players = st.integers(1, 13)


class AnyRace(RuleBasedStateMachine):
    """A race that thirteen players use at random; ten of them can have a seat."""

    race: Race
    now: int

    @initialize(kind=st.sampled_from(Kind))
    def open(self, kind: Kind) -> None:
        self.race = Race(code="QFXKMP", rules="agnes-sorel/standard", kind=kind)
        self.now = NOW
        self.started_with: tuple[int, ...] | None = None

    def change(self, transition: Callable[[Race], Race]) -> None:
        with suppress(RefusedError):
            self.race = transition(self.race)

    @rule(player=players)
    def join(self, player: int) -> None:
        self.change(lambda race: race.join(player, f"Player {player}", player % 2 == 0, self.now))

    @rule(player=players)
    def leave(self, player: int) -> None:
        self.change(lambda race: race.leave(player, self.now))

    @rule(player=players, ready=st.booleans())
    def set_ready(self, player: int, ready: bool) -> None:
        self.change(lambda race: race.set_ready(player, ready, self.now))

    @rule(player=players)
    def start(self, player: int) -> None:
        self.change(lambda race: race.start(player, self.now))

    @rule(player=players, ending=st.sampled_from((won, PLAYING.end, PLAYING.undo)))
    def act(self, player: int, ending: Callable[[int], Run]) -> None:
        def acted(race: Race) -> Race:
            race.playing(player, self.now)
            return race.with_run(player, ending(race.elapsed(self.now) or 0))

        self.change(acted)

    @rule(ms=st.integers(0, 10_000) | st.integers(0, 700_000))
    def wait(self, ms: int) -> None:
        before = self.race.state(self.now)
        self.now += ms
        assert ORDER.index(before) <= ORDER.index(self.race.state(self.now))

    @rule()
    def close(self) -> None:
        over = self.race.state(self.now) is RaceState.OVER
        self.change(lambda race: race.close(self.now))
        assert over == (self.race.closed_at is not None)

    @precondition(lambda self: self.race.closed_at is not None)
    @rule(later=st.integers(0, 10**9))
    def close_again(self, later: int) -> None:
        assert self.race.close(self.now + later) == self.race

    @invariant()
    def seats_are_taken_once_and_in_order(self) -> None:
        numbers = [seat.number for seat in self.race.seats]
        assert numbers == sorted(set(numbers))
        assert len({seat.player for seat in self.race.seats}) == len(numbers)
        assert all(number < self.race.seats_max for number in numbers)

    @invariant()
    def a_seated_player_is_the_host(self) -> None:
        if self.race.seats:
            assert self.race.host in {seat.player for seat in self.race.seats}
        else:
            assert self.race.host is None

    @invariant()
    def a_race_that_started_keeps_its_players(self) -> None:
        if self.race.state(self.now) in (RaceState.RUNNING, RaceState.OVER):
            seated = tuple(seat.player for seat in self.race.seats)
            assert seated
            assert self.started_with in (None, seated)
            self.started_with = seated
        else:
            assert self.started_with is None

    @invariant()
    def a_closed_race_is_settled_and_ended_in_time(self) -> None:
        bell = self.race.bell()
        if self.race.closed_at is not None:
            assert bell is not None
            assert self.race.closed_at <= min(self.now, bell.at)
            assert all(seat.run.is_done for seat in self.race.seats)
            assert self.race.state(self.now) is RaceState.OVER

    @invariant()
    def every_seat_has_a_place_and_the_fastest_has_the_first(self) -> None:
        standings = self.race.standings()
        assert {standing.seat for standing in standings} == set(self.race.seats)
        times = [s.seat.run.time for s in standings if s.seat.run.state is RunState.WON]
        hundredths = [(time or 0) // 10 for time in times]
        assert hundredths == sorted(hundredths)


AnyRace.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestAnyRace = AnyRace.TestCase
