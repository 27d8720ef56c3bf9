"""A race of two in which one wins, and the other is to be told of it whatever fails."""

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
"""Seconds in which everybody is told of everything: some heartbeats."""


def by_hand(known: Win) -> list[str]:
    """The moves of a win after which the server finishes the board by itself."""
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
    """A race that has started; the first seat wins it, the other one does nothing."""

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
        """Make the winning move, until it is acknowledged."""
        answer = self.winner.act(len(self.moves), self.moves[-1])
        assert answer["board"]["outcome"] == "won"

    def is_told(self) -> None:
        """The rival learns of the finish."""
        self.rival.patience = SOON
        seen = self.rival.seat(0, state="won")
        assert (seen["state"], seen["bell"], seen["seats"][0]["place"]) == ("running", "finish", 1)

    def close(self) -> Frame:
        """The rival ends too; the race as it is then told."""
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
    """End duels; all that was acknowledged is stored, and the records verify.

    They are raced on the same cards, so none has a record before the last one is over.
    """
    overs = [duel.close() for duel in duels]
    for duel, over in zip(duels, overs, strict=True):
        verify(over, duel.rival, {0: duel.moves, 1: ["end"]})
