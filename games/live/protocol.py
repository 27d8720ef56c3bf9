"""The words of the race socket: every frame, its type, and the one place where text becomes one.

Frames are JSON texts. `t` names the type; unknown types, unknown fields and wrong values are
refused. Times are milliseconds, relative to the moment of sending: no clock is compared.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from games.engine import Reason, View
from games.racing import RefusalCode, Watching

PRINTABLE: Final = r"\A[!-~]*\Z"
"""What every text of a client matches, so that no control character goes further than here."""


class Incoming(Struct, tag_field="t", tag=str.lower, forbid_unknown_fields=True, frozen=True):
    """A frame from a client."""


class Ready(Incoming, frozen=True):
    """I am ready, or not any more."""

    ready: bool


class Start(Incoming, frozen=True):
    """The host starts the race."""


class Act(Incoming, frozen=True):
    """Action number `n` of my entry: a move, `deal` or `undo`."""

    n: Annotated[int, Meta(ge=1, le=1_000_000)]
    a: Annotated[str, Meta(min_length=1, max_length=16, pattern=PRINTABLE)]


class End(Incoming, frozen=True):
    """End my run where it stands."""


class Leave(Incoming, frozen=True):
    """Give up my seat before the start, forfeit after it."""


class Rematch(Incoming, frozen=True):
    """Another race with the same people."""


class Restart(Incoming, frozen=True):
    """End this practice, if it goes on, and begin another on the same deal; see `Begun`."""


class Alarm(Incoming, frozen=True):
    """Tell me from now on, in `Verdict`, whether my board can still be won, or tell me no more.

    Only in a race that is `helped`, to a player whose run goes on, who is `assisted` from then on.
    It is off for every new connection.
    """

    on: bool


class Hint(Incoming, frozen=True):
    """Tell me, in `Hinted`, a move that wins from my board. Whoever asks is `assisted`."""


class Sync(Incoming, frozen=True):
    """Send me everything again."""


class Ping(Incoming, frozen=True):
    """Are you there?"""


class ProbeReply(Incoming, frozen=True, tag="pong"):
    """I have read everything before your ping `k`."""

    k: int


Message: TypeAlias = (
    Ready | Start | Act | End | Leave | Rematch | Restart | Alarm | Hint | Sync | Ping | ProbeReply
)


FrameCode: TypeAlias = Literal["bad-frame", "bad-json", "bad-message", "too-large"]
"""Why a frame is no message."""

ResyncCode: TypeAlias = Literal["gap", "not-stored", "stale"]
"""Why a client needs the board again."""

FaultCode: TypeAlias = Literal["internal", "too-many", "unavailable"]
"""What else a socket refuses with."""

SocketCode: TypeAlias = RefusalCode | FrameCode | ResyncCode | FaultCode | Reason
"""Every code that a socket can send; no other passes the type checker."""


class FrameError(ValueError):
    """A frame that is no message: a code for programs and a sentence."""

    def __init__(self, code: FrameCode, sentence: str) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code: FrameCode = code
        self.sentence = sentence


_decoder: Final[msgspec.json.Decoder[Message]] = msgspec.json.Decoder(Message)
_encoder: Final = msgspec.json.Encoder()


def parse(text: str | None, longest: int) -> Message:
    """The message of a text frame (None stands for a binary one) of so many characters at most.

    :raises FrameError: if it is longer, no JSON, or no message of this protocol.
    """
    if text is None:
        raise FrameError("bad-frame", "Frames are text, not binary.")
    if len(text) > longest:
        raise FrameError("too-large", f"A frame has at most {longest} characters.")
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError as error:
        raise FrameError("bad-message", f"{error}.") from None
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise FrameError("bad-json", f"{error}.") from None


class Outgoing(Struct, tag_field="t", tag=str.lower, frozen=True):
    """A frame to a client."""


class SeatState(Struct, frozen=True):
    """A seat as everybody at the table sees it."""

    seat: int
    name: str
    guest: bool
    ready: bool
    assisted: bool
    """The alarm or a hint was used: the run counts in no ranking."""
    voided: str
    """Why the run does not count after all; empty if it does."""
    away: bool
    state: str
    progress: int
    moves: int
    undos: int
    active: int | None
    """Since the last action."""
    time: int | None
    place: int | None
    """Where the seat stands; None before the first action of any. Final of a won run."""
    entry: int


class Race(Outgoing, frozen=True):
    """The whole race, without anything that is still secret."""

    code: str
    version: int
    rules: str
    kind: str
    state: str
    commitment: str | None
    key: str | None
    deal: str | None
    starts_in: int | None
    elapsed: int | None
    ends_in: int | None
    bell: str | None
    countdown: int
    """In seconds, as the host has set it."""
    limit: int | None
    """In seconds, as the host has set it; none in a practice."""
    helped: bool
    """Whether its players may have the dead-end alarm and hints."""
    quick: bool
    """Whether it starts by itself a while after two have come."""
    watching: Watching
    """When those who watch, or are done, see the boards of others."""
    difficulty: str | None
    """How hard the deal is: easy, medium or hard."""
    seats_max: int
    you: int | None
    host: int | None
    watchers: int
    seats: list[SeatState]
    next: str | None


class Board(Outgoing, frozen=True, omit_defaults=True):
    """A whole masked board after action `n`; to its own player, the acknowledgement of it."""

    seat: int
    n: int
    ms: int
    board: View
    left: int | None = None
    """How many more actions my run takes; only if few are left."""


class Verdict(Outgoing, frozen=True):
    """How my board stands after action `n`, while my alarm is on; nobody else is told.

    `winnable`, `lost`, or `unknown`: not found out in a second. A better one may follow for the
    same `n`. `lost` holds on until an undo.
    """

    n: int
    verdict: str


class Hinted(Outgoing, frozen=True, tag="hint"):
    """A move that begins a win after action `n`; none if the board is lost or no win is known."""

    n: int
    verdict: str
    move: str | None


class Begun(Outgoing, frozen=True):
    """The practice that was asked for by `Restart` is at this code."""

    code: str


class Refused(Outgoing, frozen=True):
    """What was asked is not done, and why."""

    n: int | None
    code: SocketCode
    detail: str


class Slow(Outgoing, frozen=True):
    """Actions come faster than they can be stored: yours waits, and will be answered."""


class Pong(Outgoing, frozen=True):
    """I am here."""


class Probe(Outgoing, frozen=True, tag="ping"):
    """Have you read everything so far? Send `k` back."""

    k: int


def encode(message: Outgoing) -> str:
    """The text frame of a message."""
    return _encoder.encode(message).decode()
