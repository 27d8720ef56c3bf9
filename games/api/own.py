"""Your own account: who you are, and your races."""

from __future__ import annotations

from typing import Annotated

from dmr import Query
from msgspec import Meta, Struct

from games.api.callers import Bearer, caller
from games.api.entries import EntryDocument, entry_document
from games.api.players import Named, Number, named
from games.api.resource import Resource
from games.models import Entry
from games.models.people.token import Scope

PAGE = 50


class Own(Struct, frozen=True):
    """Your account."""

    player: Named
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
        codes = list(seats.values_list("race__code", flat=True)[:PAGE])
        return Own(named(me), me.private, me.show_online, codes)


class OwnRaces(Struct, frozen=True):
    """Your finished runs."""

    races: Annotated[list[EntryDocument], Meta(description="Newest first.")]
    next: Annotated[
        int | None, Meta(description="What to send as `before` for the next; null at the end.")
    ]


class OwnRacesQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which runs."""

    before: Annotated[Number | None, Meta(description="`next` of the runs before.")] = None
    limit: Annotated[int, Meta(description="How many runs.", ge=1, le=PAGE)] = PAGE


class OwnRacesResource(Resource):
    """Your finished runs."""

    auth = (Bearer(Scope.READ),)

    def get(self, parsed_query: Query[OwnRacesQuery]) -> OwnRaces:
        """List your runs in races that are over, practices too."""
        played = Entry.objects.history(caller(self.request).pk).select_related("player", "race")
        played = played.order_by("-pk")
        if parsed_query.before is not None:
            played = played.filter(pk__lt=parsed_query.before)
        found = list(played[: parsed_query.limit])
        more = len(found) == parsed_query.limit
        return OwnRaces([entry_document(entry) for entry in found], found[-1].pk if more else None)
