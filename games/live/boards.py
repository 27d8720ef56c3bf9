"""The boards of one race, in memory: its own for each player, masked ones for those who watch."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator

from games.engine import Deal, Rules, view
from games.engine.view import hidden, watched
from games.live.entries import EntryBoard
from games.live.protocol import Board
from games.live.snapshots import Stored
from games.racing import Race


class Boards:
    """The entries of a race by their players; none until they are opened."""

    def __init__(self) -> None:
        self._entries: dict[int, EntryBoard] = {}
        self._opening = asyncio.Lock()

    async def open(self, race: Race, stored: Stored) -> None:
        """Build the board of every seat from the journal, unless it is there.

        After a guest has logged in, a seat is another player's, and all are built anew.
        """
        async with self._opening:
            players = [seat.player for seat in race.seats]
            if self._entries.keys() == set(players):
                return
            rules, deal = Rules.parse(race.rules), Deal.parse(stored.deal)
            entries = {
                seat.player: EntryBoard(stored.entries[seat.player], seat.number, rules, deal)
                for seat in race.seats
            }
            for entry in entries.values():
                await entry.catch_up()
            self._entries = entries

    def __bool__(self) -> bool:
        return bool(self._entries)

    def __iter__(self) -> Iterator[int]:
        return iter(self._entries)

    def __getitem__(self, player: int) -> EntryBoard:
        return self._entries[player]

    def get(self, player: int) -> EntryBoard | None:
        """The entry of a player; None for somebody without a seat."""
        return self._entries.get(player)

    def own(self, player: int, ms: int) -> Board:
        """A board as its player sees it."""
        entry = self._entries[player]
        return Board(entry.seat, entry.number, ms, view(entry.board))

    def unseen(self, playing: Iterable[int]) -> frozenset[int]:
        """The cards that are hidden on any of these players' boards."""
        boards = (self._entries[player].board for player in playing if player in self._entries)
        return frozenset[int]().union(*map(hidden, boards))

    async def shown(self, player: int, ms: int, unseen: frozenset[int]) -> Board:
        """A board as others see it, once what it shows is stored."""
        entry = self._entries[player]
        async with entry.lock:
            return Board(entry.seat, entry.number, ms, watched(entry.board, unseen))
