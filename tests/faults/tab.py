"""A tab at a race that suffers faults: a player's, or a watcher's."""

from __future__ import annotations

import json
import threading
import time
from contextlib import suppress
from random import Random
from typing import Final

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from games.client.errors import ADVICE
from games.client.outbox import Action, Outbox, back_off
from tests.faults.evidence import Sighting, Witness
from tests.live.racer import Frame, Racer
from tests.live.secrecy import cards

SILENCE: Final = 6.0
"""Seconds without a frame until the tab asks whether the server is there, and then until it takes
the connection for dead."""

WORST: Final = 2
"""Failures in a row after which the wait between attempts grows no more: faults are short here."""

RETRY: Final = 0.5
"""Seconds before a refused action is tried again, if its turn comes again."""

PLAYING: Final = ("waiting", "playing")

SESSION_ENDED: Final = 4401
"""A close after which a tab with a good session connects again."""


class Tab:
    """One connection at a time, which comes back whatever breaks it.

    What to send and when, `games.client` decides.
    """

    def __init__(
        self, urls: list[str], code: str, cookie: str, witness: Witness, chance: Random
    ) -> None:
        self.witness = witness
        self._urls = urls
        self._code = code
        self._chance = chance
        self._outbox = Outbox(chance)
        self._racer = Racer(chance.choice(urls), {"Cookie": cookie} if cookie else None)
        self._racer.patience = SILENCE
        self._pace = chance.uniform(0.02, 0.12)
        self._action: Action | None = None
        self._planned_at = 0
        self._next_at = 0.0
        self._ready_at = 0.0
        self._shown = 0
        self._playing: frozenset[int] = frozenset()
        self._gives_up = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Connect and play, in a thread."""
        self._thread.start()

    def wait(self, seconds: float) -> None:
        """Wait until the race is over for this tab; give up after so long."""
        self._thread.join(seconds)
        self._gives_up.set()

    @property
    def is_done(self) -> bool:
        """Whether there is nothing left to do."""
        return not self._thread.is_alive()

    def abort(self) -> None:
        """Break the connection, as a network does."""
        with suppress(AssertionError, OSError):
            self._racer.socket.socket.shutdown(2)

    def _run(self) -> None:
        try:
            failures = 0
            while self.witness.places is None and not self._gives_up.is_set():
                try:
                    self._racer.url = self._chance.choice(self._urls)
                    self._racer.connect(self._code)
                    failures = 0
                    self._converse()
                except ConnectionClosed as closed:
                    self._note(closed.rcvd.code if closed.rcvd else 0)
                except (InvalidHandshake, OSError) as error:
                    # This covers a socket that was silent for too long.
                    self.witness.told.append(type(error).__name__)
                self._outbox.disconnect()
                failures += 1
                self._gives_up.wait(back_off(min(failures, WORST), self._chance))
        except Exception as error:
            self.witness.complaints.append(f"{type(error).__name__}: {error}")
        finally:
            self._racer.close()

    def _note(self, code: int) -> None:
        self.witness.told.append(str(code))
        if code in ADVICE and code != SESSION_ENDED:
            self.witness.complaints.append(f"turned away with {code}: {ADVICE[code]}")
            self._gives_up.set()

    def _converse(self) -> None:
        """Hear and send until the race is over or the connection ends."""
        is_first, has_asked = True, False
        while self.witness.places is None and not self._gives_up.is_set():
            self._plan()
            for due in self._outbox.due(time.monotonic()):
                self._send(dict(due))
            wake = self._outbox.wake or self._next_at or None
            wait = SILENCE if wake is None else wake - time.monotonic()
            self._racer.patience = min(SILENCE, max(0.01, wait))
            try:
                frame = self._racer.receive()
            except TimeoutError:
                if wait < SILENCE:
                    continue
                if has_asked:
                    raise
                has_asked = True
                self._racer.send(t="ping")
                continue
            finally:
                self._racer.patience = SILENCE
                self._racer.frames.clear()
            has_asked = False
            self._hear(frame, is_first=is_first)
            is_first = is_first and frame["t"] != "board"

    def _plan(self) -> None:
        """Line up the next action, at a player's pace."""
        board = self._outbox.board
        if self._action is not None and not self._action.is_settled:
            if self._action.number is not None or board is None or board.n == self._planned_at:
                return
            # The player's other tab was faster, before this one had sent it.
            self._action.is_given_up = True
            self._action = None
        now = time.monotonic()
        if self._action is not None and self._action.error is not None:
            self._next_at = now + RETRY
        self._action = None
        own, plan = self._outbox.own, self.witness.actions
        if board is None or own is None or own["state"] not in PLAYING:
            self._next_at = 0.0
        elif board.n >= len(plan):
            self._next_at = 0.0
            self._outbox.end()
        elif now >= self._next_at:
            self._action, self._planned_at = self._outbox.add(plan[board.n]), board.n
            self._next_at = 0.0

    def _send(self, frame: Frame) -> None:
        if frame["t"] == "act":
            self.witness.sent = max(self.witness.sent, frame["n"])
        self._racer.send(**frame)

    def _hear(self, frame: Frame, *, is_first: bool) -> None:
        self._outbox.hear(frame, time.monotonic())
        match frame["t"]:
            case "race":
                self._hear_race(frame)
            case "board":
                self._hear_board(frame, is_first=is_first)
            case "refused":
                self.witness.told.append(frame["code"])

    def _hear_race(self, frame: Frame) -> None:
        seats = frame["seats"]
        self._playing = frozenset(seat["seat"] for seat in seats if seat["state"] in PLAYING)
        if frame["state"] == "over":
            self.witness.places = tuple(seat["place"] for seat in seats)
            return
        if cards(frame) or frame["deal"] or frame["key"]:
            self.witness.complaints.append(f"a race that isn't over tells: {json.dumps(frame)}")
        own = self._outbox.own
        waits = own is not None and not own["ready"] and frame["state"] in ("open", "countdown")
        if waits and time.monotonic() >= self._ready_at:
            self._ready_at = time.monotonic() + RETRY
            self._racer.send(t="ready", ready=True)

    def _hear_board(self, frame: Frame, *, is_first: bool) -> None:
        witness, number = self.witness, frame["n"]
        is_own = frame["seat"] == witness.seat
        known = number if is_own else self._shown
        seen = Sighting(frame["seat"], number, cards(frame), self._playing, known)
        witness.sightings.add(seen)
        if not is_own:
            return
        if number < self._shown:
            how = "after connecting" if is_first else "on the same connection"
            witness.complaints.append(
                f"the own board went back from {self._shown} to {number} {how}"
            )
        if number > self._shown:
            self._next_at = time.monotonic() + self._pace
        self._shown = max(self._shown, number)
        witness.acknowledged = max(witness.acknowledged, number)
