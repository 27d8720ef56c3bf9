"""A run's boards, one after each action."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Final

from dmr import Path, Query, ResponseSpec, modify
from msgspec import Meta, Struct

from games.api.requests.callers import Bearer, known_caller
from games.api.requests.problems import Problem, refusal
from games.api.requests.resource import NOT_FOUND, Resource
from games.api.resources.entries import EntryPath, found_entry
from games.engine.board import Outcome
from games.live.protocol import Milliseconds
from games.models.people.token import Scope
from games.racing import frames
from games.racing.capacity import PRACTICE_ACTIONS

PAGE = 100

REMOVED: Final = "The site has removed the moves of this run for their age. Its result stays."

GONE: Final = ResponseSpec(
    Problem,
    status_code=HTTPStatus.GONE,
    description="The site has removed the moves of this run for their age.",
)


class Frame(Struct, frozen=True):
    """The board after an action, as its player saw it."""

    number: Annotated[int, Meta(description="The action's number; 0 is the deal.")]
    action: Annotated[str, Meta(description="As in the record; empty for the deal.")]
    automatic: Annotated[bool, Meta(description="Whether the server played it.")]
    ms: Annotated[Milliseconds, Meta(description="Milliseconds after the start.")]
    piles: Annotated[
        dict[str, str],
        Meta(description="Each pile by name: its cards from the bottom up; `??` lay face down."),
    ]
    progress: Annotated[int, Meta(description="How far the board is, 0 to 52.")]
    outcome: Annotated[Outcome | None, Meta(description="Null while the game goes on.")]


class Frames(Struct, frozen=True):
    """A stretch of a run's boards."""

    frames: list[Frame]
    next: Annotated[
        int | None,
        Meta(
            description="What to send as `after` for the next, `0` after the deal; null at the end."
        ),
    ]


class FramesQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which boards."""

    after: Annotated[
        Annotated[int, Meta(ge=0, le=2 * PRACTICE_ACTIONS)] | None,
        Meta(description="`next` of the boards before."),
    ] = None
    limit: Annotated[int, Meta(description="How many boards.", ge=1, le=PAGE)] = PAGE


class FramesResource(Resource):
    """The boards of a run."""

    auth = (Bearer(Scope.READ, optional=True),)

    @modify(extra_responses=[NOT_FOUND, GONE])
    def get(self, parsed_path: Path[EntryPath], parsed_query: Query[FramesQuery]) -> Frames:
        """Return the boards of a run in a race that is over, from the deal on."""
        entry = found_entry(parsed_path.id, known_caller(self.request))
        if entry.race.actions_removed_at is not None:
            raise refusal(HTTPStatus.GONE, REMOVED)
        record = entry.record()
        first = 0 if parsed_query.after is None else parsed_query.after + 1
        end = min(first + parsed_query.limit, len(record.actions) + 1)
        shown = frames(record, range(first, end)) if first < end else []
        return Frames(
            [
                Frame(
                    number=frame.number,
                    action=frame.action,
                    automatic=frame.automatic and frame.number > 0,
                    ms=frame.ms,
                    piles=frame.board["piles"],
                    progress=frame.board["progress"],
                    outcome=frame.board["outcome"],
                )
                for frame in shown
            ],
            end - 1 if first < end <= len(record.actions) else None,
        )
