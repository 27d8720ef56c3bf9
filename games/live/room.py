"""A race in one process: load, transition, save, publish, in that order.

A room holds nothing that the database and the clock do not tell: it may be dropped at any moment
and opened again elsewhere.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace

from games.live import storage
from games.live.audience import Audience
from games.live.boards import Boards
from games.live.connections import Connection
from games.live.dead_end_alarm import DeadEndAlarm
from games.live.deadline import Deadline
from games.live.entries import EntryBoard
from games.live.gallery import Gallery
from games.live.journal import Journal
from games.live.protocol import Begun, encode
from games.live.referee import Referee, Work
from games.live.relay import Note, Relay
from games.live.snapshots import snapshot
from games.live.solver_pool import SolverPool
from games.live.starts import Starts
from games.live.storage import Lasts
from games.live.timetable import Due, next_due
from games.racing import (
    Change,
    Clock,
    Kind,
    Race,
    RaceState,
    RefusedError,
    Run,
    RunState,
)

logger = logging.getLogger(__name__)

TRY_AGAIN: Final = 2.0
"""Seconds after which a start or a settling that failed is tried again."""

FLUSH_EVERY: Final = 0.5
"""Seconds between two notes on the progress of a race, at the least; the first goes at once."""


class Room:
    """The sockets of one race in this process, and the boards of its entries."""

    def __init__(
        self,
        loaded: storage.LoadedRace,
        journal: Journal,
        relay: Relay,
        starts: Starts,
        solvers: SolverPool,
        clock: Clock,
    ) -> None:
        self._race = loaded.race
        self._runs: dict[int, Run] = {}
        """Newer than those of `_race`, until somebody looks; none of them has ended."""
        self.stored = loaded.stored
        self.connections: set[Connection] = set()
        self.away: AbstractSet[int] = frozenset()
        self._boards = Boards()
        self.referee = Referee(self, self._boards, journal, clock)
        self._gallery = Gallery(self, self._boards)
        self._audience = Audience()
        self._told_watchers = 0
        self._relay = relay
        self._starts = starts
        self._solvers = solvers
        self._hints = DeadEndAlarm(solvers, self.spawn, lambda e: storage.assist(e.entry, clock()))
        self._clock = clock
        self._moved: set[int] = set()
        self._to_tell: set[int] = set()
        self._flush = Deadline(partial(self.spawn, self._tell_progress))
        self._is_shut = False
        self._alarm: asyncio.TimerHandle | None = None
        self._when: Mapping[Due, Work] = {
            Due.COUNTDOWN: self._count_down,
            Due.START: self._deal_out,
            Due.SETTLING: self._close,
        }
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def race(self) -> Race:
        """The race with all that is known of its runs."""
        if self._runs:
            self._race, self._runs = self._race.with_runs(self._runs), {}
        return self._race

    @race.setter
    def race(self, race: Race) -> None:
        self._race, self._runs = race, {}

    async def enter(self, connection: Connection, fresh: bool) -> None:
        """Welcome a socket: it gets the race, and the boards that it may see.

        `fresh` is a room that has just been read.
        """
        known = self.race.seat_of(connection.player) is not None
        if not fresh and not known:
            await self.refresh()
        await self.welcome(connection)
        if fresh:
            # Not before, or the cards of a race that runs would come twice.
            self._set_alarm()
        self._flush.within(FLUSH_EVERY)
        if self.race.helped:
            self._solvers.warm()
        if self.race.seat_of(connection.player) is not None and (fresh or not known):
            # The seat was taken by a page, perhaps just now: the others have not heard of it.
            self._tell_all()

    async def welcome(self, connection: Connection) -> None:
        """Send a socket everything again."""
        await self._open_boards()
        self._send_race([connection])
        if own := self._boards.get(connection.player):
            async with own.turn:
                await own.catch_up()
                self.answer(connection, own)
        await self._gallery.show_all([connection])

    def exit(self, connection: Connection) -> None:
        """Forget a socket; its seat is kept."""
        self.connections.discard(connection)
        self._hints.forget(connection)
        self._flush.within(FLUSH_EVERY)

    def shut(self) -> None:
        """Tell what is not told yet, and stop all timers; the room is not used any more."""
        self._is_shut = True
        self._tell_others()
        self._flush.cancel()
        self._gallery.stop()
        if self._alarm is not None:
            self._alarm.cancel()

    def present_entries(self) -> list[int]:
        """The entries of the seated players who have a socket here."""
        return [self.stored.entries[player] for player in self._present()]

    def _present(self) -> set[int]:
        seated = {seat.player for seat in self.race.seats}
        return seated & {connection.player for connection in self.connections}

    async def leave(self, connection: Connection) -> None:
        """Give up a seat before the start; forfeit after it."""
        if self.race.state(self._clock()) is RaceState.RUNNING:
            await self.referee.end(connection, "forfeit")
        else:
            await self.change(lambda race, now: race.leave(connection.player, now))

    async def change(self, transition: Change) -> None:
        """Carry out a transition on the stored race, then tell everybody."""
        await storage.transition(self.race.code, transition, self._clock)
        await self._reload_and_tell()

    async def rematch(self, player: int, address: str) -> None:
        """Open the one race that follows this one; whoever asks again gets the same."""
        await storage.rematch(self.race.code, player, address, self._clock)
        await self._reload_and_tell()

    async def restart(self, connection: Connection) -> None:
        """End a practice and begin another on its deal.

        :raises RefusedError: if it is no practice of this player.
        """
        player = connection.player
        if self.race.kind is not Kind.SOLO or self.race.seat_of(player) is None:
            raise RefusedError("no-practice", "Only a practice of yours can be begun again.")
        if self.race.state(self._clock()) is RaceState.RUNNING:
            await self.referee.end(connection, "end")
        if self.race.closed_at is None:
            await self._close()
        code = await storage.practise_again(self.race.code, player, self._clock)
        connection.send(Begun(code))

    async def set_dead_end_alarm(self, connection: Connection, on: bool) -> None:
        """Switch the dead-end alarm of a socket on or off.

        :raises RefusedError: if there is no help in this race, or the player does not play.
        """
        if on:
            self._hints.listen(connection, await self._assisted(connection.player))
        else:
            self._hints.forget(connection)

    async def hint(self, connection: Connection) -> None:
        """Tell a player a move that wins.

        :raises RefusedError: if there is no help in this race, or the player does not play.
        """
        self._hints.hint(connection, await self._assisted(connection.player))

    async def _assisted(self, player: int) -> EntryBoard:
        """The board of a player who is marked as assisted, in the database, before any help."""
        if not self.race.helped:
            raise RefusedError("no-help", "There is no help in this race.")
        seat = self.race.playing(player, self._clock())
        entry = await self.own_board(player, self._clock())
        await storage.assist(entry.entry, self._clock())
        if not seat.assisted:
            await self._reload_and_tell()
        return entry

    async def hear(self, note: Note) -> None:
        """Take note of what another process has stored."""
        if "watchers" in note:
            if self._audience.hear(note["process"], note["watchers"], self._clock()):
                self._flush.within(FLUSH_EVERY)
            return
        if "player" not in note:
            await self.refresh()
            self._send_races()
            await self._gallery.show_end()
            return
        player, run = note["player"], msgspec.convert(note["run"], Run)
        if entry := self._boards.get(player):
            entry.expect(run.actions)
            if any(connection.player == player for connection in self.connections):
                await self._follow(player)
            else:
                self._learn(player, run)

    async def reconcile(self, version: int | None, lasts: Lasts, grace: int, reread: bool) -> None:
        """Learn what no note has told: another version of the race, actions of other processes.

        Notes are lost with a process that dies or while the channel layer is away. What is younger
        than `grace` milliseconds may still be told. `reread`: the race, at the same version, too.
        """
        if reread or version not in (None, self.stored.version):
            await self.refresh()
            self._send_races()
        await self._gallery.show_end()
        for seat in self.race.seats:
            entry = self._boards.get(seat.player)
            last = lasts.get(self.stored.entries[seat.player])
            if entry is None or last is None or last.ms > self.elapsed() - grace:
                continue
            if last.number > max(entry.number, seat.run.actions):
                entry.expect(last.number)
                await self._follow(seat.player)

    async def _follow(self, player: int) -> None:
        """Bring a board up to what is stored, and tell what is new of it."""
        entry = self._boards[player]
        async with entry.turn:
            before = entry.number
            await entry.follow()
            self._learn(player, entry.run)
            if entry.number != before:
                self._send_own(player)
                self._hints.moved(entry)
                self._moved.add(player)
                self._flush.at_most_every(FLUSH_EVERY)

    async def refresh(self) -> None:
        """Read the race again."""
        await self._reload()
        self._set_alarm()

    async def _reload(self) -> None:
        loaded = await storage.load(self.race.code)
        if loaded is None:
            for connection in tuple(self.connections):
                connection.send_away()
            return
        if loaded.stored.version < self.stored.version:
            return
        runs = {} if loaded.race.closed_at else {s.player: s.run for s in self.race.seats}
        self.race, self.stored = loaded.race.with_runs(runs), loaded.stored
        if self._boards:
            await self._open_boards()

    def tell_presence(self, away: AbstractSet[int]) -> None:
        """Show who is away, if that has changed; tell other processes how many watch here."""
        if away != self.away:
            self.away = away
            self._send_races()
        watchers = self._watchers()
        if watchers or self._told_watchers:
            note = {"watchers": watchers, "process": self._relay.origin}
            self._relay.tell(self.race.code, note)
        self._told_watchers = watchers

    def _watchers(self) -> int:
        """How many watch the race here."""
        seated = {seat.player for seat in self.race.seats}
        return sum(connection.player not in seated for connection in self.connections)

    def _set_alarm(self) -> None:
        """Wake at the start, or when the race is to be settled."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        now = self._clock()
        due = None if self._is_shut else next_due(self.race, now, dealt=bool(self._boards))
        if due is not None:
            at, what = due
            self._wake_in(max(0, at - now) / 1000, self._when[what])

    def _wake_in(self, delay: float, what: Work) -> None:
        self._alarm = asyncio.get_running_loop().call_later(delay, self.spawn, what)

    async def _count_down(self) -> None:
        """Show that a quick race waits for nobody any more."""
        self._send_races()
        self._set_alarm()

    async def _deal_out(self) -> None:
        """Show everybody the deal, at the start and never before."""
        self._wake_in(TRY_AGAIN, self._deal_out)
        await self._open_boards()
        for player in tuple(self._boards):
            async with self._boards[player].turn:
                await self._boards[player].follow()
                self._send_own(player)
        self._send_races()
        await self._gallery.show_all(self.connections)
        self._set_alarm()

    async def _close(self) -> None:
        """Settle the race, whichever process comes first."""
        self._wake_in(TRY_AGAIN, self._close)
        if self.race.is_done(self._clock()):
            await storage.close(self.race.code, self._clock)
            await self._reload_and_tell()
        self._set_alarm()

    def spawn(self, work: Work) -> None:
        """Run something beside everything else, and log how it fails."""
        task = asyncio.ensure_future(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Work) -> None:
        what = getattr(work, "func", work).__name__
        try:
            await work()
        except storage.UnavailableError as error:
            logger.error("Race %s: %s failed: %s", self.race.code, what, error)
        except Exception:
            logger.exception("Race %s: %s failed", self.race.code, what)

    async def own_board(self, player: int, now: int) -> EntryBoard:
        """The board of a seated player in a race that has started.

        :raises RefusedError: if there is no such seat, or no start yet.
        """
        if (entry := self._boards.get(player)) is None:
            self.race.playing(player, now)
            await self._open_boards()
            # Once more: another process may have changed the race a moment ago.
            self.race.playing(player, now)
            entry = self._boards[player]
        return entry

    async def _open_boards(self) -> None:
        """Build the boards once the cards are dealt, and never before."""
        played = True
        while not self.stored.dealt:
            if self.race.starts_at is None or self._clock() < self.race.starts_at:
                return
            standing = await self._starts.deal(self.race.code)
            if standing and standing.version != self.stored.version:
                # Another process has changed the race a moment ago.
                await self._reload()
            elif standing and standing.dealt:
                # Where nobody has played yet, there are no actions to read.
                self.stored, played = self.stored.after_dealing(), standing.played
            else:
                return
        await self._boards.open(self.race, self.stored, played)
        for player in self._boards:
            if self._boards[player].is_stored:
                self._learn(player, self._boards[player].run)

    def playing_since(self, player: int, now: int) -> int:
        """Milliseconds from the start to `now`.

        :raises RefusedError: if a player may not act.
        """
        self._race.playing(player, now)
        return now - (self._race.starts_at or now)

    def answer(self, connection: Connection, entry: EntryBoard) -> None:
        """Send a socket the board of its player; all that player's, if it is news here."""
        if self._learn(connection.player, entry.run):
            self._send_own(connection.player)
        else:
            connection.send(self._boards.own(connection.player, self.elapsed()))

    def resync(self, connection: Connection) -> None:
        """Send a socket everything again, soon, or say that it cannot be had now."""
        self.spawn(partial(self._resync, connection))

    async def _resync(self, connection: Connection) -> None:
        try:
            await self.welcome(connection)
        except storage.UnavailableError as error:
            connection.fail(error)

    def announce(self, entry: EntryBoard, player: int) -> None:
        """Publish what is stored: the board at once, the progress soon, an end at once."""
        self._to_tell.add(player)
        self._learn(player, entry.run)
        self._send_own(player)
        self._hints.moved(entry)

    def _learn(self, player: int, run: Run) -> bool:
        """Let the race know what a run has come to, unless it knows more or is settled.

        Returns whether that was news, which is shown soon; at once if it is an end.
        """
        seat = self._race.seat_of(player)
        if seat is None or self._race.closed_at is not None:
            return False
        known = self._runs.get(player, seat.run)
        is_news = run.actions > known.actions
        if is_news or known.state is RunState.WAITING:
            self._runs[player] = run
            if run.is_done:
                self.race = self.race.with_run(player, run)
        if is_news:
            self._moved.add(player)
            if run.is_done:
                self._set_alarm()
                self._flush.within(0)
            else:
                self._flush.at_most_every(FLUSH_EVERY)
        return is_news

    async def _tell_progress(self) -> None:
        moved, self._moved = self._moved, set()
        # First, since to show boards may take the database, which may be away.
        self._tell_others()
        self._send_races()
        await self._gallery.show(moved, self.connections)
        done = {seat.player for seat in self.race.seats if seat.run.is_done} & moved
        # Who has just finished may watch from now on, and not only what moves next.
        if done:
            await self._gallery.show_all([c for c in self.connections if c.player in done])

    def _tell_others(self) -> None:
        """Tell the other processes how those stand who have moved here."""
        told, self._to_tell = self._to_tell, set()
        for player in told:
            if seat := self.race.seat_of(player):
                self._relay.tell(
                    self.race.code, {"player": player, "run": msgspec.to_builtins(seat.run)}
                )

    async def _reload_and_tell(self) -> None:
        await self.refresh()
        self._send_races()
        self._tell_all()
        await self._gallery.show_end()

    def _tell_all(self) -> None:
        self._relay.tell(self.race.code, {})

    def _send_races(self) -> None:
        self._send_race(self.connections)

    def _send_race(self, connections: Iterable[Connection]) -> None:
        """Tell sockets of the race; what differs between them is which seat is theirs."""
        seats = {seat.player: seat.number for seat in self.race.seats}
        watchers = self._watchers() + self._audience.count(self._clock())
        away = set(self.away) - self._present()
        frame = snapshot(self.race, self.stored, away, watchers, self._clock())
        frames: dict[int | None, str] = {}
        for connection in connections:
            you = seats.get(connection.player)
            if you not in frames:
                frames[you] = encode(replace(frame, you=you))
            connection.send_text(frames[you])

    def elapsed(self) -> int:
        """Milliseconds since the start."""
        return self._clock() - (self._race.starts_at or 0)

    def _send_own(self, player: int) -> None:
        """Send a board to all sockets of its player."""
        frame = encode(self._boards.own(player, self.elapsed()))
        for connection in self.connections:
            if connection.player == player:
                connection.send_text(frame)
