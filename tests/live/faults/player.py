"""A player in a thread that keeps the reconnect contract of docs/reference/protocol.md."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.live.faults.records import verify
from tests.live.racer import Frame, Racer
from tests.live.wins import Win

LATER = ("too-many", "not-stored", "unavailable", "internal")
"""Refusals after which the same action is sent again."""

PACE = 0.02
PAUSE = 0.2
"""Seconds between retries."""


@dataclass
class Player:
    """Plays some actions; reconnects after any failure and resends what is not acknowledged."""

    racer: Racer
    code: str
    seat: int
    actions: Sequence[str]
    urls: list[str]
    told: list[str | int] = field(default_factory=list)
    """The refusals and close codes on the way."""
    acknowledged: int = 0
    rest_at: int = -1
    """After this many actions the player waits until the number changes."""
    fault: BaseException | None = None

    def start(self) -> Player:
        """Start playing."""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        return self

    def reaches(self, number: int) -> None:
        """Wait until this many actions are acknowledged."""
        while self.acknowledged < number and self._thread.is_alive():
            time.sleep(0.01)
        assert self.acknowledged >= number, (self.told, self.fault)

    def finish(self) -> None:
        """Wait until all actions are acknowledged."""
        self._thread.join(60)
        assert self.acknowledged >= len(self.actions), (self.acknowledged, self.told, self.fault)

    def _run(self) -> None:
        try:
            while self.acknowledged < len(self.actions):
                try:
                    self._play()
                except ConnectionClosed as closed:
                    self._come_back(closed.rcvd.code if closed.rcvd else 0)
                except (InvalidHandshake, OSError):
                    # This covers a socket that was silent for too long.
                    self._come_back(0)
        except BaseException as fault:
            self.fault = fault

    def _play(self) -> None:
        """Send the next action and wait for its answer, until all are acknowledged."""
        while self.acknowledged < len(self.actions):
            number = self.acknowledged + 1
            answer = self.racer.act(number, self.actions[number - 1])
            if answer["t"] == "board":
                self._take(answer)
                time.sleep(PACE)
                while self.acknowledged == self.rest_at:
                    time.sleep(PACE)
                continue
            self.told.append(answer["code"])
            assert answer["code"] in LATER, answer
            time.sleep(PAUSE)

    def _take(self, board: Frame) -> None:
        # A board older than the last acknowledgement would be a loss.
        assert board["n"] >= self.acknowledged, board
        self.acknowledged = board["n"]

    def _come_back(self, code: int) -> None:
        while True:
            self.told.append(code)
            time.sleep(PAUSE)
            # Another process may still be up.
            self.racer.url = self.urls[len(self.told) % len(self.urls)]
            try:
                self.racer.connect(self.code)
                self._take(self.racer.board(0))
            except (ConnectionClosed, InvalidHandshake, OSError):
                code = 0
            else:
                return


def rehearsal(known: Win) -> list[str]:
    """Return a hundred actions that neither win nor lose, to leave time for a fault."""
    half = known.moves[: len(known.moves) // 2]
    return [known.moves[0], "undo"] * ((100 - len(half)) // 2) + half


def check(
    players: Sequence[Player], others: Mapping[int, Sequence[str]] = MappingProxyType({})
) -> None:
    """Check that acknowledged actions are stored once and in order, and that every record verifies.

    The players end their runs, which makes the records available. `others` holds the actions of the
    other seats, whose runs are over.
    """
    for player in players:
        player.finish()
    for player in players:
        player.racer.connect(player.code)
        player.racer.board(0)
        player.racer.send(t="end")
    over = players[0].racer.race(state="over")
    played = {player.seat: [*player.actions, "end"] for player in players}
    verify(over, players[0].racer, {**others, **played})
