"""The boards of one race in memory: each player's own, and masked ones for watchers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from games.engine import Board, Deal, Rules, View, view
from games.engine.view import hidden, watched
from games.live.entries import EntryBoard
from games.live.pieces import in_pieces
from games.live.protocol import BoardFrame
from games.live.snapshots import Stored
from games.live.storage import all_actions
from games.racing import Race, is_revealed, still_playing


class Boards:
    """The entries of a race by player; none until `open`."""

    def __init__(self) -> None:
        self._entries: dict[int, EntryBoard] = {}
        self._dealt: View | None = None
        """The board before the first move, the same for everyone."""
        self._face_down: frozenset[int] = frozenset()
        """The cards dealt face down."""
        self._opening = asyncio.Lock()

    async def open(self, race: Race, stored: Stored, played: bool) -> None:
        """Build the board of every seat from the journal, unless it exists.

        If no one has `played`, the journal is empty and is not read. A board that exists is kept,
        even when a guest logged in and it belongs to another player now: an action may be on its
        way to the journal.
        """
        async with self._opening:
            if {player: entry.entry for player, entry in self._entries.items()} == stored.entries:
                return
            there = {entry.entry: entry for entry in self._entries.values()}
            rules, deal = Rules.parse(race.rules), Deal.parse(stored.deal)
            entries = {
                seat.player: there.get(stored.entries[seat.player])
                or EntryBoard(
                    stored.entries[seat.player],
                    seat.number,
                    rules,
                    deal,
                    most=race.kind.most_actions,
                    free_undo=race.kind.free_undo,
                    bot=seat.bot,
                )
                for seat in race.seats
            }
            new = [entry for entry in entries.values() if entry.entry not in there]
            if played:
                actions = await all_actions([entry.entry for entry in new])
                for entry in new:
                    await in_pieces(actions[entry.entry], entry.replay)
            self._entries = entries
            dealt = Board(rules, deal, free_undo=race.kind.free_undo)
            self._dealt, self._face_down = view(dealt), hidden(dealt)

    def __bool__(self) -> bool:
        return bool(self._entries)

    def __iter__(self) -> Iterator[int]:
        return iter(self._entries)

    def __getitem__(self, player: int) -> EntryBoard:
        return self._entries[player]

    def get(self, player: int) -> EntryBoard | None:
        """Return the entry of a player, or None without a seat."""
        return self._entries.get(player)

    def player_of(self, entry: EntryBoard, player: int) -> int:
        """Return whose entry this is now; it was `player`'s when an action was sent."""
        if self._entries.get(player) is entry:
            return player
        return next((each for each, own in self._entries.items() if own is entry), player)

    def own(self, player: int, ms: int) -> BoardFrame:
        """Return a board as its player sees it."""
        entry = self._entries[player]
        seen = view(entry.board) if entry.number or self._dealt is None else self._dealt
        return BoardFrame(entry.seat, entry.number, ms, seen, entry.left)

    def unseen(self, race: Race) -> frozenset[int]:
        """Return the cards hidden on any board still in play."""
        if race.kind.ends_with_round and not is_revealed(race):
            # Players at other tables may still have to turn up each of them.
            return self._face_down
        playing = [seat.player for seat in still_playing(race)]
        boards = (self._entries[player].board for player in playing if player in self._entries)
        return frozenset[int]().union(*map(hidden, boards))

    async def shown(self, player: int, ms: int, unseen: frozenset[int]) -> BoardFrame:
        """Return a board as others see it, once everything it shows is stored."""
        entry = self._entries[player]
        async with entry.turn:
            await entry.follow()
            return BoardFrame(entry.seat, entry.number, ms, watched(entry.board, unseen))
