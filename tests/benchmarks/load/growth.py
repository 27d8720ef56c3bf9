"""A large table of old actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import psycopg

ACTIONS_EACH: Final = 100
"""How many actions each old entry has."""


def grow(environment: Mapping[str, str], actions: int) -> None:
    """Fill the bench's own PostgreSQL database up to so many actions in total.

    The old entries are bare numbers without rows: a move touches only its own entry.
    """
    with psycopg.connect(environment["DATABASE_URL"], autocommit=True) as connection:
        row = connection.execute("SELECT count(*), max(entry_id) FROM games_action").fetchone()
        assert row is not None
        stored, last = row[0], row[1] or 0
        missing = max(0, actions - stored) // ACTIONS_EACH
        connection.execute("SET session_replication_role = replica")
        connection.execute(
            "INSERT INTO games_action (entry_id, number, ms, text, automatic) "
            "SELECT %(last)s + entry, number, number * 1500, 't3t5x2', false "
            "FROM generate_series(1, %(entries)s) AS entry, generate_series(1, %(each)s) AS number",
            {"last": last, "entries": missing, "each": ACTIONS_EACH},
        )
        connection.execute("SELECT setval('games_entry_id_seq', %s)", [last + missing + 1])
        connection.execute("VACUUM ANALYZE games_action")
        connection.execute("CHECKPOINT")
