"""The frames of the race socket: their types. `parsing.py` reads them.

`python -m tests.repository.protocol` writes `docs/reference/protocol.md` and the browser's types
from this file: the docstrings are the documentation that authors of clients read.
"""

from __future__ import annotations

# Long: one class for each frame.
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from games.engine import Reason, View
from games.live.match_state import MatchState
from games.racing import (
    BellReason,
    Decision,
    Kind,
    RaceState,
    Reaction,
    RefusalCode,
    RunState,
    Watching,
)

PRINTABLE: Final = r"\A[!-~]*\Z"
"""What all text from a client must match, so that no control character gets past this module."""

VERSIONS: Final = (1,)
"""The versions of the protocol that a client may ask for, the newest last."""

Milliseconds: TypeAlias = int
Seconds: TypeAlias = int

Chances: TypeAlias = Literal["winnable", "lost", "unknown"]
"""Whether a board can still be won: proven either way, or not known."""

Difficulty: TypeAlias = Literal["easy", "medium", "hard"]
"""How hard a deal is, of all that were measured: the easiest third, the middle, the hardest."""


class Incoming(Struct, tag_field="t", tag=str.lower, forbid_unknown_fields=True, frozen=True):
    """A frame from a client."""


class Ready(Incoming, frozen=True):
    """Say that you are ready, or no longer are. The countdown starts once at least two are seated
    and all are ready. Either brings you back from a ghost.
    """

    ready: bool
    """`true` if you are ready."""


class Start(Incoming, frozen=True):
    """Start the countdown now. Only the host may."""


class Act(Incoming, frozen=True):
    """Play an action of your run. The `board` that answers it acknowledges it."""

    n: Annotated[int, Meta(ge=1, le=1_000_000)]
    """The number of the action: 1 for your first, then one more each time."""
    a: Annotated[str, Meta(min_length=1, max_length=16, pattern=PRINTABLE)]
    """A move in [notation](#piles-cards-and-moves), `deal`, `undo`, or an
    [intention](#intentions).
    """


class End(Incoming, frozen=True):
    """End your run where it stands. It keeps the place that its progress earns."""


class Leave(Incoming, frozen=True):
    """Give up your seat. After the start this forfeits your run."""


class Rematch(Incoming, frozen=True):
    """Ask for the next race of the match, or a rematch, which begins one: see `next` in `race`."""


class React(Incoming, frozen=True):
    """Say something to everyone here, before the start or after your own run, every two seconds."""

    r: Reaction
    """What you say."""


class Restart(Incoming, frozen=True):
    """End this practice and start another on the same deal. `begun` brings its code."""


class Alarm(Incoming, frozen=True):
    """Turn the dead-end alarm on or off for this connection.

    While it is on, a `verdict` follows each of your actions. It works in races with `helped` set
    and marks your run as assisted, for good. It starts off on every connection, and a refusal
    turns it off.
    """

    on: bool
    """`true` turns the alarm on."""


class Hint(Incoming, frozen=True):
    """Ask for a winning move, where `helped` is set. It marks your run as assisted, for good."""


class Sync(Incoming, frozen=True):
    """Ask for everything again: the race, your board, and every other board you may see."""


class Ping(Incoming, frozen=True):
    """Ask whether the server is there. It answers `pong` at once."""


class ProbeReply(Incoming, frozen=True, tag="pong"):
    """Answer a `ping` once you have read everything before it."""

    k: int
    """The `k` of that `ping`."""


Message: TypeAlias = (
    Ready
    | Start
    | Act
    | End
    | Leave
    | Rematch
    | React
    | Restart
    | Alarm
    | Hint
    | Sync
    | Ping
    | ProbeReply
)


FrameCode: TypeAlias = Literal["bad-frame", "bad-json", "bad-message", "too-large"]
"""Why a frame isn't a message."""

ResyncCode: TypeAlias = Literal["gap", "not-stored", "stale"]
"""Why a client needs the board again."""

