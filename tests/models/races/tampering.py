"""Attempts to tamper with races by plain queries, as from a shell, in a fresh database."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction
from django.db.models import F
from django.db.models.functions import Coalesce

from games.models import Deal, Entry, Player, Race
from games.models.database.instants import to_datetime
from games.models.races.guards import MAY_CHANGE
from tests.clocks import at
from tests.models.history import migrate_one_by_one
from tests.models.stored_races import END, ZERO, act, closed_race, open_race, started_race


def dealt(*players: Player) -> Race:
    """Open a race whose cards are dealt, without moves."""
    race = started_race(*players)
    Race.objects.deal_out([race.code], at(ZERO))
    return race


def played(*players: Player) -> Race:
    """Open a race that has an action, though its dealing isn't stored."""
    race = started_race(*players)
    act(race, players[0], "deal")
    return race


STAGES: Mapping[str, Callable[..., Race]] = {
    "open": open_race,
    "counting": started_race,
    "dealt": dealt,
    "played": played,
    "closed": closed_race,
}


def fixed() -> list[str]:
    """Return the fields of a race that are frozen once it is dealt."""
    return [
        field.name
        for field in Race._meta.concrete_fields
        if not field.primary_key and field.column not in MAY_CHANGE
    ]


def another(name: str) -> object:
    """Return a valid value for a field, other than the one that an open race has."""
    match Race._meta.get_field(name):
        case models.ForeignKey():
            return Deal.objects.draw(bytes(32)).pk
        case models.BooleanField():
            return ~F(name)
        case models.DateTimeField():
            return to_datetime(1)
        case models.CharField():
            return "ranked"
        case field:
            assert isinstance(field, models.IntegerField)
            return Coalesce(F(name), 5) + 1


def attempts(race: Race) -> Mapping[str, Callable[[], object]]:
    """Return the ways to change a race or its seats, by name."""
    row, seats = Race.objects.filter(pk=race.pk), Entry.objects.filter(race=race)
    elsewhere = open_race(Player.objects.create_guest())
    late = Player.objects.create_guest()
    columns = {name: partial(row.update, **{name: another(name)}) for name in fixed()}
    return columns | {
        "sit down": lambda: Entry.objects.create(race=race, player=late, seat=5),
        "throw out": lambda: seats.filter(seat=1).delete(),
        "change seats": lambda: seats.filter(seat=1).update(seat=7),
        "take elsewhere": lambda: seats.filter(seat=1).update(race=elsewhere, seat=9),
        "bring here": lambda: elsewhere.entries.update(race=race, seat=9),
    }


def tamper() -> dict[str, Any]:
    """Report which attempts succeed at each stage of a race, and which changes still work."""
    done: dict[str, list[str]] = {}
    for stage, make in STAGES.items():
        race = make(Player.objects.create_guest(), Player.objects.create_guest())
        done[stage] = [name for name, attempt in attempts(race).items() if succeeds(attempt)]
    race = closed_race(Player.objects.create_guest(), Player.objects.create_guest())
    row = Race.objects.filter(pk=race.pk)
    entry = race.entries.get(seat=0)
    entry.save()
    return {
        "done": done,
        "fields": fixed(),
        "unmade": [
            name
            for name, attempt in {
                "deal again": lambda: row.update(dealt_at=None),
                "deal later": lambda: row.update(dealt_at=to_datetime(END + 1)),
                "reopen": lambda: row.update(closed_at=None),
                "no guest": lambda: race.entries.update(as_guest=False),
            }.items()
            if succeeds(attempt)
        ],
        "left": {
            "update": row.update(version=F("version") + 1, lobby="", booked=True),
            "absorb": Entry.objects.filter(pk=entry.pk).update(player=account()),
            "delete": bool(Race.objects.get(pk=race.pk).delete()),
        },
    }


def tables_anew() -> dict[str, bool]:
    """Report whether a dealt race can be joined after tables were recreated, and emptied."""
    return {
        "migrated": taken_after(
            partial(migrate_one_by_one, "games", "0013"),
            partial(call_command, "migrate", verbosity=0),
        ),
        "flushed": taken_after(partial(call_command, "flush", verbosity=0, interactive=False)),
    }


def written_before_the_guards() -> int:
    """Return how many races can be updated after migrating back to before the guards."""
    closed_race(Player.objects.create_guest())
    migrate_one_by_one("games", "0015")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_race SET version = version + 1")
        written: int = cursor.rowcount
    call_command("migrate", verbosity=0)
    return written


def taken_after(*commands: Callable[[], object]) -> bool:
    for command in commands:
        command()
    race, late = dealt(Player.objects.create_guest()), Player.objects.create_guest()
    return succeeds(partial(Entry.objects.create, race=race, player=late, seat=5))


def account() -> Player:
    return Player.objects.create_user("dora")


def succeeds(attempt: Callable[[], object]) -> bool:
    """Tell whether the database accepts an attempt, which is rolled back."""
    try:
        with transaction.atomic():
            attempt()
            transaction.set_rollback(True)
    except IntegrityError:
        return False
    return True


def run(name: str) -> None:
    """Print the result of a function of this module as JSON."""
    found: Callable[[], Any] = globals()[name]
    json.dump(found(), sys.stdout)
