"""The players of an event, whom its organiser may remove."""

from __future__ import annotations

from typing import Annotated

from dmr import Path, modify
from msgspec import Meta, Struct

from games.api.requests.callers import WRITES, Bearer, caller
from games.api.requests.resource import NOT_FOUND, REFUSED, Resource
from games.api.requests.schemas import Number
from games.api.resources.competitions import (
    CompetitionDocument,
    competition_document,
    found_competition,
)
from games.models.people.token import Scope
from games.models.play.event_removal import remove_player
from games.pages.site.clock import now


class CompetitionPlayerPath(Struct, frozen=True):
    """Which player of which event."""

    code: Annotated[str, Meta(description="The event's code, in either case.")]
    id: Annotated[Number, Meta(description="The player's number.")]


class CompetitionRemoveResource(Resource):
    """Removing a player from an event."""

    auth = (Bearer(Scope.RACE),)

    @modify(extra_responses=[NOT_FOUND, REFUSED], throttling=[WRITES])
    def post(self, parsed_path: Path[CompetitionPlayerPath]) -> CompetitionDocument:
        """Remove a player from an event of yours, for good. A round under way still counts."""
        me = caller(self.request)
        event = found_competition(parsed_path.code)
        return competition_document(remove_player(event, me, parsed_path.id, now), me)
