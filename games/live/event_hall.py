"""An event in one process: what its sockets are sent, and when."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Final

from games.live import stored_event
from games.live.connections import Connection
from games.live.deadline import Deadline
from games.live.event_frames import EventFrame, EventTable, StandingRow, StandingsFrame, YouFrame
from games.live.long_frames import parted
from games.live.protocol import Outgoing, encode
from games.live.race_tasks import RaceTasks
from games.live.stored_event import StoredEvent, standings
from games.racing import Arrivals, Clock, EventStanding, Run, RunState

ROWS: Final = 100
"""How many rows of the standings are sent to everyone."""

EVERY: Final = 0.5
"""The least seconds between two frames with the standings."""

LATE_MS: Final = 50
"""How long after an instant its frame is sent: it must not be rounded to the time before."""


class EventHall:
    """A cache: the database holds everything in it but the runs of the round that is on."""

    def __init__(self, event: StoredEvent, won: Mapping[int, Run], clock: Clock) -> None:
        self.event = event
        self.connections: set[Connection] = set()
        self._clock = clock
        self._won = dict(won)
        """The runs that have won at tables that are still open, by player."""
        self._names: dict[int, str] = {}
        self._tasks = RaceTasks(event.code)
        self._flush = Deadline(lambda: self._tasks.spawn("telling the standings", self._tell))

    @cached_property
    def tables(self) -> frozenset[str]:
        """The codes of the races of the latest round."""
        return frozenset(table.code for table in self.event.tables)

    @property
    def changes_at(self) -> int | None:
        """When the clock alone changes what is sent next."""
        now = self._clock() - LATE_MS
        instants = (at for one in self.event.rounds for at in (one.starts_at, one.ends_at))
        return min((at + LATE_MS for at in instants if at > now), default=None)

    async def welcome(self, connection: Connection) -> None:
        """Send a socket everything."""
        rows = await self._rows()
        _send([connection], self._frame())
        _send([connection], self._standings(rows))
        self._send_you([connection], rows)

    async def refresh(self) -> None:
        """Read the event again, and send it to everyone."""
        known: Mapping[int, Arrivals] = self.event.settled
        # Staff may have ruled on a run of the last round.
        known = {number: runs for number, runs in known.items() if number < self.event.latest}
        loaded = await stored_event.load(self.event.code, self._clock(), known)
        if loaded is None:
            return
        if loaded.latest != self.event.latest:
            self._won.clear()
        self.event = loaded
        self.__dict__.pop("tables", None)
        _send(self.connections, self._frame())
        self._flush.at_most_every(EVERY)

    def hear_run(self, player: int, run: Run) -> None:
        """Note that a run at a table has moved on; a win changes the standings soon."""
        if run.state is RunState.WON and player not in self._won:
            self._won[player] = run
            self._flush.at_most_every(EVERY)

    def close(self) -> None:
        """Send nothing more."""
        self._flush.cancel()

    async def _tell(self) -> None:
        rows = await self._rows()
        _send(self.connections, self._standings(rows))
        self._send_you(tuple(self.connections), rows)

    async def _rows(self) -> Mapping[int, StandingRow]:
        """Return the first rows, and those of the players who look, best first."""
        found = standings(self.event, self._won)
        self._placed = len(found)
        looking = {connection.player for connection in self.connections}
        shown = [one for n, one in enumerate(found) if n < ROWS or one.player in looking]
        if missing := {one.player for one in shown} - self._names.keys():
            self._names |= await stored_event.names(missing)
        self._first = [one.player for one in shown[:ROWS]]
        return {one.player: self._row(one) for one in shown}

    def _row(self, one: EventStanding) -> StandingRow:
        return StandingRow(
            place=one.place,
            player=one.player,
            name=self._names.get(one.player, ""),
            points=float(one.points),
            rounds=len(one.places),
            best=min(one.places, default=0),
        )

    def _standings(self, rows: Mapping[int, StandingRow]) -> StandingsFrame:
        return StandingsFrame(
            rows=[rows[player] for player in self._first],
            placed=self._placed,
            finished=len(self._won),
        )

    def _send_you(self, connections: Iterable[Connection], rows: Mapping[int, StandingRow]) -> None:
        now = self._clock()
        is_on = any(
            one.number == self.event.latest and now < one.ends_at for one in self.event.rounds
        )
        seats = {
            player: table.code for table in self.event.tables if is_on for player in table.names
        }
        for connection in connections:
            if not connection.visitor.is_known:
                continue
            player = connection.player
            you = YouFrame(player in self.event.players, seats.get(player), rows.get(player))
            connection.send_text(encode(you))

    def _frame(self) -> EventFrame:
        now, event = self._clock(), self.event
        ahead = (one for one in event.rounds if one.state != "called-off" and now < one.ends_at)
        current = next(ahead, None)
        starts_in = ends_in = None
        if current is not None:
            starts_in = current.starts_at - now if now < current.starts_at else None
            ends_in = current.ends_at - now if starts_in is None else None
        return EventFrame(
            code=event.code,
            version=event.version,
            name=event.name,
            state=event.stage,
            players=len(event.players),
            rounds=list(event.rounds),
            round=None if current is None else current.number,
            starts_in=starts_in,
            ends_in=ends_in,
            tables=[EventTable(table.code, list(table.names.values())) for table in event.tables],
        )


def _send(connections: Collection[Connection], message: Outgoing) -> None:
    """Send a message, encoded once."""
    frames = parted(encode(message))
    for connection in tuple(connections):
        for frame in frames:
            connection.send_text(frame)
