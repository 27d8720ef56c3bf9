"""A finished race as one JSON document: `docs/reference/verification.md` describes the format."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from games.engine import Action, Deal, Rules
from games.racing.capacity import PRACTICE_ACTIONS
from games.racing.code import ALPHABET, CODE_LENGTH
from games.racing.kind import Kind
from games.racing.race import MAX_SEATS
from games.racing.run import Run, RunState
from games.racing.verification.fields import Field, parse_json

FORMAT: Final = "same-deal-race/1"
METHOD: Final = "sha-256"
"""How a commitment is made: the SHA-256 of the key's bytes, in hex."""
SHUFFLE: Final = "deal/1"
"""How a key deals the cards: see `Deal.from_key`."""

MOST_LINES: Final = PRACTICE_ACTIONS + 53
"""The actions of the longest run, 52 that finish it, and its ending."""


class Committed(StrEnum):
    """When the commitment was shown."""

    BEFORE = "before-start"
    """As soon as the race had its deal."""
    START = "at-start"
    """At the start, since the deal is a published one: its commitment would have told it."""


@dataclass(frozen=True)
class PlayedRun:
    """A player's run: the actions, and the result as the server gives it."""

    name: str
    assisted: bool
    void_reason: str
    """Why staff voided the run; empty if it counts."""
    actions: tuple[Action, ...]
    result: Run
    """Without `last_at`, which the actions tell."""
    place: int | None


@dataclass(frozen=True)
class RaceDocument:
    """A race that is over, with everything that gave its places. Runs are in seat order."""

    code: str
    kind: Kind
    rules: Rules
    deal: Deal
    key: bytes | None
    """None for cards that a player or operator listed."""
    commitment: str | None
    committed: Committed
    countdown: int
    limit: int | None
    starts_at: int
    closed_at: int
    runs: tuple[PlayedRun, ...]

    def __str__(self) -> str:
        return json.dumps(self._as_json(), ensure_ascii=False, separators=(",", ":")) + "\n"

    def _as_json(self) -> dict[str, Any]:
        drawn = None
        if self.key is not None:
            drawn = {
                "key": self.key.hex(),
                "shuffle": SHUFFLE,
                "commitment": self.commitment,
                "method": METHOD,
                "shown": self.committed.value,
            }
        return {
            "format": FORMAT,
            "code": self.code,
            "kind": self.kind.value,
            "rules": str(self.rules),
            "cards": str(self.deal),
            "drawn": drawn,
            "countdown": self.countdown,
            "limit": self.limit,
            "starts_at": self.starts_at,
            "closed_at": self.closed_at,
            "runs": [_run_as_json(run) for run in self.runs],
        }

    @classmethod
    def parse(cls, content: bytes) -> RaceDocument:
        """Read a document; whether it is true is for `verify` to say.

        :raises DocumentError: if it isn't in the format, with the place.
        """
        root = parse_json(content)
        if not isinstance(root.value, dict) or root.value.get("format") != FORMAT:
            found = root.value.get("format") if isinstance(root.value, dict) else root.value
            raise Field("format", found).fail(repr(FORMAT))
        names = ("format", "code", "kind", "rules", "cards", "drawn", "countdown", "limit")
        _, code, kind, rules, cards, drawn, countdown, limit, starts_at, closed_at, runs = (
            root.fields(*names, "starts_at", "closed_at", "runs")
        )
        key, commitment, committed = drawn.optional(_drawn) or (None, None, Committed.BEFORE)
        return cls(
            code=code.matching(f"[{ALPHABET}]{{{CODE_LENGTH}}}", "a race code such as QFXKMP"),
            kind=kind.parsed(Kind, 8),
            rules=rules.parsed(Rules.parse, 255),
            deal=cards.parsed(Deal.parse, 52 * 3 - 1),
            key=key,
            commitment=commitment,
            committed=committed,
            countdown=countdown.number(),
            limit=limit.optional(Field.number),
            starts_at=starts_at.number(),
            closed_at=closed_at.number(),
            runs=tuple(_run(run) for run in runs.items(1, MAX_SEATS)),
        )


def _drawn(field: Field) -> tuple[bytes, str, Committed]:
    key, shuffle, commitment, method, shown = field.fields(
        "key", "shuffle", "commitment", "method", "shown"
    )
    for known, value in ((shuffle, SHUFFLE), (method, METHOD)):
        if known.value != value:
            raise known.fail(repr(value))
    return (
        bytes.fromhex(key.matching("([0-9a-f]{2}){1,64}", "a key in lower-case hex")),
        commitment.matching("[0-9a-f]{64}", "64 lower-case hex digits"),
        shown.parsed(Committed, 16),
    )


def _run(field: Field) -> PlayedRun:
    name, assisted, void, actions, result, place = field.fields(
        "name", "assisted", "void", "actions", "result", "place"
    )
    return PlayedRun(
        name=name.text(200),
        assisted=assisted.flag(),
        void_reason=void.text(200),
        actions=tuple(_action(action) for action in actions.items(0, MOST_LINES)),
        result=_result(result),
        place=place.optional(lambda field: field.number(1, MAX_SEATS)),
    )


def _result(field: Field) -> Run:
    state, progress, progress_at, moves, undos, time = field.fields(
        "state", "progress", "progress_at", "moves", "undos", "time"
    )
    return Run(
        state=state.parsed(RunState, 8),
        progress=progress.number(0, 52),
        progress_at=progress_at.optional(Field.number),
        moves=moves.number(),
        undos=undos.number(),
        time=time.optional(Field.number),
    )


def _action(field: Field) -> Action:
    ms, text, *stars = field.items(2, 3)
    for star in stars:
        if star.value != "*":
            raise star.fail("'*'")
    return Action(
        ms.number(),
        text.matching("[a-z][a-z0-9]{1,11}", "a move, deal, undo or an ending"),
        bool(stars),
    )


def _run_as_json(run: PlayedRun) -> dict[str, Any]:
    result = run.result
    return {
        "name": run.name,
        "assisted": run.assisted,
        "void": run.void_reason,
        "actions": [
            [action.ms, action.text, "*"] if action.automatic else [action.ms, action.text]
            for action in run.actions
        ],
        "result": {
            "state": result.state.value,
            "progress": result.progress,
            "progress_at": result.progress_at,
            "moves": result.moves,
            "undos": result.undos,
            "time": result.time,
        },
        "place": run.place,
    }
