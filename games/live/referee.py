"""The way of an action: checked, done on the board in memory, stored, then answered."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol, TypeAlias

from games.engine import EngineError, IllegalMoveError
from games.live.boards import Boards
from games.live.connections import Connection
from games.live.entries import EntryBoard, ResyncError
from games.live.journal import Journal, JournalLine, NotStoredError, TakenError
from games.live.protocol import Act, Slow
from games.racing import Clock, RefusedError

Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]
"""Something that is run beside everything else."""


class Table(Protocol):
    """What the referee needs of the race and its sockets."""

    async def own_board(self, player: int, now: int) -> EntryBoard:
        """The board of a seated player in a race that has started, or `RefusedError`."""

    def playing_since(self, player: int, now: int) -> int:
        """Milliseconds from the start to `now`, or `RefusedError` if a player may not act."""

    def announce(self, entry: EntryBoard, player: int) -> None:
        """Publish what is stored."""

    def answer(self, connection: Connection, entry: EntryBoard) -> None:
        """Send a socket the board of its player."""

    def resync(self, connection: Connection) -> None:
        """Send a socket everything again, soon."""

    def spawn(self, work: Work) -> None:
        """Run something beside everything else, and log how it fails."""


@contextmanager
def letting_go(entry: EntryBoard) -> Iterator[None]:
    """Let a board's turn go if the block fails, and only then."""
    try:
        yield
    except BaseException:
        entry.turn.release()
        raise


class Referee:
    """Takes the actions of a race's players, in one process.

    An action has its board's turn until it is answered. Only what has to be waited for before
    costs a wait: the journal calls back, and a move that finds its board free runs at once.
    """

    def __init__(self, table: Table, boards: Boards, journal: Journal, clock: Clock) -> None:
        self._table = table
        self._clock = clock
        self._boards = boards
        self._journal = journal

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
        if lines := self._do(connection, entry, message, self._clock()):
            self._store(connection, entry, message, lines)
        return True

    async def act(self, connection: Connection, message: Act) -> None:
        """Take an action: it is answered with the board once it is durable, or with a refusal."""
        now = self._clock()
        try:
            entry = await self._table.own_board(connection.player, now)
        except RefusedError as error:
            self._refuse(connection, error, message.n)
            return
        await entry.turn.take()
        with letting_go(entry):
            if entry.is_behind(message.n):
                await entry.catch_up()
        if lines := self._do(connection, entry, message, now):
            if self._journal.is_full:
                connection.send(Slow())
                with letting_go(entry):
                    await self._journal.room()
            self._store(connection, entry, message, lines)

    async def end(self, connection: Connection, how: str) -> None:
        """End (`end`) or give up (`forfeit`) the run of a player; returns when it is answered."""
        now = self._clock()
        player = connection.player
        entry = await self._table.own_board(player, now)
        await self._journal.room()
        await entry.turn.take()
        with letting_go(entry):
            await entry.catch_up()
            if connection.is_revoked:
                entry.turn.release()
                return
            lines = entry.do(how, self._table.playing_since(player, now))
        self._store(connection, entry, None, lines)
        await self.settled(player)

    async def settled(self, player: int) -> None:
        """Wait until what a player has sent is stored and announced."""
        if entry := self._boards.get(player):
            async with entry.turn:
                pass

    def _do(
        self, connection: Connection, entry: EntryBoard, message: Act, now: int
    ) -> list[JournalLine]:
        """Do an action whose turn has come; what is to be stored.

        If that is nothing, it is answered, or its player is gone, and the turn has ended.
        """
        with letting_go(entry):
            lines = self._done(connection, entry, message, now)
        if not lines:
            entry.turn.release()
        return lines

    def _done(
        self, connection: Connection, entry: EntryBoard, message: Act, now: int
    ) -> list[JournalLine]:
        if connection.is_revoked:
            return []
        try:
            if entry.is_new(message.n, message.a):
                return entry.do(message.a, self._table.playing_since(connection.player, now))
            self._table.answer(connection, entry)
        except (ResyncError, RefusedError, EngineError) as error:
            self._refuse(connection, error, message.n)
        return []

    def _store(
        self,
        connection: Connection,
        entry: EntryBoard,
        message: Act | None,
        lines: list[JournalLine],
    ) -> None:
        self._journal.append(lines, partial(self._stored, connection, entry, message))

    def _stored(
        self,
        connection: Connection,
        entry: EntryBoard,
        message: Act | None,
        error: TakenError | NotStoredError | None,
    ) -> None:
        """Announce what the journal has stored, or say that it has not."""
        if isinstance(error, TakenError) and message is not None:
            # Perhaps this very action, which was sent to another process before. The turn goes on.
            self._table.spawn(partial(self._look_again, connection, entry, message))
            return
        try:
            entry.settle(error)
            self._table.announce(entry, self._boards.player_of(entry, connection.player))
        except ResyncError as unsettled:
            self._refuse(connection, unsettled, message.n if message else None)
        finally:
            entry.turn.release()

    async def _look_again(self, connection: Connection, entry: EntryBoard, message: Act) -> None:
        """Take an action as if it had come now, after what other processes have stored."""
        try:
            await entry.catch_up()
        except Exception as error:
            self._stored(connection, entry, message, NotStoredError(str(error)))
            return
        if lines := self._do(connection, entry, message, self._clock()):
            self._store(connection, entry, message, lines)

    def _refuse(
        self,
        connection: Connection,
        error: ResyncError | RefusedError | EngineError,
        n: int | None,
    ) -> None:
        match error:
            case ResyncError():
                connection.refuse(error.code, error.sentence, n)
                self._table.resync(connection)
            case RefusedError():
                connection.refuse(error.code, error.sentence, n)
            case IllegalMoveError():
                connection.refuse(error.reason, error.sentence, n)
            case _:
                connection.refuse("bad-action", f"{error}.", n)
