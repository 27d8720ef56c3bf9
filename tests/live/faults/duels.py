"""A race of two that one wins; the rival must learn of it whatever fails."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine import Board, Deal, Rules
from tests.live.faults.player import LATER, PAUSE
from tests.live.faults.records import verify
from tests.live.racer import Frame, Racer
from tests.live.wins import Win

SOON = 10.0
"""Seconds, several heartbeats, within which every client has all news."""


def by_hand(known: Win) -> list[str]:
    """Return the moves of a win up to where the server finishes the board."""
    board = Board(Rules.parse(known.rules), Deal.parse(known.deal))
    moves = []
    for move in known.moves:
        moves.append(move)
        board.push(board.find_move(move))
        if board.finish():
            break
    return moves


@dataclass
class Duel:
    """A race that has started; the first seat wins it, the second does nothing."""

    code: str
    winner: Racer
    rival: Racer
    moves: Sequence[str]

    def rehearse(self) -> None:
        """Play all but the winning move."""
        self.winner.play(list(self.moves[:-1]))

    def send_win(self) -> None:
        """Send the winning move."""
        self.winner.send(t="act", n=len(self.moves), a=self.moves[-1])

    def win(self) -> None:
        """Make the winning move and wait for its acknowledgement."""
        answer = self.winner.act(len(self.moves), self.moves[-1])
        assert answer["board"]["outcome"] == "won"

    def is_told(self) -> None:
        """Check that the rival learns of the finish."""
        self.rival.patience = SOON
        seen = self.rival.seat(0, state="won")
        assert (seen["state"], seen["bell"], seen["seats"][0]["place"]) == ("running", "finish", 1)

    def close(self) -> Frame:
        """End the rival's run and return the final race frame."""
        self.rival.send(t="end")
        while True:
            answer = self.rival.receive_until(
                lambda frame: frame["t"] == "refused" or frame.get("state") == "over"
            )
            if answer["t"] == "race":
                break
            assert answer["code"] in LATER
            time.sleep(PAUSE)
            self.rival.send(t="end")
        return answer


def settle(duels: Sequence[Duel]) -> None:
    """End duels and check that every acknowledged action is stored and the records verify.

    They are raced on the same cards, so none has a record before the last one is over.
    """
    overs = [duel.close() for duel in duels]
    for duel, over in zip(duels, overs, strict=True):
        verify(over, duel.rival, {0: duel.moves, 1: ["end"]})
