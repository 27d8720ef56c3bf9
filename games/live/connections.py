"""One socket of one person: what waits to be sent, bounded, and how much the client may say."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import Final

from django.utils.translation import override

from games.engine import Sentence
from games.live.limits import NOBODY, Bucket
from games.live.mailbox import Mailbox
from games.live.protocol import FrameCode, Outgoing, Probe, Refused, SocketCode, encode
from games.live.storage import UnavailableError
from games.live.visitors import STRANGER
from games.racing import never_started
from games.spoken import spoken

logger = logging.getLogger(__name__)

OUTBOX_LIMIT: Final = 256
"""Frames that may wait until the server takes them."""

PROBE_AFTER: Final = 64 * 1024
"""Characters after which the client is asked whether it has read them."""

UNREAD_LIMIT: Final = 192 * 1024
"""Characters that may follow a question that is not answered.

A server may keep for ever what a client does not read: Daphne's buffer has no bound. What an
answer has not confirmed may be in it, so this bounds it on any server.
"""

BAD_FRAME_LIMIT: Final = 10
EXCESS_FRAME_LIMIT: Final = 100

CLOSE_BAD_FRAMES: Final = 4400
CLOSE_LOGGED_OUT: Final = 4401
CLOSE_NO_RACE: Final = 4404
CLOSE_TOO_SLOW: Final = 4408
CLOSE_TOO_MANY_SOCKETS: Final = 4409
CLOSE_TOO_SOON: Final = 4425
CLOSE_TOO_MANY: Final = 4429
CLOSE_FAILED: Final = 4500
CLOSE_RESTART: Final = 4503


class Connection:
    """What a room needs of a socket: who it is, and `send`, which never waits.

    `closing` is called once when it is to be closed.
    """

    def __init__(
        self,
        player: int = NOBODY,
        language: str = "en",
        closing: Callable[[], object] = lambda: None,
    ) -> None:
        self._tell_closing = closing
        self.player = player
        self.visitor = STRANGER
        """By which session the player came."""
        self.is_revoked = False
        """Whether the player may do and see nothing more here."""
        self.language = language
        self.buckets: tuple[Bucket, ...] = ()
        self.outbox: Mailbox[str | int] = Mailbox()
        """The frames to send; a close code is the last."""
        self._closing = False
        self._bad_frames = 0
        self._excess_frames = 0
        self._unread = 0
        self._probe: int | None = None

    def send(self, message: Outgoing) -> None:
        """Put a message into the outbox."""
        self.send_text(encode(message))

    def send_text(self, frame: str) -> None:
        """Put a frame into the outbox; a client that does not read is cut off."""
        if self._closing:
            return
        self._unread += len(frame)
        if len(self.outbox) >= OUTBOX_LIMIT or self._unread >= UNREAD_LIMIT:
            self.close(CLOSE_TOO_SLOW)
            return
        self.outbox.put(frame)
        if self._unread >= PROBE_AFTER and self._probe is None:
            self._probe = secrets.randbits(31)
            self._unread = 0
            self.outbox.put(encode(Probe(self._probe)))

    def has_read(self, probe: int) -> None:
        """Take note that the client has read everything before a question."""
        if probe == self._probe:
            self._probe = None

    def refuse(self, code: SocketCode, sentence: str, n: int | None = None) -> None:
        """Say that something is not done, and why."""
        with override(self.language):
            self.send(Refused(n, code, spoken(sentence)))

    def send_away(self) -> None:
        """Close the socket of a race that was closed before it started: there is none any more."""
        gone = never_started()
        self.refuse(gone.code, gone.sentence)
        self.close(CLOSE_NO_RACE)

    def fail(self, error: Exception) -> None:
        """Say that something was not done for a reason that is not the client's, and log it."""
        if isinstance(error, UnavailableError):
            logger.error("The database does not answer: %s", error)
            self.refuse("unavailable", Sentence("The server cannot reach its data. Trying again."))
        else:
            logger.error("A frame could not be handled", exc_info=error)
            self.refuse("internal", Sentence("Something went wrong here. Trying again."))

    def close(self, code: int) -> None:
        """Close the socket after what is in the outbox."""
        if not self._closing:
            self._closing = True
            self.outbox.put(code)
            self._tell_closing()

    def revoke(self) -> None:
        """Close the socket of somebody whose rights have ended; what waits is not done any more."""
        self.is_revoked = True
        self.close(CLOSE_LOGGED_OUT)

    def bad_frame(self, code: FrameCode, sentence: str) -> None:
        """Answer a frame that is no message; the tenth one closes the socket."""
        self.refuse(code, sentence)
        self._bad_frames += 1
        if self._bad_frames >= BAD_FRAME_LIMIT:
            self.close(CLOSE_BAD_FRAMES)

    def admits(self, now: float, tokens: int = 1) -> bool:
        """Whether the client may send a frame that takes so much at this time (seconds)."""
        if self._closing:
            return False
        for bucket in self.buckets:
            if not bucket.take(now, tokens):
                self.excess_frame(
                    Sentence("Send at most %(count)s frames a second.", count=bucket.rate)
                )
                return False
        return True

    def excess_frame(self, sentence: str) -> None:
        """Answer a frame that is not taken; the hundredth one closes the socket."""
        self.refuse("too-many", sentence)
        self._excess_frames += 1
        if self._excess_frames >= EXCESS_FRAME_LIMIT:
            self.close(CLOSE_TOO_MANY)
