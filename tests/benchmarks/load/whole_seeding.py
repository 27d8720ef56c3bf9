"""A stock of secret deals, for races that guests open.

`python -m tests.benchmarks.load.whole_seeding`, with the site's settings in the environment:
`stock LEAST` stores at least so many deals a game, those first whose win is known; `wins CODE...`
prints JSON: the rules, the deal and the winning moves of some races, by their codes.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
import time
from collections.abc import Sequence

import django

from tests.live.wins import wins as known_wins


def stock(least: int) -> None:
    """Store deals under standard rules that no race has used, and take others for the dailies."""
    from games.engine import GAMES
    from games.models import Daily, Deal, Proof
    from games.models.deals.deal import KEY_BYTES

    for game in GAMES:
        for difficulty in ("easy", "medium", "hard"):
            key = secrets.token_bytes(KEY_BYTES)
            rules = f"{game}/standard"
            Proof.objects.store(rules, key, "winnable", 1, "", difficulty, secret=True)
    # Replays of deals like that of a daily stay hidden until it is over.
    Daily.objects.today(time.time_ns() // 1_000_000)
    Proof.objects.filter(in_stock=True).update(in_stock=False)
    for game in GAMES:
        known = known_wins(f"{game}/standard")
        found = [(Deal.objects.from_cards(win.deal), " ".join(win.moves)) for win in known]
        for _ in range(least - len(found)):
            found.append((Deal.objects.draw(secrets.token_bytes(KEY_BYTES)), ""))
        Proof.objects.bulk_create(
            Proof(
                deal=deal,
                rules=f"{game}/standard",
                kind="winnable",
                states=1,
                line=line,
                difficulty="easy",
                in_stock=True,
            )
            for deal, line in found
        )


def wins(codes: Sequence[str]) -> dict[str, tuple[str, str, list[str]]]:
    """Return the rules, the deal and the winning moves of some races, by their codes."""
    from games.models import Race

    return {
        race.code: (race.rules, race.deal.cards, race.deal.proofs.get().line.split())
        for race in Race.objects.filter(code__in=codes)
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire_site.settings")
    django.setup()
    if sys.argv[1] == "stock":
        stock(int(sys.argv[2]))
    else:
        sys.stdout.write(json.dumps(wins(sys.argv[2:])))
