"""An event in one process: what its sockets are sent, and when."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Final

from msgspec import convert

from games.live import event_storage
from games.live.connections import Connection
from games.live.deadline import Deadline
from games.live.event_frames import (
    EventFrame,
    EventTable,
    RoundState,
    StandingRow,
    StandingsFrame,
    YouFrame,
)
from games.live.long_frames import parted
from games.live.protocol import Outgoing, encode
from games.live.race_tasks import RaceTasks
from games.models.races.so_far import FollowedRuns
from games.models.standings.event_state import EventState, SeatedTable
from games.racing import Clock, EventStanding, Run, RunState, told_apart

ROWS: Final = 100
"""How many rows of the standings are sent to everyone."""

STANDINGS_SECONDS: Final = 0.5
"""The least time between two frames with the standings."""

LATE_MS: Final = 50
"""How long after an instant its frame is sent: it must not be rounded to the time before."""


class EventHall:
    """A cache: the database holds everything in it.

    Ends of runs at open tables come with notes. Whatever no note has told follows from the stored
    actions, which `catch_up` reads.
    """

    def __init__(self, code: str, clock: Clock) -> None:
        self.code = code
        self.connections: set[Connection] = set()
        self._clock = clock
        self._event: EventState | None = None
        self._opening = asyncio.Lock()
        self._told_until = 0
        """The instants up to here have been told of."""
        self._ended: dict[int, Run] = {}
        """The runs that have ended at tables that are still open, by player."""
        self._followed = FollowedRuns(kept=None)
        self._seated: frozenset[int] = frozenset()
        """Who sits at these tables."""
        self._is_behind = False
        """Whether ends of runs may be stored that no note has told of."""
        self._is_catching_up = False
        self._known: dict[int, event_storage.KnownAs] = {}
        self._tasks = RaceTasks(f"Event {code}")
        self._flush = Deadline(lambda: self._tasks.spawn("telling the standings", self._tell))

    async def open(self) -> bool:
        """Read the event unless another socket has; return whether there is one."""
        async with self._opening:
            if self._event is None:
                await self._load()
            return self._event is not None

    @property
    def event(self) -> EventState:
        """The event as last read; there is one once `open` has returned True."""
        if self._event is None:
            raise RuntimeError(f"event {self.code} hasn't been read")
        return self._event

    @cached_property
    def tables(self) -> frozenset[str]:
        """The codes of the races of the latest round."""
        tables = () if self._event is None else self._event.tables
        return frozenset(table.code for table in tables)

    async def welcome(self, connection: Connection) -> None:
        """Send a socket everything."""
        standings, rows = await self._standings()
        _send([connection], self._frame())
        _send([connection], standings)
        self._send_you([connection], rows)

    async def keep_up(self, version: int | None, *, anyway: bool) -> None:
        """Read the event again if it has changed, if the clock alone changes it, or `anyway`.

        `version` is the stored one; None if there is none.
        """
        if self._event is None:
            return
        if anyway or version not in (None, self.event.version) or self._is_due():
            await self._refresh()
        if anyway:
            self.miss()
        self._catch_up_soon()

    def miss(self) -> None:
        """Read soon what notes may have told of that didn't come."""
        self._is_behind = True

    def hear_run(self, player: int, run: Run) -> None:
        """Note that a run at a table has moved on; its end changes the standings soon."""
        if run.is_done and player not in self._ended:
            self._ended[player] = run
            self._flush.at_most_every(STANDINGS_SECONDS)

    def close(self) -> None:
        """Send nothing more."""
        self._flush.cancel()

    def _is_due(self) -> bool:
        """Return whether a round has begun or ended since the last frame."""
        until = self._clock() - LATE_MS
        instants = (at for one in self.event.rounds for at in (one.starts_at, one.ends_at))
        return any(self._told_until < at <= until for at in instants)

    async def _refresh(self) -> None:
        """Read the event again; send it to everyone if it has changed."""
        before, is_due = self.event, self._is_due()
        await self._load()
        if self.event != before or is_due:
            # Players may have been renamed or deleted, while their names are being read.
            self._known = {}
            _send(self.connections, self._frame())
            self._flush.at_most_every(STANDINGS_SECONDS)

    async def _load(self) -> None:
        now = self._clock()
        if (loaded := await event_storage.load(self.code, now)) is None:
            return
        if self._event is None or loaded.latest != self._event.latest:
            self._followed = FollowedRuns(kept=None)
        opened = (table for table in loaded.tables if table.is_open)
        seated = frozenset(player for table in opened for player in table.names)
        if not seated <= self._seated:
            # Notes on these players may have come before they were known.
            self._is_behind = True
        self._seated = seated
        self._ended = {player: run for player, run in self._ended.items() if player in seated}
        self._event = loaded
        self._told_until = now - LATE_MS
        self.__dict__.pop("tables", None)

    def _catch_up_soon(self) -> None:
        if self._is_behind and not self._is_catching_up:
            self._is_catching_up = True
            self._tasks.spawn("reading whose run has ended", self._catch_up)

    async def _catch_up(self) -> None:
        """Read the runs that have ended at open tables, one table after the other."""
        self._is_behind = False
        try:
            for table in self._tables_on():
                ended = await event_storage.ended(table.code, self._followed)
                # Meanwhile the next round may have been seated.
                if table.code in self.tables:
                    for player, run in ended.items():
                        self.hear_run(player, run)
        except BaseException:
            self._is_behind = True
            raise
        finally:
            self._is_catching_up = False

    def _tables_on(self) -> Iterable[SeatedTable]:
        """Return the open tables at which a run may have ended whose end isn't known."""
        event = self.event
        latest = (one for one in event.rounds if one.number == event.latest)
        if not any(one.has_begun(self._clock()) for one in latest):
            return ()
        return [
            one
            for one in event.tables
            if one.is_open and not one.names.keys() <= self._ended.keys()
        ]

    async def _tell(self) -> None:
        standings, rows = await self._standings()
        _send(self.connections, standings)
        self._send_you(tuple(self.connections), rows)

    async def _standings(self) -> tuple[StandingsFrame, Mapping[int, StandingRow]]:
        """Return the standings, and the rows of the first and of the players who look."""
        won = {p: run for p, run in self._ended.items() if run.state is RunState.WON}
        known, winners = self._known, self.event.winners(won)
        found = self.event.standings(winners)
        looking = {connection.player for connection in self.connections}
        shown = [one for n, one in enumerate(found) if n < ROWS or one.player in looking]
        if missing := {one.player for one in shown} - known.keys():
            known |= await event_storage.known_as(missing)
        players = {one.player: known.get(one.player, event_storage.NOBODY) for one in shown}
        names = told_apart({player: one.name for player, one in players.items()})
        rows = {
            one.player: _row(
                one, players[one.player]._replace(name=names[one.player]), self.event.left
            )
            for one in shown
        }
        frame = StandingsFrame(
            rows=list(rows.values())[:ROWS],
            placed=len(found),
            finished=sum(one.rank_key is not None for one in winners.values()),
            playing=len(self._seated - self._ended.keys()),
        )
        return frame, rows

    def _send_you(self, connections: Iterable[Connection], rows: Mapping[int, StandingRow]) -> None:
        seats = self.event.seats(self._clock())
        for connection in connections:
            if not connection.visitor.is_known:
                continue
            player = connection.player
            table = seats.get(player)
            you = YouFrame(
                joined=player in self.event.players,
                removed=player in self.event.removed,
                table=None if table is None else table.code,
                row=rows.get(player),
            )
            connection.send_text(encode(you))

    def _frame(self) -> EventFrame:
        now, event = self._clock(), self.event
        current = event.current(now)
        starts_in = ends_in = None
        if current is not None and current.has_begun(now):
            ends_in = current.ends_at - now
        elif current is not None:
            starts_in = max(0, current.starts_at - now)
        return EventFrame(
            code=event.code,
            version=event.version,
            name=event.name,
            state=event.stage,
            players=len(event.players),
            names=list(event.names),
            rounds=[convert(one, RoundState, from_attributes=True) for one in event.rounds],
            round=None if current is None else current.number,
            starts_in=starts_in,
            ends_in=ends_in,
            tables=[EventTable(table.code, list(table.names.values())) for table in event.tables],
        )


def _row(one: EventStanding, player: event_storage.KnownAs, left: Collection[int]) -> StandingRow:
    return StandingRow(
        place=one.place,
        player=one.player,
        name=player.name,
        points=float(one.points),
        rounds=len(one.places),
        best=min(one.places, default=0),
        left=one.player in left,
        guest=player.guest,
    )


def _send(connections: Collection[Connection], message: Outgoing) -> None:
    """Send a message, encoded once."""
    frames = parted(encode(message))
    for connection in tuple(connections):
        for frame in frames:
            connection.send_text(frame)