FaultCode: TypeAlias = Literal["internal", "too-many", "unavailable"]
"""Why else a socket refuses a frame."""

SocketCode: TypeAlias = RefusalCode | FrameCode | ResyncCode | FaultCode | Reason
"""Every code that a socket can send; no other passes the type checker."""

_encoder: Final = msgspec.json.Encoder()


class Outgoing(Struct, tag_field="t", tag=str.lower, frozen=True):
    """A frame to a client."""


class SeatState(Struct, frozen=True):
    """A seat, the same for everyone who sees the race."""

    seat: int
    """The seat's number, from 0."""
    name: str
    """The player's name."""
    guest: bool
    """Whether the player has no account."""
    bot: bool
    """Whether a program plays: an account of its own kind, where the host allows bots."""
    ready: bool
    """Whether the player is ready to start."""
    elsewhere: bool
    """Whether the player races a ghost meanwhile: called, and seatless once two others are here."""
    stopped: bool
    """Whether the player has stopped the countdown of a quick race: each may once."""
    assisted: bool
    """Whether the player has used the alarm or a hint: the run counts in no ranking."""
    voided: str
    """Why staff ruled that the run does not count; empty if it counts."""
    away: bool
    """Whether nothing has been heard from the player for some ten seconds."""
    state: RunState
    """Where the run stands."""
    progress: int
    """The best progress so far, 0 to 52: cards home or in order, as the game counts."""
    moves: int
    """Moves made, including those the server made and those later undone."""
    undos: int
    """Moves undone."""
    active: Milliseconds | None
    """Time since the last action, up to the end of the race; `null` before the first action."""
    time: Milliseconds | None
    """The finishing time, from the start; `null` unless the run is won."""
    place: int | None
    """The place, from 1; equals share one. Final once the run is won or the race is over. `null`
    until someone has moved a card or left, and for a voided run. Who ends without a move is behind
    all who moved and stayed, and ahead of those who left.
    """
    entry: int
    """The id of this player's run on the site: `/entry/ID/replay` shows it after the race."""


class RaceFrame(Outgoing, frozen=True, tag="race"):
    """The whole race as you may see it. Each one replaces the one before."""

    code: str
    """The race's code, as in its address."""
    version: int
    """Grows when the race itself changes: a seat, the start, the end. Moves do not count."""
    rules: str
    """The game and its rules, such as `applegate/standard+corner=no`. Until the countdown the host
    may change these, the kind, the difficulty and the times on the site; then no one is ready any
    more, and the commitment is that of another deal unless only times have changed.
    """
    kind: Kind
    """What the race is for."""
    state: RaceState
    """Where the race stands: `running` until the server has settled the places."""
    commitment: str | None
    """The SHA-256 of the deal's key, 64 hex digits; `null` if the deal has no key, and before the
    start if the deal is public.
    """
    key: str | None
    """The deal's key in hex; `null` until the race is over, and if the deal has no key."""
    deal: str | None
    """The 52 cards in dealing order, separated by spaces; `null` until the race is over."""
    start_progress: int | None
    """The progress of the deal before any move; `null` until the race is over."""
    decided: Decision | None
    """What decided the race; `null` until it is over, and for a player alone."""
    starts_in: Milliseconds | None
    """Time until the start; `null` if no start is set, and after the start."""
    planned: int | None
    """The start that the host has planned, whoever is there: Unix time in ms; `null` without."""
    elapsed: Milliseconds | None
    """Time since the start, and how long the race took once it is over; `null` before the start."""
    ends_in: Milliseconds | None
    """Time until the bell ends the race; `null` unless it is running, and without a limit."""
    bell: BellReason | None
    """Why the bell rings when it does; `null` whenever `ends_in` is."""
    countdown: Seconds
    """The length of the countdown."""
    limit: Seconds | None
    """The longest the race may take; `null` in a practice."""
    helped: bool
    """Whether players may use the dead-end alarm and hints."""
    bots_allowed: bool
    """Whether bots may take seats."""
    watchable: bool
    """Whether the race is public: listed for anyone to watch."""
    quick: bool
    """Whether this is a quick race: no host, and it starts soon after two players have joined."""
    watching: Watching
    """When you may see the boards of others, unless you are still playing: then you see none."""
    delay: Milliseconds | None
    """How late spectators see them; `null` unless `watching` is `delayed`."""
    difficulty: Difficulty | None
    """How hard the deal is; `null` if that is not known."""
    seats_max: int
    """How many players the race takes."""
    you: int | None
    """The number of your seat; `null` if you watch."""
    host: int | None
    """The number of the host's seat; `null` if there is no host."""
    watchers: int
    """How many connections watch without a seat."""
    seats: list[SeatState]
    """The seats that are taken, by number."""
    next: str | None
    """The code of the rematch; `null` until someone asks for one. Those without a seat get
    that of a private one only once it starts, but see who has accepted."""
    next_by: int | None
    """The number of the seat here of who asks for it, the rematch's host; `null` without one."""
    next_in: list[int]
    """The numbers of the seats here of all who are in for it, in the order in which they came."""
    next_started: bool
    """Whether it has started, and takes no one any more."""
    next_game: str | None
    """The title of its game, such as `Klondike`; `null` if it is the same as here, or none."""
    match: MatchState | None
    """The match that the race is in; `null` of a single race."""


