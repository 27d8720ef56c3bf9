"""The lines of the file: a JSON object each, of one of these kinds. A head comes first."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import Annotated, Any, BinaryIO, Final, TypeAlias

import msgspec
from msgspec import Meta, Struct

from games.models import NoticeKind
from games.models.deals.difficulty import StoredDifficulty
from games.models.deals.proof import ProofKind
from games.models.people.names import NAME_LENGTH
from games.racing import LIMIT_BOUNDS, RunState
from games.racing.code import ALPHABET, CODE_LENGTH

FORMAT: Final = "same-deal-site"
VERSION: Final = 1

LONGEST: Final = 2**20
"""The most bytes of a line: more than the longest run takes."""

Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Instant: TypeAlias = Annotated[datetime, Meta(tz=True)]
Username: TypeAlias = Annotated[str, Meta(min_length=1, max_length=150)]
Rules: TypeAlias = Annotated[str, Meta(max_length=255)]


class TransferError(Exception):
    """The file can't be read. The message begins with the line."""

    def __init__(self, number: int, why: object) -> None:
        super().__init__(f"line {number}: {why}")


class Line(Struct, frozen=True, tag_field="is", forbid_unknown_fields=True):
    """A line of the file."""


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """An object inside a line."""


class Head(Line, frozen=True, tag=FORMAT):
    """What the file is, and how many lines of each kind follow."""

    version: int
    written_at: Instant
    players: Count
    follows: Count
    dailies: Count
    runs: Count


class Email(Part, frozen=True):
    """A mail address of an account."""

    address: Annotated[str, Meta(max_length=254)]
    verified: bool
    primary: bool


class RatingLine(Part, frozen=True):
    """How strong an account is at a game, after so many ranked races."""

    game: str
    mu: Annotated[float, Meta(ge=-1000, le=1000)]
    sigma: Annotated[float, Meta(gt=0, le=1000)]
    races: Annotated[int, Meta(ge=1, le=2**31 - 1)]


class PlayerLine(Line, frozen=True, tag="player"):
    """An account with its settings; of guests and deleted ones, what their runs need."""

    username: Username
    name: Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
    joined: Instant
    guest: bool = False
    bot: bool = False
    owner: Username | None = None
    """Who answers for a bot; that line comes earlier."""
    deleted: Instant | None = None
    active: bool = True
    password: Annotated[str, Meta(max_length=128)] = ""
    """Its hash; empty if there is none."""
    email: Annotated[str, Meta(max_length=254)] = ""
    emails: tuple[Email, ...] = ()
    private: bool = False
    show_online: bool = True
    quiet: tuple[NoticeKind, ...] = ()
    language: str | None = None
    ratings: tuple[RatingLine, ...] = ()


class FollowLine(Line, frozen=True, tag="follow"):
    """One player following another."""

    follower: Username
    followed: Username
    since: Instant


class ProofLine(Part, frozen=True):
    """The verdict on the deal under some rules."""

    rules: Rules
    kind: ProofKind
    states: Annotated[int, Meta(ge=0, le=2**63 - 1)]
    line: str
    difficulty: StoredDifficulty | None


class DailyLine(Line, frozen=True, tag="daily"):
    """The challenge of a day that is over. Its runs follow."""

    game: str
    day: date
    rules: Rules
    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    """The cards and the commitment follow from it."""
    public: bool
    limit: Annotated[int, Meta(ge=LIMIT_BOUNDS[0] // 1000, le=LIMIT_BOUNDS[1] // 1000)]
    created: Instant
    proofs: tuple[ProofLine, ...] = ()


class ResultLine(Part, frozen=True):
    """What a run came to."""

    state: RunState
    progress: Annotated[int, Meta(ge=0, le=52)]
    progress_at: Count | None
    moves: Count
    undos: Count
    last_at: Count | None
    time: Count | None


class RunLine(Line, frozen=True, tag="run"):
    """An attempt at the challenge of the line above that is over."""

    player: Username
    code: Annotated[str, Meta(pattern=f"^[{ALPHABET}]{{{CODE_LENGTH}}}$")]
    ranked: bool
    created: Instant
    starts: Instant
    closed: Instant
    countdown: Annotated[int, Meta(ge=3, le=60)]
    as_guest: bool
    assisted: bool
    hints: Count
    void: Annotated[str, Meta(max_length=200)]
    place: Annotated[int, Meta(ge=1, le=32767)] | None
    result: ResultLine
    record: str | None
    """The record that anyone can check; null once the moves were removed."""
    removed: Instant | None


AnyLine: TypeAlias = Head | PlayerLine | FollowLine | DailyLine | RunLine

_DECODER: Final[msgspec.json.Decoder[AnyLine]] = msgspec.json.Decoder(AnyLine)


def written(line: Line) -> bytes:
    """Return a line as the file has it."""
    return msgspec.json.encode(line) + b"\n"


def read_lines(file: BinaryIO) -> Iterator[tuple[int, AnyLine]]:
    """Yield the lines of a file with their numbers: the head first, and no other.

    :raises TransferError: if a line is no such line, or the format is another one.
    """
    number = 0
    while raw := file.readline(LONGEST + 1):
        number += 1
        if len(raw) > LONGEST:
            raise TransferError(number, f"it has more than {LONGEST:,} bytes")
        if number == 1:
            _check_format(raw)
        line = _read(number, raw)
        if isinstance(line, Head) is not (number == 1):
            raise TransferError(number, f"the line {FORMAT!r} comes first, and once")
        yield number, line
    if number == 0:
        raise TransferError(1, "the file is empty")


def _read(number: int, raw: bytes) -> AnyLine:
    try:
        return _DECODER.decode(raw)
    except msgspec.ValidationError as error:
        raise TransferError(number, error) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise TransferError(number, f"it isn't JSON, or cut off: {error}") from None
    except RecursionError:
        raise TransferError(number, "it is nested too deeply") from None


def _check_format(raw: bytes) -> None:
    """Refuse what isn't such a file, or is of another version.

    :raises TransferError: naming what would be right.
    """
    try:
        head: Any = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        head = None
    if not isinstance(head, dict) or head.get("is") != FORMAT:
        raise TransferError(1, "this is no file that `manage.py export` has written")
    version = head.get("version")
    if version != VERSION:
        newer = isinstance(version, int) and version > VERSION
        advice = "update this site first" if newer else "nobody writes that any more"
        raise TransferError(
            1, f"its format is {version!r}, and this release reads {VERSION}: {advice}"
        )
