"""The boards of one race, in memory: its own for each player, masked ones for those who watch."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator

from games.engine import Board, Deal, Rules, View, view
from games.engine.view import hidden, watched
from games.live.entries import EntryBoard
from games.live.protocol import Board as BoardFrame
from games.live.snapshots import Stored
from games.live.storage import all_actions
from games.racing import Race


class Boards:
    """The entries of a race by their players; none until they are opened."""

    def __init__(self) -> None:
        self._entries: dict[int, EntryBoard] = {}
        self._dealt: View | None = None
        """The board before the first move, which is the same for all."""
        self._opening = asyncio.Lock()

    async def open(self, race: Race, stored: Stored, played: bool) -> None:
        """Build the board of every seat from the journal, unless it is there.

        Where nobody has `played`, the journal has nothing to say.
        After a guest has logged in, a seat is another player's, and all are built anew.
        """
        async with self._opening:
            players = [seat.player for seat in race.seats]
            if self._entries.keys() == set(players):
                return
            rules, deal = Rules.parse(race.rules), Deal.parse(stored.deal)
            entries = {
                seat.player: EntryBoard(
                    stored.entries[seat.player],
                    seat.number,
                    rules,
                    deal,
                    free_undo=race.kind.free_undo,
                )
                for seat in race.seats
            }
            if played:
                actions = await all_actions([entry.entry for entry in entries.values()])
                for entry in entries.values():
                    entry.replay(actions[entry.entry])
            self._entries = entries
            self._dealt = view(Board(rules, deal, free_undo=race.kind.free_undo))

    def __bool__(self) -> bool:
        return bool(self._entries)

    def __iter__(self) -> Iterator[int]:
        return iter(self._entries)

    def __getitem__(self, player: int) -> EntryBoard:
        return self._entries[player]

    def get(self, player: int) -> EntryBoard | None:
        """The entry of a player; None for somebody without a seat."""
        return self._entries.get(player)

    def own(self, player: int, ms: int) -> BoardFrame:
        """A board as its player sees it."""
        entry = self._entries[player]
        seen = view(entry.board) if entry.number or self._dealt is None else self._dealt
        return BoardFrame(entry.seat, entry.number, ms, seen)

    def unseen(self, playing: Iterable[int]) -> frozenset[int]:
        """The cards that are hidden on any of these players' boards."""
        boards = (self._entries[player].board for player in playing if player in self._entries)
        return frozenset[int]().union(*map(hidden, boards))

    async def shown(self, player: int, ms: int, unseen: frozenset[int]) -> BoardFrame:
        """A board as others see it, once what it shows is stored."""
        entry = self._entries[player]
        async with entry.turn:
            await entry.follow()
            return BoardFrame(entry.seat, entry.number, ms, watched(entry.board, unseen))
