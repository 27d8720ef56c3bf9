"""The stored entries of a race of two."""

from __future__ import annotations

from games.models import Entry, Player
from games.models.races.new_race import new_race
from games.models.races.transition import change_race
from tests.clocks import at

NOW = 1_700_000_000_000


def two_entries() -> tuple[Entry, Entry]:
    """Store a race of two guests and return their entries."""
    one, other = Player.objects.create_guest(), Player.objects.create_guest()
    race = new_race(one, "agnes-sorel", at(NOW))
    change_race(race.code, lambda r, now: r.join(other.pk, other.name, True, now), at(NOW))
    first, second = race.entries.order_by("seat")
    return first, second
