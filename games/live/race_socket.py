"""The race socket: decode, call, encode."""

from __future__ import annotations

from typing import Any

from games.engine import Sentence
from games.live import web_process
from games.live.actions import act_now, settled
from games.live.commands import carry_out
from games.live.live_socket import LiveSocket, Receive, Send, obstacle_of
from games.live.protocol import Act, Message
from games.live.room import Room
from games.logged import also_about
from games.racing import RefusedError


async def race_socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Serve one socket at one race: an ASGI application."""
    await RaceSocket(scope, send, await obstacle_of(scope)).serve(receive)


async def no_socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Refuse a socket at an address that no race can have: an ASGI application.

    Accept it first: browsers tell a page nothing about a failed handshake, and the page would try
    again forever.
    """
    error = RefusedError("no-race", "There's no race at this address.")
    await RaceSocket(scope, send, error).serve(receive)


class RaceSocket(LiveSocket[Room]):
    """One socket at one race. When its client leaves, the player keeps the seat."""

    at = "race"

    async def _enter(self) -> Room | None:
        return await web_process.rooms.enter(self._code, self._connection)

    def _missing(self) -> Sentence:
        return Sentence("No race has the code %(code)s.", code=self._code)

    async def _answer(self, place: Room, message: Message) -> None:
        await carry_out(place, self._connection, message, self._address)

    async def _settle(self, place: Room) -> None:
        await settled(place, self._connection.player)

    def _exit(self, place: Room) -> None:
        web_process.rooms.exit(place, self._connection)

    def _acts_now(self, message: Act) -> bool:
        """Process an action at once, without the worker, if it doesn't have to wait."""
        if self._place is None or self._is_working or self._inbox:
            return False
        try:
            return act_now(self._place, self._connection, message)
        except Exception as error:
            self._fail(self._place, error)
            return True

    def _fail(self, place: Room, error: Exception) -> None:
        player = self._connection.player
        with also_about(player=player, entry=place.live.stored.entries.get(player)):
            super()._fail(place, error)
