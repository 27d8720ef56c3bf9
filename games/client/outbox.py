"""What to send to a race, and when: it has no socket, no task and no clock.

This is the contract of `docs/reference/protocol.md`, "Coming back". One action is in flight at a
time, so no flood can close the socket, and the one behind `collect` knows its number.
"""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass
from typing import Final

from games.client.board import Board, Frame
from games.client.errors import ActionError
from games.client.pace import Pace

FIRST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 15.0
"""Seconds before another attempt: the first, and the longest."""

LATER: Final = frozenset({"too-fast", "too-many", "not-stored", "unavailable", "internal", "gap"})
"""The refusals after which an action is sent again."""

UNREAD: Final = frozenset({"bad-frame", "bad-json", "bad-message", "too-large"})
"""The refusals of what could not be read, so that they bear no number."""


def back_off(failures: int, chance: random.Random) -> float:
    """Return the seconds to wait after so many failures; half of them are random."""
    longest: float = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(failures, 5))
    return longest * chance.uniform(0.5, 1)


@dataclass(eq=False)
class Action:
    """An action, and what became of it."""

    text: str
    number: int | None = None
    """None until it is sent, over this connection or an earlier one."""
    board: Board | None = None
    """The board that acknowledges it."""
    error: ActionError | None = None
    is_given_up: bool = False
    """Whether nobody waits for it any more."""

    @property
    def is_settled(self) -> bool:
        """Whether it is stored or refused."""
        return self.board is not None or self.error is not None


class Outbox:
    """The actions that aren't stored yet; `hear` what comes, and send what is `due`.

    All times are seconds of one clock, which is the caller's.
    """

    def __init__(self, chance: random.Random) -> None:
        self.frame: Frame = {}
        """The latest `race` frame."""
        self.board: Board | None = None
        """The latest stored board of one's own."""
        self._chance = chance
        self._waiting: deque[Action] = deque()
        self._pongs: list[Frame] = []
        self._is_in_flight = False
        """Whether the first that waits is sent over this connection."""
        self._is_behind = True
        """Whether nothing is sent before the next board has come."""
        self._sync_at: float | None = None
        """When to ask for the board, after a refusal."""
        self._postponed = 0
        """How often the first that waits was put off."""
        self._is_ending = False
        self._is_end_sent = False
        self._pace = Pace()

    @property
    def own(self) -> Frame | None:
        """Your seat as the race shows it; None if you have none."""
        you = self.frame.get("you")
        return next((seat for seat in self.frame.get("seats", ()) if seat["seat"] == you), None)

    def add(self, text: str) -> Action:
        """Line up an action."""
        action = Action(text)
        self._waiting.append(action)
        return action

    def end(self) -> None:
        """End the run once everything is stored."""
        self._is_ending = True

    def hear(self, frame: Frame, now: float) -> None:
        """Take in a frame of the server."""
        match frame["t"]:
            case "ping":
                self._pongs.append({"t": "pong", "k": frame["k"]})
            case "race":
                self.frame = frame
            case "board" if frame["seat"] == self.frame.get("you"):
                self._store(Board.of(frame), now)
            case "refused" if frame["code"] == "too-fast":
                self._postpone(now, frame["retry_after"] / 1000)
            case "refused" if frame["code"] in LATER:
                if frame["code"] == "too-many":
                    # The rate has to recover, or each of the next frames is one too many again.
                    self._postponed = max(self._postponed, 2)
                self._postpone(now)
            case "refused":
                self._refuse(frame, now)

    def disconnect(self) -> None:
        """Forget the connection: the board of the next one says what is stored."""
        self._is_behind, self._is_in_flight, self._is_end_sent = True, False, False
        self._sync_at = None
        self._pongs.clear()

    def due(self, now: float) -> list[Frame]:
        """Return the frames to send now; a later call repeats what must arrive and didn't."""
        frames, self._pongs = self._pongs, []
        if self._sync_at is not None and now >= self._sync_at:
            self._sync_at = None
            frames.append({"t": "sync"})
        if self.board is not None and not self._is_behind and not self._is_in_flight:
            frames += self._next(self.board, now)
        return frames

    @property
    def wake(self) -> float | None:
        """When something becomes due though nothing comes; None if nothing does."""
        if self._sync_at is not None:
            return self._sync_at
        is_pausing = self._waiting and not self._is_behind and not self._is_in_flight
        return self._pace.free_at if is_pausing else None

    def _next(self, board: Board, now: float) -> list[Frame]:
        # What was sent once may be stored, so it is sent again even if it was given up.
        while self._waiting and self._waiting[0].number is None and self._waiting[0].is_given_up:
            self._waiting.popleft()
        if not self._waiting:
            if not self._is_ending or self._is_end_sent:
                return []
            self._is_end_sent = True
            return [{"t": "end"}]
        if self.own is not None and self.own["bot"] and now < self._pace.free_at:
            return []
        first = self._waiting[0]
        first.number = first.number or board.n + 1
        self._is_in_flight = True
        return [{"t": "act", "n": first.number, "a": first.text}]

    def _store(self, board: Board, now: float) -> None:
        """Take what is stored; go on from it, unless that was put off."""
        self.board = board
        number = self._waiting[0].number if self._waiting else None
        if number is not None and number <= board.n:
            self._waiting.popleft().board = board
            self._is_in_flight = False
            self._postponed = 0
            self._pace.note(now)
        elif number is not None and self._is_behind and number > board.n + 1:
            self._drop(ActionError("stale", "The site has lost what you played."))
        if self._sync_at is None:
            self._is_behind = False

    def _refuse(self, frame: Frame, now: float) -> None:
        code = frame["code"]
        if not self._is_in_flight:
            return
        if frame["n"] != self._waiting[0].number and code not in UNREAD:
            return
        error = ActionError(code, frame["detail"])
        # What follows one that would have changed nothing, or was given up, doesn't build on it.
        if code == "nothing-safe" or self._waiting[0].is_given_up:
            self._waiting.popleft().error = error
            self._is_in_flight = False
        else:
            self._drop(error)
        if code == "stale":
            self._postpone(now)

    def _drop(self, error: ActionError) -> None:
        """Refuse all that waits."""
        for action in self._waiting:
            action.error = error
        self._waiting.clear()
        self._is_in_flight = False

    def _postpone(self, now: float, seconds: float | None = None) -> None:
        """Send nothing for a while, each time in a row for longer; then ask for the board."""
        self._is_behind, self._is_in_flight, self._is_end_sent = True, False, False
        if self._sync_at is not None:
            return
        if seconds is None:
            seconds = back_off(self._postponed, self._chance)
            self._postponed += 1
        self._sync_at = now + seconds
