"""What those who watch see of the boards: at once, late, or at the end."""

from __future__ import annotations

from collections.abc import Iterable

from games.live.boards import Boards
from games.live.connections import Connection
from games.live.late_boards import LateBoards
from games.live.protocol import encode
from games.live.stage import Stage
from games.racing import boards_lag, is_revealed


class Gallery:
    """Shows the boards of one race, in this process, to the sockets that may see them."""

    def __init__(self, stage: Stage, boards: Boards) -> None:
        self._stage = stage
        self._boards = boards
        self._late = LateBoards(stage, boards)
        self._is_final = is_revealed(stage.race)

    async def show(self, players: Iterable[int], to: Iterable[Connection]) -> None:
        """Send the boards of some players to those who may watch them as they are.

        Without what is a secret to a run that goes on.
        """
        race = self._stage.race
        viewers = [connection for connection in to if boards_lag(race, connection.player) == 0]
        if not viewers or not self._boards:
            return
        unseen = self._boards.unseen(race)
        for player in tuple(players):
            frame = encode(await self._boards.shown(player, self._stage.elapsed(), unseen))
            for connection in viewers:
                if connection.player != player:
                    connection.send_text(frame)

    async def show_all(self, to: Iterable[Connection]) -> None:
        """Send sockets all boards that they may see, as they are or late."""
        await self.show(self._boards, to)
        race = self._stage.race
        if late := [connection for connection in to if boards_lag(race, connection.player)]:
            self._late.begin(late)

    async def show_end(self) -> None:
        """Send everybody all boards, once, when the race is settled, whichever process did it."""
        if is_revealed(self._stage.race) and not self._is_final:
            await self.show_all(self._stage.connections)
            self._is_final = True

    def stop(self) -> None:
        """Cancel what is still to be sent."""
        self._late.stop()
