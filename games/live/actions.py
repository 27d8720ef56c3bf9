"""The path of an action: from a parsed frame to its acknowledgement.

`live_socket.py` refuses frames that come too often, are too long or are no message. An action then
climbs a ladder of refusals, the cheapest first:

1. its player's rights have ended: silence, the socket is closing. `live_socket.py` checks this
   before `act_now` and `act`, and `Submission.apply` again once the board's turn has come;
2. its player has no seat, or the race has not started (`Room.own_board`);
3. its number: if the same text is stored under it, it is answered again; otherwise `stale` or
   `gap`, and the board is sent again;
4. its text ends a run: `bad-action`, there are messages for that (`EntryBoard.is_new`);
5. the race or the run is over (`LiveRace.playing_since`);
6. the run is full, or a bot is too fast (`EntryBoard.do`);
7. the rules forbid it: the engine says why.

An action that gets to the top is applied in memory, stored by the journal, and acknowledged with
the board once the transaction is committed. It holds its board's turn until then, so that two tabs
of one player never act at once, and no one sees a move before it is stored.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from typing import Literal, NamedTuple, Self

from games import tracing
from games.engine import EngineError, IllegalMoveError
from games.live.connections import Connection
from games.live.entries import EntryBoard, ResyncError
from games.live.journal import JournalLine, NotStoredError, TakenError
from games.live.limits import TooFastError
from games.live.protocol import Act, Slow
from games.live.room import Room
from games.logged import Id, ids
from games.metrics import ACTION_SECONDS, ACTIONS, ACTIONS_REPEATED, ACTIONS_STORED
from games.racing import RefusedError


def act_now(room: Room, connection: Connection, message: Act) -> bool:
    """Process an action without waiting, as most can be; return False if it has to wait.

    It costs no task and no coroutine: the journal calls back.
    """
    entry = room.boards.get(connection.player)
    if (
        entry is None
        or not entry.turn.is_free
        or entry.is_behind(message.n)
        or room.journal.is_full
    ):
        return False
    since = time.perf_counter()
    entry.turn.take_now()
    with Submission(room, connection, entry, message.a, message.n, since) as submission:
        submission.store(submission.climb(room.clock()))
    return True


async def act(room: Room, connection: Connection, message: Act) -> None:
    """Process an action: check it, apply it in memory, have it stored, answer it or refuse it."""
    now, since = room.clock(), time.perf_counter()
    try:
        entry = await room.own_board(connection.player, now)
    except RefusedError as error:
        ACTIONS.labels("refused").inc()
        connection.refuse(error.code, error.sentence, message.n)
        return
    await entry.turn.take()
    with Submission(room, connection, entry, message.a, message.n, since) as submission:
        if entry.is_behind(message.n):
            await entry.catch_up()
        lines = submission.climb(now)
        if lines and room.journal.is_full:
            connection.send(Slow())
            await room.journal.wait_for_space()
        submission.store(lines)


async def end(room: Room, connection: Connection, how: Literal["end", "forfeit"]) -> None:
    """End or forfeit the run of a player; return once it is answered.

    :raises RefusedError: if the player does not play.
    """
    now, since = room.clock(), time.perf_counter()
    entry = await room.own_board(connection.player, now)
    await room.journal.wait_for_space()
    await entry.turn.take()
    with Submission(room, connection, entry, how, None, since) as submission:
        await entry.catch_up()
        submission.store(submission.apply(now))
    await settled(room, connection.player)


async def settled(room: Room, player: int) -> None:
    """Wait until everything a player has sent is stored and announced."""
    if entry := room.boards.get(player):
        async with entry.turn:
            pass


class Submission(NamedTuple):
    """An action, or the end of a run, while it holds its board's turn.

    `store` or `stored` ends that, and so does an error in a `with` block. A named tuple, since
    every move makes one: a frozen dataclass takes longer to build.
    """

    room: Room
    connection: Connection
    entry: EntryBoard
    text: str
    n: int | None
    """The number its player gave it; None for the end of a run."""
    since: float
    """When it was taken up, in seconds of `time.perf_counter`."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Release the board's turn if the block fails, and only then."""
        if kind is not None:
            self.entry.turn.release()

    def climb(self, now: int) -> list[JournalLine]:
        """Apply it in memory and return the lines to store; none if it is refused or stored."""
        try:
            return self.apply(now)
        except (ResyncError, RefusedError, EngineError) as error:
            self.refuse(error)
            return []

    def apply(self, now: int) -> list[JournalLine]:
        """Do the same, but raise a refusal.

        :raises ResyncError: if its number does not follow the last one.
        :raises RefusedError: if the race does not allow it; `EngineError` if the rules do not.
        """
        room, connection, entry, text, n, _ = self
        if connection.is_revoked:
            return []
        if n is not None and not entry.is_new(n, text):
            ACTIONS_REPEATED.inc()
            room.answer(connection, entry)
            return []
        return entry.do(text, room.live.playing_since(connection.player, now))

    def store(self, lines: list[JournalLine]) -> None:
        """Have the journal store the lines and call `stored`; without lines, release the turn."""
        if not lines:
            self.entry.turn.release()
        elif tracing.is_on():
            told = partial(self._trace, time.perf_counter(), ids())
            self.room.journal.append(lines, told)
        else:
            self.room.journal.append(lines, self.stored)

    def stored(self, error: TakenError | NotStoredError | None) -> None:
        """Acknowledge the submission, or say that it is not stored; release the turn."""
        room, connection, entry, _, n, since = self
        if isinstance(error, TakenError) and n is not None:
            # Perhaps this very action, sent to another process before. It keeps its turn.
            room.tasks.spawn("retrying an action", self._retry_after_conflict)
            return
        try:
            entry.settle(error)
            room.announce(entry, room.boards.player_of(entry, connection.player))
            ACTIONS_STORED.inc()
            ACTION_SECONDS.observe(time.perf_counter() - since)
        except ResyncError as unsettled:
            self.refuse(unsettled)
        finally:
            entry.turn.release()

    def _trace(
        self, queued: float, known: Mapping[str, Id], error: TakenError | NotStoredError | None
    ) -> None:
        """Do the same, and record the path of the action, which has its ids from its socket."""
        written = time.perf_counter()
        self.stored(error)
        parts = (
            tracing.Part("receive", self.since, queued),
            tracing.Part("journal", queued, written),
            tracing.Part("acknowledge", written, time.perf_counter()),
        )
        about = {**known, "entry": self.entry.entry}
        tracing.record("move", self.since, parts, failed=error is not None, **about)

    def refuse(self, error: ResyncError | RefusedError | EngineError) -> None:
        """Tell the client why it is refused; send the board again if the client needs it."""
        ACTIONS.labels(_result_of(error)).inc()
        match error:
            case ResyncError():
                self.connection.refuse(error.code, error.sentence, self.n)
                self.room.resync(self.connection)
            case TooFastError():
                connection, late = self.connection, error.retry_after
                connection.refuse(error.code, error.sentence, self.n, late)
            case RefusedError():
                self.connection.refuse(error.code, error.sentence, self.n)
            case IllegalMoveError():
                self.connection.refuse(error.reason, error.sentence, self.n)
            case _:
                self.connection.refuse("bad-action", f"{error}.", self.n)

    async def _retry_after_conflict(self) -> None:
        """Process it as if it had come now, after what other processes have stored."""
        try:
            await self.entry.catch_up()
        except Exception as error:
            self.stored(NotStoredError(str(error)))
            return
        with self:
            self.store(self.climb(self.room.clock()))


def _result_of(error: ResyncError | RefusedError | EngineError) -> str:
    """Return what becomes of an action that fails, as the metrics call it."""
    match error:
        case ResyncError():
            return error.code
        case TooFastError():
            return "too-fast"
        case IllegalMoveError():
            return "illegal"
        case _:
            return "refused"
