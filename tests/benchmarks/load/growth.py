"""Old games: so many stored actions that a new one is one among them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import psycopg

ACTIONS_EACH: Final = 100
"""Actions of an old entry."""


def grow(environment: Mapping[str, str], actions: int) -> None:
    """Store so many actions in all, in the bench's own PostgreSQL database.

    Old entries are numbers only: a move touches no other entry than its own.
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
