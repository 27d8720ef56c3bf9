"""What watchers see of the boards: live, late, or at the end."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from games.live.boards import Boards
from games.live.connections import Connection
from games.live.late_boards import LateBoards, lag_of
from games.live.live_race import LiveRace
from games.live.protocol import encode
from games.live.race_tasks import RaceTasks
from games.live.stands import Stands
from games.racing import Clock, is_revealed


class Gallery:
    """Shows the boards of one race to the sockets in this process that may see them."""

    def __init__(
        self,
        live: LiveRace,
        boards: Boards,
        connections: Collection[Connection],
        stands: Stands,
        tasks: RaceTasks,
        clock: Clock,
    ) -> None:
        self._live = live
        self._boards = boards
        self._connections = connections
        self._clock = clock
        self._stands = stands
        self._late = LateBoards(live, boards, connections, stands, tasks, clock)
        self._is_final = is_revealed(live.race)

    async def show(self, players: Iterable[int], to: Iterable[Connection]) -> None:
        """Send some players' boards to those who may watch live.

        Cards still hidden from anyone who is playing are masked.
        """
        race = self._live.race
        viewers = [connection for connection in to if lag_of(connection, race) == 0]
        if not viewers or not self._boards:
            return
        unseen = self._boards.unseen(race)
        seated = {seat.player for seat in race.seats}
        for player in tuple(players):
            ms = self._live.elapsed(self._clock())
            shown = await self._boards.shown(player, ms, unseen)
            frame = encode(shown)
            for connection in viewers:
                if connection.player not in seated:
                    self._stands.send(connection, shown.seat, frame)
                elif connection.player != player:
                    connection.send_text(frame)

    async def show_all(self, to: Iterable[Connection]) -> None:
        """Send sockets all boards they may see, live or late."""
        await self.show(self._boards, to)
        race = self._live.race
        if late := [connection for connection in to if lag_of(connection, race)]:
            self._late.begin(late)

    async def show_end(self) -> None:
        """Send everyone all boards, once, when any process has closed the race."""
        if is_revealed(self._live.race) and not self._is_final:
            await self._late.show_rest()
            await self.show_all(self._connections)
            self._is_final = True

    def stop(self) -> None:
        """Send nothing more."""
        self._late.stop()
