"""A race in one process: load, transition, save, publish, in that order.

A room holds nothing that the database and the clock do not tell: it may be dropped at any moment
and opened again elsewhere.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from games.engine import EngineError, IllegalMoveError
from games.live import storage
from games.live.advisor import Advisor
from games.live.audience import Audience
from games.live.boards import Boards
from games.live.connections import Connection
from games.live.counsel import Counsel
from games.live.entries import EntryBoard, ResyncError
from games.live.journal import Journal, Line, NotStoredError, TakenError
from games.live.protocol import Act, Begun, Slow, encode
from games.live.relay import Note, Relay
from games.live.snapshots import snapshot
from games.live.starts import Starts
from games.racing import Kind, Race, RaceState, RefusedError, Run, RunState

logger = logging.getLogger(__name__)

TRY_AGAIN: Final = 2.0
"""Seconds after which a start or a settling that failed is tried again."""

FLUSH_EVERY: Final = 0.5
"""Seconds between two notes on the progress of a race, at the least."""

Clock = Callable[[], int]
"""Milliseconds since the epoch."""


class Room:
    """The sockets of one race in this process, and the boards of its entries."""

    def __init__(
        self,
        loaded: storage.LoadedRace,
        journal: Journal,
        relay: Relay,
        starts: Starts,
        advisor: Advisor,
        clock: Clock,
    ) -> None:
        self._race = loaded.race
        self._runs: dict[int, Run] = {}
        """Newer than those of `_race`, until somebody looks; none of them has ended."""
        self.stored = loaded.stored
        self.connections: set[Connection] = set()
        self.away: AbstractSet[int] = frozenset()
        self._boards = Boards()
        self._audience = Audience()
        self._told_watchers = 0
        self._journal = journal
        self._relay = relay
        self._starts = starts
        self._advisor = advisor
        self._counsel = Counsel(advisor, self._spawn)
        self._clock = clock
        self._moved: set[int] = set()
        self._to_tell: set[int] = set()
        self._flush: asyncio.TimerHandle | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._set_alarm()

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
        self._flush_soon(FLUSH_EVERY)
        if self.race.helped:
            self._advisor.warm()
        if self.race.seat_of(connection.player) is not None and (fresh or not known):
            # The seat was taken by a page, perhaps just now: the others have not heard of it.
            self._tell_all()

    async def welcome(self, connection: Connection) -> None:
        """Send a socket everything again."""
        self._send_race([connection])
        await self._open_boards()
        own = self._boards.get(connection.player)
        if own is not None:
            async with own.turn:
                await own.catch_up()
                self._note_run(own.run, connection.player)
                connection.send(self._boards.own(connection.player, self._elapsed()))
        await self._show_boards(self._boards, [connection])

    def exit(self, connection: Connection) -> None:
        """Forget a socket; its seat is kept."""
        self.connections.discard(connection)
        self._counsel.forget(connection)
        self._flush_soon(FLUSH_EVERY)

    def shut(self) -> None:
        """Stop all timers; the room is not used any more."""
        for timer in (self._flush, self._alarm):
            if timer is not None:
                timer.cancel()

    def present_entries(self) -> list[int]:
        """The entries of the seated players who have a socket here."""
        return [self.stored.entries[player] for player in self._present()]

    def _present(self) -> set[int]:
        seated = {seat.player for seat in self.race.seats}
        return seated & {connection.player for connection in self.connections}

    def act_now(self, connection: Connection, message: Act) -> bool:
        """Take an action as `act` does, unless something has to be waited for before."""
        entry = self._boards.get(connection.player)
        if (
            entry is None
            or not entry.turn.is_free
            or entry.is_behind(message.n)
            or self._journal.is_full
        ):
            return False
        entry.turn.take_now()
        self._act(connection, entry, message, self._clock())
        return True

    async def act(self, connection: Connection, message: Act) -> None:
        """Take an action: it is answered with the board once it is durable, or with a refusal."""
        now = self._clock()
        try:
            entry = await self._own_board(connection.player, now)
        except RefusedError as error:
            self._refuse(connection, error, message.n)
            return
        if self._journal.is_full:
            connection.send(Slow())
            await self._journal.room()
        await entry.turn.take()
        try:
            if entry.is_behind(message.n):
                await entry.catch_up()
        except BaseException:
            entry.turn.release()
            raise
        self._act(connection, entry, message, now)

    def _act(self, connection: Connection, entry: EntryBoard, message: Act, now: int) -> None:
        """Take an action whose turn has come; the turn ends when it is answered."""
        player, n = connection.player, message.n
        lines: list[Line] = []
        try:
            if n > entry.number:
                self._race.playing(player, now)
            lines = entry.act(n, message.a, now - (self._race.starts_at or now))
            if lines:
                self._journal.append(lines, partial(self._acted, connection, entry, n))
            else:
                connection.send(self._boards.own(player, self._elapsed()))
        except (ResyncError, RefusedError, EngineError) as error:
            self._refuse(connection, error, n)
        finally:
            if not lines:
                entry.turn.release()

    def _acted(
        self,
        connection: Connection,
        entry: EntryBoard,
        n: int | None,
        error: TakenError | NotStoredError | None,
    ) -> None:
        """Announce what the journal has stored, or say that it has not."""
        try:
            entry.settle(error)
            self._announce_action(entry, connection.player)
        except ResyncError as unsettled:
            self._refuse(connection, unsettled, n)
        finally:
            entry.turn.release()

    def _refuse(
        self,
        connection: Connection,
        error: ResyncError | RefusedError | EngineError,
        n: int | None,
    ) -> None:
        match error:
            case ResyncError():
                connection.refuse(error.code, error.sentence, n)
                self._spawn(partial(self.welcome, connection))
            case RefusedError():
                connection.refuse(error.code, error.sentence, n)
            case IllegalMoveError():
                connection.refuse(error.reason, error.sentence, n)
            case _:
                connection.refuse("bad-action", f"{error}.", n)

    async def settled(self, player: int) -> None:
        """Wait until what a player has sent is stored and announced."""
        if entry := self._boards.get(player):
            async with entry.turn:
                pass

    async def end(self, connection: Connection, how: str) -> None:
        """End (`end`) or give up (`forfeit`) the run of a player; returns when that is stored."""
        now = self._clock()
        player = connection.player
        entry = await self._own_board(player, now)
        await self._journal.room()
        await entry.turn.take()
        try:
            await entry.catch_up()
            self.race.playing(player, now)
            lines = entry.do(how, now - (self.race.starts_at or now))
        except BaseException:
            entry.turn.release()
            raise
        self._journal.append(lines, partial(self._acted, connection, entry, None))
        await self.settled(player)

    async def leave(self, connection: Connection) -> None:
        """Give up a seat before the start; forfeit after it."""
        if self.race.state(self._clock()) is RaceState.RUNNING:
            await self.end(connection, "forfeit")
        else:
            player = connection.player
            await self.change(lambda race, now: race.leave(player, now))

    async def change(self, transition: Callable[[Race, int], Race]) -> None:
        """Carry out a transition on the stored race, then tell everybody."""
        await storage.transition(self.race.code, transition, self._clock())
        await self._reload_and_tell()

    async def rematch(self, player: int) -> None:
        """Open the one race that follows this one; whoever asks again gets the same."""
        await storage.rematch(self.race.code, player, self._clock())
        await self._reload_and_tell()

    async def restart(self, connection: Connection) -> None:
        """End a practice and begin another on its deal.

        :raises RefusedError: if it is no practice of this player.
        """
        player = connection.player
        if self.race.kind is not Kind.SOLO or self.race.seat_of(player) is None:
            raise RefusedError("no-practice", "Only a practice of yours can be begun again.")
        if self.race.state(self._clock()) is RaceState.RUNNING:
            await self.end(connection, "end")
        if self.race.closed_at is None:
            await self._close()
        code = await storage.practise_again(self.race.code, player, self._clock())
        connection.send(Begun(code))

    async def set_counsel(self, connection: Connection, on: bool) -> None:
        """Switch the dead-end alarm of a socket on or off.

        :raises RefusedError: if there is no help in this race, or the player does not play.
        """
        if on:
            self._counsel.listen(connection, await self._assisted(connection.player))
        else:
            self._counsel.forget(connection)

    async def hint(self, connection: Connection) -> None:
        """Tell a player a move that wins.

        :raises RefusedError: if there is no help in this race, or the player does not play.
        """
        self._counsel.hint(connection, await self._assisted(connection.player))

    async def _assisted(self, player: int) -> EntryBoard:
        """The board of a player who is marked as assisted, in the database, before any help."""
        if not self.race.helped:
            raise RefusedError("no-help", "There is no help in this race.")
        seat = self.race.playing(player, self._clock())
        entry = await self._own_board(player, self._clock())
        if not seat.assisted:
            if not await storage.assist(entry.entry):
                raise RefusedError("race-over", "The race is over.")
            await self._reload_and_tell()
        return entry

    async def hear(self, note: Note) -> None:
        """Take note of what another process has stored."""
        if "watchers" in note:
            if self._audience.hear(note["process"], note["watchers"], self._clock()):
                self._flush_soon(FLUSH_EVERY)
            return
        if "player" not in note:
            await self.refresh()
            self._send_races()
            return
        player, run = note["player"], msgspec.convert(note["run"], Run)
        entry, seat = self._boards.get(player), self.race.seat_of(player)
        if entry is None or seat is None or run.actions <= seat.run.actions:
            return
        entry.expect(run.actions)
        if any(connection.player == player for connection in self.connections):
            async with entry.turn:
                await entry.follow()
                self._send_own(player)
            self._counsel.moved(entry)
        self._note_run(run, player)
        self._moved.add(player)
        self._flush_run(run)

    async def catch_up(self) -> None:
        """Read everything again and tell it to all sockets."""
        await self.refresh()
        for connection in tuple(self.connections):
            await self.welcome(connection)

    async def refresh(self) -> None:
        """Read the race again."""
        await self._reload()
        self._set_alarm()

    async def _reload(self) -> None:
        loaded = await storage.load(self.race.code)
        if loaded is None or loaded.stored.version < self.stored.version:
            return
        runs = {} if loaded.race.closed_at else {s.player: s.run for s in self.race.seats}
        race = loaded.race
        for seat in race.seats:
            if seat.player in runs:
                race = race.with_run(seat.player, runs[seat.player])
        self.race, self.stored = race, loaded.stored
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
        race, now = self.race, self._clock()
        if race.closed_at is not None or race.starts_at is None:
            return
        if now < race.starts_at - race.countdown:
            at, what = race.starts_at - race.countdown, self._count_down
        elif now < race.starts_at or not self._boards:
            at, what = race.starts_at, self._deal_out
        elif race.is_done(now):
            at, what = now, self._close
        elif bell := race.bell():
            at, what = bell.at, self._close
        else:
            return
        self._wake_in(max(0, at - now) / 1000, what)

    def _wake_in(self, delay: float, what: Callable[[], Any]) -> None:
        self._alarm = asyncio.get_running_loop().call_later(delay, self._spawn, what)

    async def _count_down(self) -> None:
        """Show that a quick race waits for nobody any more."""
        self._send_races()
        self._set_alarm()

    async def _deal_out(self) -> None:
        """Show everybody the deal, at the start and never before."""
        self._wake_in(TRY_AGAIN, self._deal_out)
        # Another process may have stopped the countdown a moment ago.
        standing = await self._starts.standing(self.race.code)
        if standing is None or standing.version != self.stored.version:
            await self._reload()
        await self._open_boards(played=standing is None or standing.played)
        for player in self._boards:
            async with self._boards[player].turn:
                self._send_own(player)
        self._send_races()
        await self._show_boards(self._boards, self.connections)
        self._set_alarm()

    async def _close(self) -> None:
        """Settle the race, whichever process comes first."""
        self._wake_in(TRY_AGAIN, self._close)
        if self.race.is_done(self._clock()):
            await storage.close(self.race.code, self._clock())
            await self._reload_and_tell()
            await self._show_boards(self._boards, self.connections)
        self._set_alarm()

    def _spawn(self, work: Callable[[], Any]) -> None:
        task = asyncio.ensure_future(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Callable[[], Any]) -> None:
        begun = work()
        try:
            await begun
        except storage.UnavailableError as error:
            logger.error("Race %s: %s failed: %s", self.race.code, begun.__qualname__, error)
        except Exception:
            logger.exception("Race %s: %s failed", self.race.code, begun.__qualname__)

    async def _own_board(self, player: int, now: int) -> EntryBoard:
        """The board of a seated player in a race that has started.

        :raises RefusedError: if there is no such seat, or no start yet.
        """
        entry = self._boards.get(player)
        if entry is None:
            self.race.playing(player, now)
            await self._open_boards()
            entry = self._boards[player]
        return entry

    async def _open_boards(self, played: bool = True) -> None:
        """Build the boards once the race has started, and never before.

        Where nobody has played yet, there are no actions to read.
        """
        if self.race.starts_at is not None and self._clock() >= self.race.starts_at:
            await self._boards.open(self.race, self.stored, played)
            for player in self._boards:
                if self._boards[player].is_stored:
                    self._note_run(self._boards[player].run, player)

    def _note_run(self, run: Run, player: int) -> None:
        """Let the race know what a run has come to, unless it knows more or is settled."""
        seat = self._race.seat_of(player)
        if seat is None or self._race.closed_at is not None:
            return
        known = self._runs.get(player, seat.run)
        if known.state is RunState.WAITING or run.actions > known.actions:
            self._runs[player] = run
            if run.is_done:
                self.race = self.race.with_run(player, run)

    def _announce_action(self, entry: EntryBoard, player: int) -> None:
        """Publish what is stored: the board at once, the progress soon, an end at once."""
        self._note_run(entry.run, player)
        self._send_own(player)
        self._counsel.moved(entry)
        self._moved.add(player)
        self._to_tell.add(player)
        self._flush_run(entry.run)

    def _flush_run(self, run: Run) -> None:
        """Show soon what a run has come to; at once if that is its end."""
        if run.is_done:
            self._set_alarm()
            self._flush_soon(0)
        else:
            self._flush_soon(FLUSH_EVERY)

    def _flush_soon(self, delay: float) -> None:
        if self._flush is not None:
            if delay == FLUSH_EVERY:
                # What is under way comes sooner.
                return
            self._flush.cancel()
        loop = asyncio.get_running_loop()
        self._flush = loop.call_later(delay, self._spawn, self._tell_progress)

    async def _tell_progress(self) -> None:
        self._flush = None
        moved, self._moved = self._moved, set()
        told, self._to_tell = self._to_tell, set()
        self._send_races()
        await self._show_boards(moved, self.connections)
        done = {seat.player for seat in self.race.seats if seat.run.is_done} & moved
        # Who has just finished may watch from now on, and not only what moves next.
        await self._show_boards(self._boards, [c for c in self.connections if c.player in done])
        for player in told:
            if seat := self.race.seat_of(player):
                self._relay.tell(
                    self.race.code, {"player": player, "run": msgspec.to_builtins(seat.run)}
                )

    async def _reload_and_tell(self) -> None:
        await self.refresh()
        self._send_races()
        self._tell_all()

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

    def _elapsed(self) -> int:
        return self._clock() - (self._race.starts_at or 0)

    def _send_own(self, player: int) -> None:
        """Send a board to all sockets of its player."""
        frame = encode(self._boards.own(player, self._elapsed()))
        for connection in self.connections:
            if connection.player == player:
                connection.send_text(frame)

    async def _show_boards(self, players: Iterable[int], to: Iterable[Connection]) -> None:
        """Send boards to those who may watch them, without what is a secret to a running entry."""
        viewers = [connection for connection in to if self._may_watch(connection.player)]
        if not viewers or not self._boards:
            return
        over = self.race.state(self._clock()) is RaceState.OVER
        playing = [s.player for s in self.race.seats if not s.run.is_done and not over]
        unseen = self._boards.unseen(playing)
        for player in tuple(players):
            frame = encode(await self._boards.shown(player, self._elapsed(), unseen))
            for connection in viewers:
                if connection.player != player:
                    connection.send_text(frame)

    def _may_watch(self, player: int) -> bool:
        """Whether somebody may see the boards of others: not seated, or done."""
        seat = self.race.seat_of(player)
        return seat is None or seat.run.is_done
