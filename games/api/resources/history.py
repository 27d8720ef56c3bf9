"""A player's finished runs, newest first."""

from __future__ import annotations

from typing import Annotated

from dmr import Path, Query, modify
from msgspec import Meta, Struct

from games.api.requests.paging import Next, PageQuery, page
from games.api.requests.resource import NOT_FOUND, Resource
from games.api.resources.entries import EntryDocument, entry_document
from games.api.resources.players import PlayerPath, found_player
from games.models import Entry
from games.models.races.entry import EntryQuerySet
from games.models.visibility import is_profile_hidden_from, seen_by
from games.pages.site.clock import now
from games.racing import Kind


class Runs(Struct, frozen=True):
    """Finished runs."""

    races: Annotated[list[EntryDocument], Meta(description="Newest first.")]
    next: Next


class HistoryResource(Resource):
    """A player's finished runs."""

    @modify(extra_responses=[NOT_FOUND])
    def get(self, parsed_path: Path[PlayerPath], parsed_query: Query[PageQuery]) -> Runs:
        """List a player's runs in races that are over; none of a private player."""
        player = found_player(parsed_path.id)
        if is_profile_hidden_from(player, None):
            return Runs([], None)
        seen = Entry.objects.history(player.pk).filter(seen_by(None, now()))
        return runs(seen.exclude(race__kind=Kind.SOLO), parsed_query)


def runs(played: EntryQuerySet, asked: PageQuery) -> Runs:
    """Return a page of finished runs that may be seen."""
    found, following = page(played.select_related("player", "race"), asked)
    return Runs([entry_document(entry) for entry in found], following)