class BoardFrame(Outgoing, frozen=True, tag="board", omit_defaults=True):
    """A whole board after an action. The board of your own seat acknowledges all your actions up
    to `n`: they are stored.
    """

    seat: int
    """The number of the seat."""
    n: int
    """The number of the board's last action; 0 for the deal."""
    ms: Milliseconds
    """When the board stood so, from the start; `delay` earlier if `watching` is `delayed`."""
    board: View
    """The board, with hidden cards masked."""
    left: int | None = None
    """How many more actions your run may take; absent while more than a tenth are left."""


class VerdictFrame(Outgoing, frozen=True, tag="verdict"):
    """Whether your board can still be won. Sent only to you, while your alarm is on.

    A better verdict may follow for the same `n`. `lost` holds until you undo.
    """

    n: int
    """The number of the board's last action."""
    verdict: Chances
    """What the solver knows; `unknown` if a second was not enough."""


class Hinted(Outgoing, frozen=True, tag="hint"):
    """The answer to your `hint`."""

    n: int
    """The number of the board's last action."""
    verdict: Chances
    """What the solver knows; `unknown` if its time was not enough."""
    move: str | None
    """A move that leads to a win; `null` unless the board is `winnable`."""


class Reacted(Outgoing, frozen=True, tag="reaction"):
    """A player reacted just now. It isn't stored: who connects later doesn't hear of it."""

    seat: int
    """The number of the player's seat."""
    r: Reaction
    """What the player says."""


class Begun(Outgoing, frozen=True):
    """The practice you asked for with `restart` is open."""

    code: str
    """Its code: connect there."""


class Refused(Outgoing, frozen=True, omit_defaults=True):
    """Something you sent was not done."""

    n: int | None
    """The number of the action; `null` if it was not an action."""
    code: SocketCode
    """The reason, for programs: see [Refusal codes](#refusal-codes)."""
    detail: str
    """The reason, for people, in the connection's language."""
    retry_after: Milliseconds | None = None
    """When to send it again, if the code is `too-fast`; absent otherwise."""


class Slow(Outgoing, frozen=True):
    """Your action waits to be stored, and will be answered; send nothing more until then."""


class Pong(Outgoing, frozen=True):
    """The server is there."""


class ReadProbe(Outgoing, frozen=True, tag="ping"):
    """Answer `pong` with this `k` once you have read everything before it. Sent after every
    64 KiB; after 192 KiB more without an answer you are disconnected. Players get one every few
    seconds until the race is over; who doesn't answer is shown as away.
    """

    k: int
    """A random number."""


def encode(message: Outgoing) -> str:
    """Return the text frame of a message."""
    return _encoder.encode(message).decode()
