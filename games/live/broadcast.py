"""Who hears what about a race, and when: the sockets of this process, and other processes."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Final

from msgspec.structs import replace

from games.live.boards import Boards
from games.live.connections import Connection
from games.live.deadline import Deadline
from games.live.gallery import Gallery
from games.live.live_race import LiveRace
from games.live.notes import ChangeNote, ReactionNote, RunNote, WatchersNote
from games.live.protocol import Reacted, encode
from games.live.race_tasks import RaceTasks
from games.live.relay import Relay
from games.live.snapshots import for_others, snapshot
from games.live.stands import Stands
from games.racing import Clock, Reaction

FLUSH_EVERY: Final = 0.5
"""The least seconds between two frames on the progress of a race; the first goes at once."""


class Broadcast:
    """The sockets of one race in this process, and what is due to them and to other processes.

    A player's own board goes out at once. Progress is coalesced: the first goes at once, the rest
    every half second, and a finish doesn't wait. Many watchers get theirs a few at a time.
    """

    def __init__(
        self, live: LiveRace, boards: Boards, relay: Relay, tasks: RaceTasks, clock: Clock
    ) -> None:
        self.connections: set[Connection] = set()
        self._stands = Stands(self.connections, tasks)
        self._gallery = Gallery(live, boards, self.connections, self._stands, tasks, clock)
        self._live = live
        self._boards = boards
        self._relay = relay
        self._clock = clock
        self._moved: set[int] = set()
        """The players whose boards the gallery hasn't shown since they moved."""
        self._to_relay: set[int] = set()
        """The players whose progress other processes haven't heard."""
        self._told_watchers = 0
        self._flush = Deadline(partial(tasks.spawn, "telling the progress", self._tell_progress))

    def close(self) -> None:
        """Relay what other processes haven't heard, and send nothing more."""
        self._relay_progress()
        self._flush.cancel()
        self._gallery.stop()

    def add(self, connection: Connection) -> None:
        """Send a socket what the others get."""
        self.connections.add(connection)

    def remove(self, connection: Connection) -> None:
        """Send a socket nothing more."""
        self.connections.discard(connection)
        self._stands.forget(connection)

    def soon(self) -> None:
        """Send everyone the race within the next half second."""
        self._flush.within(FLUSH_EVERY)

    def progress(self, player: int, *, is_end: bool = False) -> None:
        """Show soon that a player has moved; at once if that ended the run."""
        self._moved.add(player)
        if is_end:
            self._flush.within(0)
        else:
            self._flush.at_most_every(FLUSH_EVERY)

    def relay_soon(self, player: int) -> None:
        """Tell other processes, with the next flush, how far a player has come."""
        self._to_relay.add(player)

    async def _tell_progress(self) -> None:
        moved, self._moved = self._moved, set()
        # Boards last: they may need the database, which may be away.
        self._relay_progress()
        self.send_races()
        await self._gallery.show(moved, self.connections)
        done = {seat.player for seat in self._live.race.seats if seat.run.is_done} & moved
        # A player who has just finished may watch every board, not only those that move next.
        if done:
            await self.show_boards([c for c in self.connections if c.player in done])

    def _relay_progress(self) -> None:
        players, self._to_relay = self._to_relay, set()
        race = self._live.race
        for player in players:
            if seat := race.seat_of(player):
                self._relay.tell(race.code, RunNote(player, seat.run))

    def relay_change(self) -> None:
        """Have the other processes read the race again."""
        self._relay.tell(self._live.code, ChangeNote())

    def relay_reaction(self, player: int, reaction: Reaction) -> None:
        """Tell the other processes that a player has reacted."""
        self._relay.tell(self._live.code, ReactionNote(player, reaction))

    def send_reaction(self, player: int, reaction: Reaction) -> None:
        """Show every socket that a seated player has reacted."""
        if (seat := self._live.race.seat_of(player)) is None:
            return
        frame = encode(Reacted(seat.number, reaction))
        seated = {seat.player for seat in self._live.race.seats}
        for connection in self.connections:
            if connection.player in seated:
                connection.send_text(frame)
            else:
                self._stands.send(connection, ("reaction", player), frame)

    def tell_presence(self, away: AbstractSet[int]) -> None:
        """Show who is away, if that has changed; tell other processes how many watch here."""
        if away != self._live.away:
            self._live.away = away
            self.send_races()
        watchers = self._watchers()
        if watchers or self._told_watchers:
            self._relay.tell(self._live.code, WatchersNote(self._relay.origin, watchers))
        self._told_watchers = watchers

    def ask_players(self) -> None:
        """Ask the seated players' clients whether they are there, until the race is over."""
        if self._live.race.closed_at is not None:
            return
        for connection in self.connections:
            if self._live.race.seat_of(connection.player) is not None:
                connection.ask()

    def present_entries(self) -> list[int]:
        """Return the entries of the seated players who are heard from here."""
        return [self._live.stored.entries[player] for player in self._present()]

    def _present(self) -> set[int]:
        seated = {seat.player for seat in self._live.race.seats}
        heard = (each for each in self.connections if each.is_heard and each.tells_presence)
        return seated & {each.player for each in heard}

    def _watchers(self) -> int:
        """Return how many sockets here belong to no seated player."""
        seated = {seat.player for seat in self._live.race.seats}
        return sum(connection.player not in seated for connection in self.connections)

    def send_races(self) -> None:
        """Send the race to every socket."""
        self.send_race(self.connections)

    def send_race(self, connections: Iterable[Connection]) -> None:
        """Send the race to some sockets, encoded once for each seat and once for those without."""
        live, now = self._live, self._clock()
        race = live.race
        seats = {seat.player: seat.number for seat in race.seats}
        watchers = self._watchers() + live.audience.count(now)
        frame = snapshot(race, live.stored, set(live.away) - self._present(), watchers, now)
        frames: dict[int | None, str] = {}
        for connection in connections:
            you = seats.get(connection.player)
            if you not in frames:
                shown = for_others(frame, live.stored) if you is None else replace(frame, you=you)
                frames[you] = encode(shown)
            if you is None:
                self._stands.send(connection, "race", frames[you])
            else:
                connection.send_text(frames[you])

    def send_board(self, connection: Connection) -> None:
        """Send a socket the board of its own player."""
        connection.send(self._boards.own(connection.player, self._live.elapsed(self._clock())))

    def send_boards(self, player: int) -> None:
        """Send a player's board to all sockets of that player."""
        frame = encode(self._boards.own(player, self._live.elapsed(self._clock())))
        for connection in self.connections:
            if connection.player == player:
                connection.send_text(frame)

    async def show_boards(self, connections: Iterable[Connection]) -> None:
        """Send sockets all boards they may see, live or late."""
        await self._gallery.show_all(connections)

    async def show_all(self) -> None:
        """Send every socket all boards it may see."""
        await self.show_boards(self.connections)

    async def show_end(self) -> None:
        """Send every socket all boards, once, when the race is closed."""
        await self._gallery.show_end()

    def send_away(self) -> None:
        """Close every socket: the race was given up before its start and no longer exists."""
        for connection in tuple(self.connections):
            connection.send_away()
