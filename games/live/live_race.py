"""A race as this process knows it: what is stored, and how far its runs have come since."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import cached_property

from games.live.audience import Audience
from games.live.snapshots import Stored
from games.racing import Race, Run, RunState


class LiveRace:
    """The race as last read, the newer runs, who is away, and who watches elsewhere.

    A cache: the database and the journal hold everything in it. Times are milliseconds since the
    epoch.
    """

    def __init__(self, race: Race, stored: Stored) -> None:
        self.code = race.code
        self.stored = stored
        self.away: AbstractSet[int] = frozenset()
        """The players who have not been seen for a while."""
        self.audience = Audience()
        self._race = race
        self._newer: dict[int, Run] = {}
        """Runs newer than those of `_race`, by player; none of them has ended."""

    @cached_property
    def race(self) -> Race:
        """The race with the newest run of every seat, made when someone looks."""
        return self._race.with_runs(self._newer) if self._newer else self._race

    def _forget_race(self) -> None:
        # A flush looks five times: to make the race each time cost a tenth of a move.
        self.__dict__.pop("race", None)

    def adopt(self, race: Race, stored: Stored) -> bool:
        """Adopt the race as stored; return False if a newer version is known already.

        Its stored runs are empty until it is closed: those known here are kept.
        """
        if stored.version < self.stored.version:
            return False
        runs = {} if race.closed_at else {seat.player: seat.run for seat in self.race.seats}
        self._race, self._newer, self.stored = race.with_runs(runs), {}, stored
        self._forget_race()
        return True

    def learn(self, player: int, run: Run) -> bool:
        """Note how far a run has come; return whether that is news.

        It isn't if more is known already, or if the race is closed.
        """
        seat = self._race.seat_of(player)
        if seat is None or self._race.closed_at is not None:
            return False
        known = self._newer.get(player, seat.run)
        is_news = run.actions > known.actions
        if is_news or known.state is RunState.WAITING:
            # A new race at every move would cost more than the rest of this.
            self._newer[player] = run
            self._forget_race()
            if run.is_done:
                self._race, self._newer = self.race, {}
        return is_news

    def playing_since(self, player: int, now: int) -> int:
        """Return the milliseconds from the start to `now`.

        :raises RefusedError: if the player may not act.
        """
        self._race.playing(player, now)
        return now - (self._race.starts_at or now)

    def elapsed(self, now: int) -> int:
        """Return the milliseconds since the start, whether or not anyone may act."""
        return now - (self._race.starts_at or 0)
