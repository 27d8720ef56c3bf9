"""Database triggers that freeze a race once its cards are dealt.

Triggers also bind the admin, a shell, and code not yet written. They need no clock: `dealt_at` is
stored under the lock of the race before any player sees the cards, so clock skew does no harm.

They are created after every `migrate`, not by a migration: on SQLite, altering a table recreates
it and silently drops its triggers. They are dropped before a `migrate` that alters tables, since
they could refuse its changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration

MAY_CHANGE: Final = (
    *("host_id", "lobby", "dealt_at", "closed_at", "version", "rematch_of_id", "booked"),
    *("ended_runs", "actions_removed_at"),
)
"""The columns of a dealt race that may change. All others are fixed, including future ones."""

SEAT_COLUMNS: Final = ("race_id", "seat")

RACE: Final = "a race whose cards are dealt does not change"
SEATS: Final = "the seats of a race whose cards are dealt do not change"


def played(race: str) -> str:
    """Return the SQL condition that a race has a stored action."""
    return f"""EXISTS (
        SELECT 1 FROM games_action AS a JOIN games_entry AS e ON e.id = a.entry_id
        WHERE e.race_id = {race}
    )"""  # noqa: S608


def changed(columns: Iterable[str], operator: str) -> str:
    """Return the SQL condition that any of these columns changes."""
    return "(" + " OR ".join(f"OLD.{name} {operator} NEW.{name}" for name in columns) + ")"


def race_changes(columns: Iterable[str], operator: str) -> str:
    """Return the SQL condition to refuse an update; `operator` compares values, NULL included."""
    fixed = [name for name in columns if name not in MAY_CHANGE]
    return f"""OLD.dealt_at IS NOT NULL AND {changed(["dealt_at"], operator)}
    OR OLD.closed_at IS NOT NULL AND NEW.closed_at IS NULL
    OR {changed(fixed, operator)}
    AND (OLD.dealt_at IS NOT NULL OR OLD.closed_at IS NOT NULL OR {played("OLD.id")})"""


RACE_UPDATE: Final = "BEFORE UPDATE ON games_race"
SEAT_UPDATE: Final = f"BEFORE UPDATE OF {', '.join(SEAT_COLUMNS)}, as_guest ON games_entry"

# A race that is over may be deleted: first its actions, then its seats.

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
        -- The lock orders this before or after a concurrent dealing of the cards.
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
    """Return the bodies of the trigger functions, given the columns of the race table."""
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
    """Return the SQLite condition that a race meets a condition on its row."""
    return f"EXISTS (SELECT 1 FROM games_race WHERE id = {race} AND ({condition}))"  # noqa: S608


def fixed(race: str) -> str:
    """Return the SQLite condition that the seats of a race are fixed."""
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
    """Create the guards that a database lacks, and replace those that differ."""
    connection = connections[using]
    with connection.cursor() as cursor:
        if "games_race" not in connection.introspection.table_names(cursor):
            return
        description = connection.introspection.get_table_description(cursor, "games_race")
    columns = [column.name for column in description]
    # Without this column the database has been migrated back to before the guards.
    if "dealt_at" in columns:
        make = {"postgresql": _put_up_postgres, "sqlite": _put_up_sqlite}[connection.vendor]
        # In a transaction, no guard is ever missing while it is replaced.
        with transaction.atomic(using):
            make(connection, columns)


def take_down(
    using: str, plan: Sequence[tuple[Migration, bool]] | None = None, **_signal: Any
) -> None:
    """Drop the guards before tables are altered or emptied, which they could refuse.

    `plan` is what `migrate` is about to do. On PostgreSQL the guards stay if none of their tables
    changes: dropping them waits for all writers and leaves races unguarded for a moment.
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
            # Only if it has changed: creating a trigger waits for all writers of the table.
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
