"""Your own account: who you are, and your races."""

from __future__ import annotations

from typing import Annotated

from dmr import Query
from msgspec import Meta, Struct

from games.api.requests.callers import Bearer, caller
from games.api.requests.paging import LONGEST_PAGE, PageQuery
from games.api.requests.resource import Resource
from games.api.resources.history import Runs, runs
from games.api.resources.players import PlayerRef, player_ref
from games.models import Entry
from games.models.people.token import Scope


class Own(Struct, frozen=True):
    """Your account."""

    player: PlayerRef
    private: Annotated[bool, Meta(description="Whether others see only your name and places.")]
    show_online: Annotated[bool, Meta(description="Whether others see when you are here.")]
    races: Annotated[list[str], Meta(description="The codes of your unfinished races.")]


class OwnResource(Resource):
    """Your account."""

    auth = (Bearer(Scope.READ),)

    def get(self) -> Own:
        """Return who you are and where you have a seat."""
        me = caller(self.request)
        seats = Entry.objects.filter(player=me, race__closed_at=None).order_by("-pk")
        codes = list(seats.values_list("race__code", flat=True)[:LONGEST_PAGE])
        return Own(player_ref(me), me.private, me.show_online, codes)


class OwnRacesResource(Resource):
    """Your finished runs."""

    auth = (Bearer(Scope.READ),)

    def get(self, parsed_query: Query[PageQuery]) -> Runs:
        """List your runs in races that are over, practices too."""
        return runs(Entry.objects.history(caller(self.request).pk), parsed_query)
