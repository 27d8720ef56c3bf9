"""Row locks, taken in one order everywhere to rule out deadlocks.

A transaction takes the locks it needs in this order, rows of one table by primary key:

1. events, before their rounds;
2. matches;
3. trials;
4. races;
5. players, before their participations;
6. leaderboards, before their rows and tallies;
7. entries, whose race is held, except to set `seen_at`, which skips locked rows;
8. the ladder of a game, before its ratings;
9. race events.

Actions are inserted in the order of their entries, because two inserts of the same number wait for
each other. Rows that no other transaction can see yet, such as those of a race being opened, are
outside the order. Decide on what you read once you hold the row.
"""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)


def held(rows: QuerySet[M], *, whole: bool = False) -> QuerySet[M]:
    """Return a query that locks its rows when evaluated inside a transaction.

    Other transactions may still insert rows that refer to them, unless `whole` is set. A change of
    a key column needs `whole`.
    """
    return rows.order_by("pk").select_for_update(no_key=not whole)
