"""What a site's pages show: dailies, a waiting race, a finished one, a leaderboard.

`python -m tests.benchmarks.load.page_seeding`, with the site's settings in the environment, prints
JSON: the paths of the pages by their names, and the cookie of an account that has won a race.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from typing import TYPE_CHECKING, Final

import django

from tests.benchmarks.load.seeding import log_in
from tests.live.wins import wins

if TYPE_CHECKING:
    from games.models import Player, Race

GAME: Final = "agnes-sorel"
THEN: Final = 1_700_000_000_000


def seed() -> dict[str, object]:
    """Store what the pages show; return their paths and a cookie."""
    from games.engine import GAMES
    from games.models import Player, Proof
    from games.models.deals.deal import KEY_BYTES
    from games.models.races.new_race import new_race

    winner = Player.objects.create_user("winner", password=secrets.token_hex(), name="Winner")
    for game in GAMES:
        for difficulty in ("easy", "medium", "hard"):
            key = secrets.token_bytes(KEY_BYTES)
            rules = f"{game}/standard"
            Proof.objects.store(rules, key, "winnable", 1, "", difficulty, secret=True)
    over = finished(winner)
    waiting = new_race(winner, f"{GAME}/standard", lambda: THEN)
    paths = {
        "start page": "/",
        "race page": f"/race/{waiting.code}/",
        "result": f"/race/{over.code}/",
        "practice": "/practice/",
        "daily": "/daily/",
        "how to play": f"/how-to-play/{GAME}/",
        "leaderboard": f"/leaderboard/{GAME}/",
        "replay": f"/entry/{over.entries.get().pk}/replay",
        "profile": f"/player/{winner.pk}/",
    }
    return {"paths": paths, "cookie": log_in([winner])[0]}


def finished(winner: Player) -> Race:
    """Store a race that a player has won with a known line."""
    from games.models import Action, Deal
    from games.models.races.closing import close_race
    from games.models.races.new_race import new_race
    from games.models.races.transition import change_race

    # The last, which no race of a bench is on: that would hide the replay.
    known = wins(f"{GAME}/standard")[-1]
    deal = Deal.objects.from_cards(known.deal)
    race = new_race(winner, known.rules, lambda: THEN, deal=deal)
    change_race(race.code, lambda race, now: race.start(winner.pk, now), lambda: THEN)
    entry = race.entries.get()
    Action.objects.bulk_create(
        Action(entry=entry, number=number, ms=2000 * number, text=move)
        for number, move in enumerate(known.moves, 1)
    )
    race.refresh_from_db()
    close_race(race, lambda: THEN + 3_600_000)
    return race


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire_site.settings")
    django.setup()
    sys.stdout.write(json.dumps(seed()))
