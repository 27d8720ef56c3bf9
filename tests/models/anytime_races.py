"""Any-time races to test with."""

from __future__ import annotations

from games import engine
from games.models import AnytimeRace, Deal, Player
from games.racing import AnytimeTerms
from tests.clocks import at
from tests.models.dailies import GAME, HOUR, WIN, prove
from tests.models.stored_races import NOW

RULES = f"{GAME}/standard"


def anytime(host: Player, seats: int = 3, window: int = 2 * HOUR, *, now: int = NOW) -> AnytimeRace:
    """Open a race; `tests.models.dailies.MOVES` win it."""
    prove(now + AnytimeRace.objects.count())
    found = AnytimeRace.objects.open_for(host, AnytimeTerms(RULES, seats, window), at(now))
    cards = str(engine.Deal.from_key(WIN["key"].encode()))
    Deal.objects.filter(pk=found.trial.deal_id).update(cards=cards)
    return AnytimeRace.objects.with_deals().get(pk=found.pk)
