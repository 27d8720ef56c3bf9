"""Triggers that freeze a race once its cards are dealt.

Not only code refuses: triggers hold for the admin, a shell, and code that is yet to be written.
No clock is asked. That the cards are dealt is stored, under the lock of the race, before anybody
sees them, so clocks that disagree do no harm.

They are made after every `migrate` and not by a migration: one that alters a table makes it anew on
SQLite, and would lose them without a word. Before a `migrate` that changes tables they are removed:
they would refuse what they no longer fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration

MAY_CHANGE: Final = (
    *("host_id", "lobby", "dealt_at", "closed_at", "version", "rematch_of_id", "booked"),
)
"""What may change of a race that is dealt. Any other column is fixed, a later one too."""

SEAT_COLUMNS: Final = ("race_id", "seat")

RACE: Final = "a race whose cards are dealt does not change"
SEATS: Final = "the seats of a race whose cards are dealt do not change"


def played(race: str) -> str:
    """Write the condition that an action is stored in a race."""
    return f"""EXISTS (
        SELECT 1 FROM games_action AS a JOIN games_entry AS e ON e.id = a.entry_id
        WHERE e.race_id = {race}
    )"""  # noqa: S608


def changed(columns: Iterable[str], operator: str) -> str:
    """Write the condition that one of some columns changes."""
    return "(" + " OR ".join(f"OLD.{name} {operator} NEW.{name}" for name in columns) + ")"


def race_changes(columns: Iterable[str], operator: str) -> str:
    """Write when a change of a race is refused; the operator tells values apart, and NULL."""
    fixed = [name for name in columns if name not in MAY_CHANGE]
    return f"""OLD.dealt_at IS NOT NULL AND {changed(["dealt_at"], operator)}
    OR OLD.closed_at IS NOT NULL AND NEW.closed_at IS NULL
    OR {changed(fixed, operator)}
    AND (OLD.dealt_at IS NOT NULL OR OLD.closed_at IS NOT NULL OR {played("OLD.id")})"""


RACE_UPDATE: Final = "BEFORE UPDATE ON games_race"
SEAT_UPDATE: Final = f"BEFORE UPDATE OF {', '.join(SEAT_COLUMNS)}, as_guest ON games_entry"

# A race that is over may be deleted, its actions first, then its seats.

SEATS_POSTGRES: Final = f"""
DECLARE
    touched bigint;
    dealt boolean;
    closed boolean;
BEGIN
    FOREACH touched IN ARRAY CASE TG_OP
        WHEN 'INSERT' THEN ARRAY[NEW.race_id]
        WHEN 'DELETE' THEN ARRAY[OLD.race_id]
        ELSE ARRAY[OLD.race_id, NEW.race_id]
    END LOOP
        -- Whoever deals the cards at the moment comes before this, or after it.
        SELECT dealt_at IS NOT NULL, closed_at IS NOT NULL INTO dealt, closed
            FROM games_race WHERE id = touched FOR SHARE;
        IF (CASE TG_OP
            WHEN 'INSERT' THEN dealt OR closed OR {played("touched")}
            WHEN 'DELETE' THEN dealt AND NOT closed OR {played("touched")}
            ELSE OLD.as_guest <> NEW.as_guest AND dealt
                OR {changed(SEAT_COLUMNS, "IS DISTINCT FROM")}
                AND (dealt OR closed OR {played("touched")})
        END) THEN
            RAISE EXCEPTION '{SEATS}' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END LOOP;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
"""  # noqa: S608


def postgres_functions(columns: Iterable[str]) -> Mapping[str, str]:
    """Write the bodies of the functions, for these columns of a race."""
    race = f"""
BEGIN
    IF {race_changes(columns, "IS DISTINCT FROM")} THEN
        RAISE EXCEPTION '{RACE}' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
