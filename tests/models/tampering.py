"""What somebody with a shell tries on races, by the plainest means, in a database of its own."""

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
from tests.models.tables import END, ZERO, act, closed_race, open_race, started_race


def dealt(*players: Player) -> Race:
    """A race whose cards are on the table, and nobody has moved."""
    race = started_race(*players)
    Race.objects.deal_out([race.code], at(ZERO))
    return race


def played(*players: Player) -> Race:
    """A race in which somebody has moved, though nobody has stored that it is dealt."""
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
    """The fields that say what a race is."""
    return [
        field.name
        for field in Race._meta.concrete_fields
        if not field.primary_key and field.column not in MAY_CHANGE
    ]


def another(name: str) -> object:
    """A value that a field of an open race may have, and does not."""
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
    """The ways of changing what a race is or who sits in it."""
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
    """Which attempts succeed at each stage of a race, and what else has to stay possible."""
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
    """Whether a seat of a dealt race can be taken after tables were made anew, and emptied."""
    return {
        "migrated": taken_after(
            partial(call_command, "migrate", "games", "0013", verbosity=0),
            partial(call_command, "migrate", verbosity=0),
        ),
        "flushed": taken_after(partial(call_command, "flush", verbosity=0, interactive=False)),
    }


def written_before_the_guards() -> int:
    """How many races can be written after a release that knows no guards has come back."""
    closed_race(Player.objects.create_guest())
    call_command("migrate", "games", "0015", verbosity=0)
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
    """Whether the database lets somebody do a thing, which is taken back."""
    try:
        with transaction.atomic():
            attempt()
            transaction.set_rollback(True)
    except IntegrityError:
        return False
    return True


def run(name: str) -> None:
    """Print what came of the attempts."""
    found: Callable[[], Any] = globals()[name]
    json.dump(found(), sys.stdout)
