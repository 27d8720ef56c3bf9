"""Holding rows until a transaction ends: in one order everywhere, so that nobody waits in a ring.

A transaction takes the locks it needs in this order, rows of one kind by their keys:

1. races;
2. players;
3. leaderboards, before their lines and tallies;
4. entries, whose race is held, unless only `seen_at` changes: that passes over what is held;
5. the ladder of a game, before its ratings.

Actions are stored in the order of their entries, since two who store the same number wait for each
other. Rows that nobody else can know yet, such as a race that is being opened, have no place in the
order. A decision is made on what is read once the row is held.
"""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)


def held(rows: QuerySet[M], *, whole: bool = False) -> QuerySet[M]:
    """Return a query that holds its rows when it is evaluated, in a transaction.

    Other rows may still be stored that refer to them, unless they are held whole: as whoever is
    about to change a key of theirs has to.
    """
    return rows.order_by("pk").select_for_update(no_key=not whole)