"""
    return dict(zip(POSTGRES_FUNCTIONS, (race, SEATS_POSTGRES), strict=True))


POSTGRES_FUNCTIONS: Final = ("games_guard_race", "games_guard_seats")

POSTGRES_TRIGGERS: Final = {
    "games_guard_race": (
        *("games_race", f"{RACE_UPDATE} FOR EACH ROW EXECUTE FUNCTION games_guard_race()"),
    ),
    "games_guard_seats": (
        "games_entry",
        "BEFORE INSERT OR DELETE ON games_entry FOR EACH ROW EXECUTE FUNCTION games_guard_seats()",
    ),
    "games_guard_seat": (
        *("games_entry", f"{SEAT_UPDATE} FOR EACH ROW EXECUTE FUNCTION games_guard_seats()"),
    ),
}


def stands(race: str, condition: str) -> str:
    """Write for SQLite the condition that a race is dealt or closed, or both."""
    return f"EXISTS (SELECT 1 FROM games_race WHERE id = {race} AND ({condition}))"  # noqa: S608


def fixed(race: str) -> str:
    """Write for SQLite the condition that the seats of a race do not change any more."""
    begun = stands(race, "dealt_at IS NOT NULL OR closed_at IS NOT NULL")
    return f"({begun} OR {played(race)})"


SQLITE_TRIGGERS: Final = {
    "games_guard_seats_insert": (*("BEFORE INSERT ON games_entry", fixed("NEW.race_id"), SEATS),),
    "games_guard_seats_delete": (
        "BEFORE DELETE ON games_entry",
        stands("OLD.race_id", "dealt_at IS NOT NULL AND closed_at IS NULL")
        + f" OR {played('OLD.race_id')}",
        SEATS,
    ),
    "games_guard_seat": (
        SEAT_UPDATE,
        f"""OLD.as_guest <> NEW.as_guest AND {stands("OLD.race_id", "dealt_at IS NOT NULL")}
    OR {changed(SEAT_COLUMNS, "IS NOT")} AND ({fixed("OLD.race_id")} OR {fixed("NEW.race_id")})""",
        SEATS,
    ),
}


def put_up(using: str, **_signal: Any) -> None:
    """Make the guards of a database that are missing or not as they are here."""
    connection = connections[using]
    with connection.cursor() as cursor:
        if "games_race" not in connection.introspection.table_names(cursor):
            return
        description = connection.introspection.get_table_description(cursor, "games_race")
    columns = [column.name for column in description]
    # Without this one the database has been migrated back to before the guards.
    if "dealt_at" in columns:
        make = {"postgresql": _put_up_postgres, "sqlite": _put_up_sqlite}[connection.vendor]
        # One that is replaced is never missing in between.
        with transaction.atomic(using):
            make(connection, columns)


def take_down(
    using: str, plan: Sequence[tuple[Migration, bool]] | None = None, **_signal: Any
) -> None:
    """Remove the guards before tables are altered or emptied, with which they may not agree.

    `plan` is what `migrate` is about to do. On PostgreSQL they stay if no table of theirs changes:
    to remove them waits for everybody who writes, and leaves races unguarded for a moment.
    """
    connection = connections[using]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for name in ("games_guard_race", *SQLITE_TRIGGERS):
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
        elif plan is None or any(migration.app_label == "games" for migration, _back in plan):
            for name in POSTGRES_FUNCTIONS:
                cursor.execute(f"DROP FUNCTION IF EXISTS {name}() CASCADE")


def _put_up_postgres(connection: BaseDatabaseWrapper, columns: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT proname, prosrc FROM pg_proc"
            " WHERE pronamespace = current_schema()::regnamespace"
        )
        functions = dict(cursor.fetchall())
        for name, body in postgres_functions(columns).items():
            if functions.get(name) != body:
                cursor.execute(
                    f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger"
                    f" LANGUAGE plpgsql AS $guard${body}$guard$"
                )
        cursor.execute(
            "SELECT tgname, obj_description(oid, 'pg_trigger') FROM pg_trigger"
            " WHERE tgrelid IN ('games_race'::regclass, 'games_entry'::regclass)"
        )
        triggers = dict(cursor.fetchall())
        for name, (table, definition) in POSTGRES_TRIGGERS.items():
            # Only if it has changed: it waits for all who write in the table.
            if triggers.get(name) != definition:
                cursor.execute(f"DROP TRIGGER IF EXISTS {name} ON {table}")
                cursor.execute(f"CREATE TRIGGER {name} {definition}")
                cursor.execute(f"COMMENT ON TRIGGER {name} ON {table} IS %s", [definition])


def _put_up_sqlite(connection: BaseDatabaseWrapper, columns: Iterable[str]) -> None:
    race = {"games_guard_race": (RACE_UPDATE, race_changes(columns, "IS NOT"), RACE)}
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        there = dict(cursor.fetchall())
        for name, (when, condition, sentence) in {**race, **SQLITE_TRIGGERS}.items():
            wanted = (
                f"CREATE TRIGGER {name} {when} FOR EACH ROW WHEN {condition}\n"
                f"BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
            )
            if there.get(name) != wanted:
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
                cursor.execute(wanted)
