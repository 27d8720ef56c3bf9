"""The standings of an event."""

from __future__ import annotations

from typing import Annotated

from dmr import Path, modify
from msgspec import Meta, Struct

from games.api.requests.resource import NOT_FOUND, Resource
from games.api.resources.competitions import CompetitionPath, found_competition
from games.api.resources.players import PlayerRef, player_ref
from games.models import Player
from games.models.standings.event_state import event_state
from games.pages.site.clock import now


class EventStandingRow(Struct, frozen=True):
    """A player's points."""

    place: Annotated[
        int | None,
        Meta(description="From 1; equals share one. Null for players who have moved no card."),
    ]
    player: PlayerRef
    points: Annotated[
        float, Meta(description="25, 18, 15, 12, 10, 8, 6, 4, 2, 1 by place over all tables.")
    ]
    places: Annotated[list[int], Meta(description="The places in the rounds raced, best first.")]
    left: Annotated[bool, Meta(description="Whether the player no longer takes part.")]


class CompetitionStandings(Struct, frozen=True):
    """The standings of an event, by the rounds that are over."""

    code: str
    rows: Annotated[list[EventStandingRow], Meta(description="Best first.")]


class CompetitionStandingsResource(Resource):
    """The standings of an event."""

    @modify(extra_responses=[NOT_FOUND])
    def get(self, parsed_path: Path[CompetitionPath]) -> CompetitionStandings:
        """Return the standings by the rounds that are over; the event socket has them live."""
        event = found_competition(parsed_path.code)
        state = event_state(event, now())
        found = state.standings({})
        players = Player.objects.in_bulk([one.player for one in found])
        return CompetitionStandings(
            event.code,
            [
                EventStandingRow(
                    one.place,
                    player_ref(players[one.player]),
                    float(one.points),
                    list(one.places),
                    left=one.player in state.left,
                )
                for one in found
            ],
        )
