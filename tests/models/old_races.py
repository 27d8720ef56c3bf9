"""Races that ended long ago, and whose actions are removed."""

from __future__ import annotations

from pathlib import Path

from django.utils import timezone

from games.background.retention import remove_old_actions
from games.models import Action, Analysis, Entry, Player, Race, Review
from games.models.races.closing import close_race
from games.models.standings.booking import book_closed
from games.racing import Kind
from tests.clocks import at
from tests.models.dailies import DAY
from tests.models.stored_races import END, act, winnable_race

DAYS = 30

LATER = END + DAYS * DAY + 1
"""When the races of these tests are old."""


def raced(alice: Player, bob: Player, kind: Kind = Kind.RANKED) -> Race:
    """Store a race that Alice led when she stopped; Bob left."""
    race, moves = winnable_race(alice, bob, kind=kind)
    act(race, alice, *moves[:20], "end")
    act(race, bob, "deal", "forfeit")
    close_race(race, at(END))
    return race


def actions(race: Race) -> int:
    return Action.objects.filter(entry__race=race).count()


def done_with(race: Race) -> None:
    """Do with a closed race what workers do: book it, analyse its runs, review them."""
    book_closed()
    moved = Entry.objects.filter(race=race, moves__gt=0, analysis=None)
    Analysis.objects.bulk_create(Analysis(entry=entry) for entry in moved)
    Review.objects.pending().update(reviewed_at=timezone.now())


def remove(now: int = LATER, archive: Path | None = None) -> int:
    return remove_old_actions(DAYS, archive, at(now))


def removed(race: Race) -> Race:
    """Return a closed race after its actions were removed."""
    done_with(race)
    assert remove() == 1
    return Race.objects.select_related("deal").get(pk=race.pk)
