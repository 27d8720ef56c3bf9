"""The ledger: comparing what a site has stored with what it has acknowledged.

`python -m tests.benchmarks.load.ledger`, with the site's settings in the environment, prints the
stored counts as JSON.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence

import django

from tests.benchmarks.load.racer import Racer
from tests.benchmarks.load.sites import Site, run

Rows = list[tuple[str, int, int, int]]
"""Race code, seat, actions of the player, number of the last action."""


class LedgerError(Exception):
    """The stored actions aren't those acknowledged."""


def check(site: Site, racers: Sequence[Racer]) -> int:
    """Check that each racer's acknowledged actions are stored, and no others; return their number.

    :raises LedgerError: if an action is missing, or stored without being acknowledged.
    """
    rows: Rows = json.loads(run(site.environment, "tests.benchmarks.load.ledger"))
    stored = {(code, seat): (actions, last) for code, seat, actions, last in rows}
    rows_stored = 0
    for racer in racers:
        acknowledged = racer.acknowledged, racer.stored
        found = stored.get((racer.course.code, racer.seat))
        if found != acknowledged:
            raise LedgerError(
                f"race {racer.course.code}, seat {racer.seat}: (actions, last number) "
                f"acknowledged {acknowledged}, stored {found}"
            )
        rows_stored += found[0]
    return rows_stored


def stored_rows() -> Rows:
    """Return the stored actions of each entry; the bell isn't a player's action."""
    from django.db.models import Count, Max, Q
    from django.db.models.functions import Coalesce

    from games.models import Entry

    counted = Entry.objects.annotate(
        own=Count("actions", filter=Q(actions__automatic=False)),
        last=Coalesce(Max("actions__number", filter=~Q(actions__text="bell")), 0),
    )
    return list(counted.values_list("race__code", "seat", "own", "last"))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire_site.settings")
    django.setup()
    sys.stdout.write(json.dumps(stored_rows()))
