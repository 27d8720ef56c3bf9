"""Marking runs as assisted."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from games import racing
from games.models.database.holding import held
from games.models.races.entry import Entry
from games.models.races.race import Race
from games.models.visibility import refuse_help


def mark_assisted(entry: int, now: int, hints: int = 0) -> None:
    """Mark a running entry as assisted, permanently, if it may be helped; count hints given.

    :raises RefusedError: if it may not be helped now; it isn't marked then.
    """
    over = racing.RefusedError("race-over", "The race is over.")
    running = Entry.objects.filter(pk=entry, race__closed_at=None)
    found = running.select_related("race__deal", "player").first()
    if found is None:
        raise over
    if not found.race.helped:
        raise racing.RefusedError("no-help", "This race doesn't allow help.")
    refuse_help(found, now)
    if hints or not found.assisted:
        with transaction.atomic():
            # The lock orders this before the close, which then settles the run as assisted, or
            # after it.
            if not held(Race.objects.filter(pk=found.race_id, closed_at=None)):
                raise over
            Entry.objects.filter(pk=entry).update(assisted=True, hints=F("hints") + hints)
