"""What a player can ask of a race: a function for each message that isn't answered at once."""

from __future__ import annotations

from games.engine import Sentence
from games.live import storage
from games.live.actions import act, end
from games.live.connections import Connection
from games.live.entries import EntryBoard
from games.live.limits import TooFastError
from games.live.protocol import (
    Act,
    Alarm,
    Begun,
    End,
    Hint,
    Leave,
    Message,
    React,
    Ready,
    Rematch,
    Restart,
    Start,
    Sync,
)
from games.live.room import Room
from games.racing import Change, Kind, RaceState, Reaction, RefusedError, reacting


async def carry_out(room: Room, connection: Connection, message: Message, address: str) -> None:
    """Do what a person asks for; `address` limits how many rematches they can open.

    :raises RefusedError: if that isn't possible now. An action is refused by its number instead.
    """
    player = connection.player
    match message:
        case Act():
            await act(room, connection, message)
        case Ready(ready=ready):
            await change(room, lambda race, now: race.set_ready(player, ready, now))
        case Start():
            await change(room, lambda race, now: race.start(player, now))
        case End():
            await end(room, connection, "end")
        case Leave():
            await leave(room, connection)
        case Rematch():
            await rematch(room, player, address)
        case React(r=reaction):
            react(room, player, reaction)
        case Restart():
            await restart(room, connection)
        case Alarm(on=on):
            await set_dead_end_alarm(room, connection, on)
        case Hint():
            await hint(room, connection)
        case Sync():
            await room.welcome(connection)


async def change(room: Room, transition: Change) -> None:
    """Carry out a transition on the stored race, then tell everyone."""
    await storage.transition(room.live.code, transition, room.clock)
    await room.publish()


async def leave(room: Room, connection: Connection) -> None:
    """Give up a seat before the start; forfeit after it."""
    if room.live.race.state(room.clock()) is RaceState.RUNNING:
        await end(room, connection, "forfeit")
    else:
        await change(room, lambda race, now: race.leave(connection.player, now))


async def rematch(room: Room, player: int, address: str) -> None:
    """Open the one rematch of this race; everyone who asks gets the same."""
    await storage.rematch(room.live.code, player, address, room.clock)
    await room.publish()


def react(room: Room, player: int, reaction: Reaction) -> None:
    """Show everyone what a player says.

    :raises RefusedError: if the player may not react now, or reacted less than two seconds ago.
    """
    now = room.clock()
    reacting(room.live.race, player, now)
    if left := room.pauses.take(player, now):
        raise TooFastError(left, Sentence("You can react once every two seconds."))
    room.broadcast.send_reaction(player, reaction)
    room.broadcast.relay_reaction(player, reaction)


async def restart(room: Room, connection: Connection) -> None:
    """End a practice and begin another on its deal.

    :raises RefusedError: if this is not a practice of the player.
    """
    player, race = connection.player, room.live.race
    if race.kind is not Kind.SOLO or race.seat_of(player) is None:
        raise RefusedError("no-practice", "You can only restart your own practice.")
    if race.state(room.clock()) is RaceState.RUNNING:
        await end(room, connection, "end")
    if room.live.race.closed_at is None:
        await room.settle_race()
    code = await storage.practise_again(room.live.code, player, room.clock)
    connection.send(Begun(code))


async def set_dead_end_alarm(room: Room, connection: Connection, on: bool) -> None:
    """Switch the dead-end alarm of a socket on or off.

    :raises RefusedError: if it is switched on without help in the race, or a player's run.
    """
    if on:
        room.dead_end_alarm.listen(connection, await _assisted(room, connection.player))
    else:
        room.dead_end_alarm.forget(connection)


async def hint(room: Room, connection: Connection) -> None:
    """Tell a player a winning move.

    :raises RefusedError: if there is no help in this race, or the player does not play.
    """
    room.dead_end_alarm.hint(connection, await _assisted(room, connection.player))


async def _assisted(room: Room, player: int) -> EntryBoard:
    """Return the board of a player, marked as assisted in the database before any help leaves."""
    race = room.live.race
    if not race.helped:
        raise RefusedError("no-help", "This race doesn't allow help.")
    seat = race.playing(player, room.clock())
    entry = await room.own_board(player, room.clock())
    await storage.assist(entry.entry, room.clock())
    if not seat.assisted:
        await room.publish()
    return entry
