"""What a site has stored, for comparison with what it has acknowledged.

`python -m tests.benchmarks.load.ledger`, with the site's settings in the environment.
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
"""Race, seat, actions of the player, number of the last action."""


class LedgerError(Exception):
    """What is stored is not what was acknowledged."""


def check(site: Site, racers: Sequence[Racer]) -> int:
    """Compare what is stored with what the racers were told; the number of their actions.

    :raises LedgerError: if anything is missing, or stored and not acknowledged.
    """
    rows: Rows = json.loads(run(site.environment, "tests.benchmarks.load.ledger"))
    stored = {(code, seat): (actions, last) for code, seat, actions, last in rows}
    rows_stored = 0
    for racer in racers:
        told = racer.acknowledged, racer.stored
        found = stored.get((racer.course.code, racer.seat))
        if found != told:
            raise LedgerError(
                f"race {racer.course.code}, seat {racer.seat}: (actions, last number) "
                f"acknowledged {told}, stored {found}"
            )
        rows_stored += found[0]
    return rows_stored


def stored_rows() -> Rows:
    """What is stored of every entry; the bell is no action of a player."""
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
