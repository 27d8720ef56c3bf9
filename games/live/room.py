"""A race in one process, in step with the database and the clock.

Every change is read or stored first, then applied here, then sent. A room holds nothing that the
database and the clock don't: it may be dropped at any moment and opened again elsewhere.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from functools import partial
from typing import Final

from games.live import storage
from games.live.boards import Boards
from games.live.broadcast import Broadcast
from games.live.connections import Connection
from games.live.database_thread import UnavailableError
from games.live.dead_end_alarm import DeadEndAlarm
from games.live.entries import EntryBoard
from games.live.journal import Journal
from games.live.live_race import LiveRace
from games.live.notes import ChangeNote, Note, ReactionNote, RunNote, WatchersNote
from games.live.race_tasks import RaceTasks, Work
from games.live.relay import Relay
from games.live.solver_pool import SolverPool
from games.live.starts import Starts
from games.live.storage import Lasts
from games.live.timetable import Due, next_due
from games.metrics import START_DELAY_SECONDS, START_SPREAD_SECONDS
from games.racing import Clock, Pauses, Run

LOOK_AGAIN: Final = 60.0
"""The longest that a timer of the event loop is trusted, in seconds."""

TRY_AGAIN: Final = 2.0
"""Seconds until a failed start or close is tried again."""


class Room:
    """One race: its state (`live`, `boards`), and who hears of it (`broadcast`)."""

    def __init__(
        self,
        loaded: storage.LoadedRace,
        journal: Journal,
        relay: Relay,
        starts: Starts,
        solvers: SolverPool,
        clock: Clock,
    ) -> None:
        self.live = LiveRace(loaded.race, loaded.stored)
        self.boards = Boards()
        self.pauses = Pauses()
        self.tasks = RaceTasks(f"Race {self.live.code}")
        self.broadcast = Broadcast(self.live, self.boards, relay, self.tasks, self.clock)
        self.dead_end_alarm = DeadEndAlarm(
            solvers,
            self.tasks,
            allow=lambda entry, hints: storage.assist(entry.entry, self.clock(), hints),
            published=lambda entry: storage.published_solution(entry.entry),
        )
        self.journal = journal
        self._server_clock = clock
        self._starts = starts
        self._solvers = solvers
        self._is_closed = False
        self._timer: asyncio.TimerHandle | None = None
        self._when: Mapping[Due, tuple[str, Work]] = {
            Due.COUNTDOWN: ("showing the countdown", self._count_down),
            Due.START: ("dealing the cards", self._deal_out),
            Due.SETTLING: ("closing the race", self.settle_race),
        }

    def clock(self) -> int:
        """Return the time of the race: a server's clock that is put back doesn't undo its start."""
        now, starts_at = self._server_clock(), self.live.race.starts_at
        return now if starts_at is None or not self.live.stored.dealt else max(now, starts_at)

    async def enter(self, connection: Connection, fresh: bool) -> None:
        """Welcome a socket: send it the race, and the boards it may see.

        `fresh`: the room was opened for this socket, from a race just read.
        """
        player = connection.player
        known = self.live.race.seat_of(player) is not None
        if not fresh and not known:
            await self.refresh()
        await self.welcome(connection)
        if fresh:
            # Not earlier, or a running race would send the cards twice.
            self._set_timer()
        self.broadcast.soon()
        race = self.live.race
        if race.helped:
            self._solvers.warm()
        if race.seat_of(player) is not None and (fresh or not known):
            # A page took the seat, perhaps just now: other processes haven't heard of it.
            self.broadcast.relay_change()

    async def welcome(self, connection: Connection) -> None:
        """Send a socket everything."""
        await self._open_boards()
        self.broadcast.send_race([connection])
        if own := self.boards.get(connection.player):
            async with own.turn:
                await own.catch_up()
                self.answer(connection, own)
        await self.broadcast.show_boards([connection])

    def resync(self, connection: Connection) -> None:
        """Send a socket everything again, in the background, or say that it is unavailable now."""
        self.tasks.spawn("sending everything again", partial(self._resync, connection))

    async def _resync(self, connection: Connection) -> None:
        try:
            await self.welcome(connection)
        except UnavailableError as error:
            connection.fail(error)

    def exit(self, connection: Connection) -> None:
        """Forget a socket; its player keeps the seat."""
        self.broadcast.remove(connection)
        self.dead_end_alarm.forget(connection)
        self.broadcast.soon()

    def close(self) -> None:
        """Send what is still to be sent and stop all timers; the room isn't used again."""
        self._is_closed = True
        self.broadcast.close()
        if self._timer is not None:
            self._timer.cancel()

    async def own_board(self, player: int, now: int) -> EntryBoard:
        """Return the board of a seated player in a race that has started.

        :raises RefusedError: if there is no such seat, or no start yet.
        """
        if (entry := self.boards.get(player)) is None:
            self.live.race.playing(player, now)
            await self._open_boards()
            # Another process may have changed the race in the meantime.
            self.live.race.playing(player, now)
            entry = self.boards[player]
        return entry

    def answer(self, connection: Connection, entry: EntryBoard) -> None:
        """Send a socket the board of its player; to all of that player's if it is news here."""
        if self._learn(connection.player, entry.run):
            self.broadcast.send_boards(connection.player)
        else:
            self.broadcast.send_board(connection)

    def announce(self, entry: EntryBoard, player: int) -> None:
        """Show what was stored here: to its player at once, to everyone else soon."""
        self.broadcast.relay_soon(player)
        self._learn(player, entry.run)
        self.broadcast.send_boards(player)
        self.dead_end_alarm.moved(entry)

    def _learn(self, player: int, run: Run) -> bool:
        """Note and show how far a run has come; return whether that is news."""
        is_news = self.live.learn(player, run)
        if is_news:
            if run.is_done:
                self._set_timer()
                self._note_idle_soon()
            self.broadcast.progress(player, is_end=run.is_done)
        return is_news

    async def hear(self, note: Note) -> None:
        """Apply what another process stored."""
        match note:
            case ChangeNote():
                await self.refresh()
                self.broadcast.send_races()
                await self.broadcast.show_end()
            case WatchersNote(process, watchers):
                if self.live.audience.hear(process, watchers, self.clock()):
                    self.broadcast.soon()
            case ReactionNote(player, reaction):
                # Two tabs at two processes don't react twice as often.
                if not self.pauses.take(player, self.clock()):
                    self.broadcast.send_reaction(player, reaction)
            case RunNote(player, run):
                await self._hear_run(player, run)

    async def _hear_run(self, player: int, run: Run) -> None:
        if entry := self.boards.get(player):
            entry.expect(run.actions)
            if any(connection.player == player for connection in self.broadcast.connections):
                await self._follow(player)
            else:
                self._learn(player, run)

    async def reconcile(self, version: int | None, lasts: Lasts, grace: int, reread: bool) -> None:
        """Apply what no note has said: another version of the race, other processes' actions.

        A process that dies loses its notes, and so does a channel layer that is away. For an action
        younger than `grace` milliseconds one may still come. `reread`: read the race at the same
        version, too.
        """
        if reread or version not in (None, self.live.stored.version):
            await self.refresh()
            self.broadcast.send_races()
        await self.broadcast.show_end()
        for seat in self.live.race.seats:
            entry = self.boards.get(seat.player)
            last = lasts.get(self.live.stored.entries[seat.player])
            elapsed = self.live.elapsed(self.clock())
            if entry is None or last is None or last.ms > elapsed - grace:
                continue
            if last.number > max(entry.number, seat.run.actions):
                entry.expect(last.number)
                await self._follow(seat.player)

    async def _follow(self, player: int) -> None:
        """Bring a board up to what is stored, and send what is new."""
        entry = self.boards[player]
        async with entry.turn:
            before = entry.number
            await entry.follow()
            self._learn(player, entry.run)
            if entry.number != before:
                self.broadcast.send_boards(player)
                self.dead_end_alarm.moved(entry)
                self.broadcast.progress(player)

    async def publish(self) -> None:
        """Read a race that was changed here, then send it to everyone."""
        await self.refresh()
        self.broadcast.send_races()
        self.broadcast.relay_change()
        await self.broadcast.show_end()

    async def refresh(self) -> None:
        """Read the race again."""
        await self._reload()
        self._set_timer()

    async def _reload(self) -> None:
        loaded = await storage.load(self.live.code)
        if loaded is None:
            self.broadcast.send_away()
        elif self.live.adopt(loaded.race, loaded.stored) and self.boards:
            await self._open_boards()

    async def _open_boards(self) -> None:
        """Build the boards once the cards are dealt, and never before; none without actions."""
        live, played = self.live, True
        if not live.stored.has_actions:
            return
        while not live.stored.dealt:
            starts_at = live.race.starts_at
            if starts_at is None or self.clock() < starts_at:
                return
            state = await self._starts.deal(live.code)
            if state and state.version != live.stored.version:
                # Another process changed the race a moment ago.
                await self._reload()
            elif state and state.dealt:
                # If no one has played yet, there are no actions to read.
                live.stored, played = live.stored.after_dealing(), state.played
            else:
                return
        await self.boards.open(live.race, live.stored, played)
        for player in self.boards:
            if self.boards[player].is_stored:
                self._learn(player, self.boards[player].run)

    def _set_timer(self) -> None:
        """Wake up for what is due next in this race."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now = self.clock()
        due = None if self._is_closed else next_due(self.live.race, now, dealt=bool(self.boards))
        if due is None:
            return
        at, what = due
        if at - now > LOOK_AGAIN * 1000:
            # A planned start is days ahead, and the machine's clock may be set, or it may sleep.
            self._timer = asyncio.get_running_loop().call_later(LOOK_AGAIN, self._set_timer)
        else:
            self._wake_in(max(0, at - now) / 1000, what)

    def _wake_in(self, delay: float, due: Due) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(delay, self.tasks.spawn, *self._when[due])

    async def _count_down(self) -> None:
        """Show that a quick race no longer waits for players."""
        self.broadcast.send_races()
        self._set_timer()

    async def _deal_out(self) -> None:
        """Show everyone the deal, at the start and never before."""
        self._wake_in(TRY_AGAIN, Due.START)
        await self._open_boards()
        began = time.perf_counter()
        for player in tuple(self.boards):
            async with self.boards[player].turn:
                await self.boards[player].follow()
                self.broadcast.send_boards(player)
        if self.boards and (starts_at := self.live.race.starts_at) is not None:
            START_SPREAD_SECONDS.observe(time.perf_counter() - began)
            START_DELAY_SECONDS.observe(max(0, self.clock() - starts_at) / 1000)
        self.broadcast.send_races()
        await self.broadcast.show_all()
        self._set_timer()

    def _note_idle_soon(self) -> None:
        """Store that no one at a table of a round plays, if so: the round may end with it."""
        race = self.live.race
        if race.kind.ends_with_round and race.closed_at is None and race.is_idle:
            self.tasks.spawn("telling that no one plays", self._note_idle)

    async def _note_idle(self) -> None:
        while not self._is_closed:
            try:
                await storage.note_idle(self.live.code, self.clock)
            except UnavailableError:
                await asyncio.sleep(TRY_AGAIN)
            else:
                return

    async def settle_race(self) -> None:
        """Settle the race, if it is done and no other process has."""
        self._wake_in(TRY_AGAIN, Due.SETTLING)
        if self.live.race.is_done(self.clock()):
            await storage.close(self.live.code, self.clock)
            await self.publish()
        self._set_timer()
