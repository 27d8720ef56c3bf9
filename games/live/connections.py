"""One person's socket: a bounded queue of frames to send, and a limit on frames received."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import Final

from django.utils.translation import override

from games.engine import Sentence
from games.live.database_thread import UnavailableError
from games.live.limits import NOBODY, Bucket
from games.live.mailbox import Mailbox
from games.live.protocol import FrameCode, Outgoing, ReadProbe, Refused, SocketCode, encode
from games.live.visitors import STRANGER
from games.racing import never_started
from games.spoken import spoken

logger = logging.getLogger(__name__)

OUTBOX_LIMIT: Final = 256
"""The most frames that may wait to be sent."""

PROBE_AFTER: Final = 64 * 1024
"""Characters sent before the client is asked whether it has read them."""

UNREAD_LIMIT: Final = 192 * 1024
"""Characters that may follow an unanswered question.

A server may buffer what a client doesn't read without limit, as Daphne does. Everything not yet
confirmed by an answer may be in that buffer, so this bounds it on any server.
"""

BAD_FRAME_LIMIT: Final = 10
EXCESS_FRAME_LIMIT: Final = 100

CLOSE_BAD_FRAMES: Final = 4400
CLOSE_LOGGED_OUT: Final = 4401
CLOSE_NO_RACE: Final = 4404
CLOSE_TOO_SLOW: Final = 4408
CLOSE_TOO_MANY_SOCKETS: Final = 4409
CLOSE_TOO_SOON: Final = 4425
CLOSE_BAD_VERSION: Final = 4426
CLOSE_TOO_MANY: Final = 4429
CLOSE_FAILED: Final = 4500
CLOSE_RESTART: Final = 4503


class Connection:
    """What a room needs of a socket: its player, and a `send` that never waits.

    `on_close` is called once, when the server decides to close the socket.
    """

    def __init__(
        self,
        player: int = NOBODY,
        language: str = "en",
        on_close: Callable[[], object] = lambda: None,
    ) -> None:
        self._on_close = on_close
        self.player = player
        self.visitor = STRANGER
        """The session by which the player came."""
        self.is_revoked = False
        """Whether the player may do or see nothing more here."""
        self.plays_elsewhere = False
        """Whether the player has a seat at another table on the same deal."""
        self.tells_presence = True
        """Whether its player is there, not only a page that shows the race."""
        self.language = language
        self.buckets: tuple[Bucket, ...] = ()
        self.outbox: Mailbox[str | int] = Mailbox()
        """The frames to send; a close code comes last."""
        self._is_closing = False
        self._bad_frames = 0
        self._excess_frames = 0
        self._unread = 0
        self._probe: int | None = None
        self.is_heard = True
        """Whether the client has said anything since it was last asked whether it is there."""

    def send(self, message: Outgoing) -> None:
        """Queue a message."""
        self.send_text(encode(message))

    def send_text(self, frame: str) -> None:
        """Queue a frame; close the socket of a client that doesn't read."""
        if self._is_closing:
            return
        self._unread += len(frame)
        if len(self.outbox) >= OUTBOX_LIMIT or self._unread >= UNREAD_LIMIT:
            self.close(CLOSE_TOO_SLOW)
            return
        self.outbox.put(frame)
        if self._unread >= PROBE_AFTER and self._probe is None:
            self._send_probe()

    def _send_probe(self) -> None:
        self._probe = secrets.randbits(31)
        self._unread = 0
        self.outbox.put(encode(ReadProbe(self._probe)))

    def ask(self) -> None:
        """Ask the client whether it is there: a network that went away leaves the socket open."""
        self.is_heard = False
        if self._probe is None and not self._is_closing:
            self._send_probe()

    def has_read(self, probe: int) -> None:
        """Note that the client has read everything before a question."""
        if probe == self._probe:
            self._probe = None

    def refuse(
        self,
        code: SocketCode,
        sentence: str,
        n: int | None = None,
        retry_after: int | None = None,
    ) -> None:
        """Tell the client that its request is refused, why, and when to repeat it if that helps."""
        with override(self.language):
            self.send(Refused(n, code, spoken(sentence), retry_after))

    def send_away(self) -> None:
        """Close the socket of a race that was given up before its start and is gone."""
        gone = never_started()
        self.refuse(gone.code, gone.sentence)
        self.close(CLOSE_NO_RACE)

    def fail(self, error: Exception) -> None:
        """Tell the client that the server failed, and log why."""
        if isinstance(error, UnavailableError):
            error.log(logger, "The database does not answer")
            self.refuse("unavailable", Sentence("The site is having trouble. Trying again."))
        else:
            logger.error("A frame could not be handled", exc_info=error)
            self.refuse("internal", Sentence("Something went wrong on our side. Trying again."))

    def close(self, code: int) -> None:
        """Close the socket once the outbox is empty."""
        if not self._is_closing:
            self._is_closing = True
            self.outbox.put(code)
            self._on_close()

    def revoke(self) -> None:
        """Close the socket of a player whose rights have ended; drop the messages that wait."""
        self.is_revoked = True
        self.close(CLOSE_LOGGED_OUT)

    def bad_frame(self, code: FrameCode, sentence: str) -> None:
        """Refuse a frame that is not a message; the tenth closes the socket."""
        self.refuse(code, sentence)
        self._bad_frames += 1
        if self._bad_frames >= BAD_FRAME_LIMIT:
            self.close(CLOSE_BAD_FRAMES)

    def spend(self, now: float, tokens: int = 1) -> bool:
        """Take tokens for a frame; refuse it and return False if there are none."""
        if self._is_closing:
            return False
        for bucket in self.buckets:
            if not bucket.take(now, tokens):
                self.excess_frame(
                    Sentence("Send at most %(count)s messages a second.", count=bucket.rate)
                )
                return False
        return True

    def excess_frame(self, sentence: str) -> None:
        """Refuse a frame too many; the hundredth closes the socket."""
        self.refuse("too-many", sentence)
        self._excess_frames += 1
        if self._excess_frames >= EXCESS_FRAME_LIMIT:
            self.close(CLOSE_TOO_MANY)
