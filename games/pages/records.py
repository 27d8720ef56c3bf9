"""Whole games to take along: the record of an entry."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from games.engine import Action, Deal, Record, Rules
from games.engine.record import ENDINGS
from games.models import Entry
from games.models.visibility.access import replayable_by
from games.pages.clock import now
from games.pages.guests import known_player
from games.racing import Kind


@require_safe
def record(request: HttpRequest, pk: int) -> HttpResponse:
    """The record of an entry as a file, for those who may see the run."""
    entries = Entry.objects.filter(replayable_by(known_player(request), now()))
    entry = get_object_or_404(entries.select_related("player", "race__deal"), pk=pk)
    name = f"{entry.race.code}-{entry.seat + 1}.txt"
    return HttpResponse(
        str(record_of(entry)),
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def record_of(entry: Entry) -> Record:
    """Everything that was done in an entry, with the deal's key if it has one."""
    race = entry.race
    remarks = {"Player": entry.player.name.replace('"', "'"), "Race": race.code}
    if race.starts_at is not None:
        remarks["Date"] = race.starts_at.date().isoformat()
    return Record(
        rules=Rules.parse(race.rules),
        deal=Deal.parse(race.deal.cards),
        actions=tuple(_action(a.ms, a.text, a.automatic) for a in entry.actions.all()),
        key=None if race.deal.key is None else bytes(race.deal.key),
        remarks=tuple(remarks.items()),
        free_undo=Kind(race.kind).free_undo,
    )


def _action(ms: int, text: str, automatic: bool) -> Action:
    # In a record only moves have a mark: that nobody presses the bell goes without saying.
    return Action(ms, text, automatic and text not in ENDINGS)
