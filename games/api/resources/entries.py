"""A player's run in a race that is over, and its record."""

from __future__ import annotations

from typing import Annotated

from django.http import Http404
from dmr import Path, modify
from msgspec import Meta, Struct

from games.api.requests.callers import Bearer, known_caller
from games.api.requests.resource import NOT_FOUND, Resource
from games.api.requests.schemas import Instant, Number
from games.api.resources.players import PlayerRef, player_ref
from games.api.resources.races import RunFigures
from games.models import Entry, Player
from games.models.people.token import Scope
from games.models.visibility import open_to
from games.pages.site.clock import now
from games.racing import Kind, RunState


class EntryDocument(RunFigures, frozen=True):
    """A run in a race that is over."""

    id: Annotated[int, Meta(description="The run's number.")]
    code: Annotated[str, Meta(description="The race's code.")]
    rules: Annotated[str, Meta(description="The rules: `GAME/PRESET+OPTION=VALUE`.")]
    kind: Kind
    starts_at: Instant | None
    player: PlayerRef
    place: Annotated[
        int | None,
        Meta(
            description="From 1; equals share one. Null until someone moves or leaves, or if void."
        ),
    ]
    assisted: Annotated[bool, Meta(description="Whether help was used: the run is not ranked.")]
    voided: Annotated[str, Meta(description="Why staff voided the run; empty if it counts.")]


class Recorded(Struct, frozen=True):
    """A run with its record."""

    run: EntryDocument
    record: Annotated[
        str | None,
        Meta(
            description="The deal and each action with its time, as `/entry/ID/record` has it;"
            " null once the site has removed the moves for their age."
        ),
    ]


class EntryPath(Struct, frozen=True):
    """Which run."""

    id: Annotated[Number, Meta(description="The run's number.")]


class EntryResource(Resource):
    """A run."""

    auth = (Bearer(Scope.READ, optional=True),)

    @modify(extra_responses=[NOT_FOUND])
    def get(self, parsed_path: Path[EntryPath]) -> Recorded:
        """Return a run in a race that is over, with its record."""
        entry = found_entry(parsed_path.id, known_caller(self.request))
        is_kept = entry.race.actions_removed_at is None
        return Recorded(entry_document(entry), str(entry.record()) if is_kept else None)


def found_entry(pk: int, player: Player | None) -> Entry:
    """Return a run with its player and its deal; its actions may have been removed.

    :raises Http404: if there is none that the player may see.
    """
    seen = Entry.objects.filter(open_to(player, now()), pk=pk)
    entry = seen.select_related("player", "race__deal").first()
    if entry is None:
        raise Http404(f"There is no run {pk} that you may see.")
    return entry


def entry_document(entry: Entry) -> EntryDocument:
    """Return a run in a race that is over, for those who may see it."""
    race = entry.race
    return EntryDocument(
        id=entry.pk,
        code=race.code,
        rules=race.rules,
        kind=Kind(race.kind),
        starts_at=race.starts_at,
        player=player_ref(entry.player),
        state=RunState(entry.state),
        progress=entry.progress,
        moves=entry.moves,
        undos=entry.undos,
        time=entry.time_ms,
        place=entry.place,
        assisted=entry.assisted,
        voided=entry.void_reason,
    )
