"""Seating the rounds of events, which start at their time.

Any process may do it: the first that marks a round as seated makes its tables.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import F, Value
from django.db.models.functions import Greatest

from games import racing
from games.models.database.holding import held
from games.models.database.instants import to_datetime, to_ms
from games.models.deals.proof import Proof
from games.models.people.player import Player
from games.models.races.anytime import AnytimeRace
from games.models.races.entry import Entry
from games.models.races.event import Event, Participation, Round
from games.models.races.opening import Opening
from games.models.races.race import Race
from games.models.races.race_event import RaceEvent, RaceEventKind

CHANCE_BYTES: Final = 16

SHORTEST_S: Final = racing.COUNTDOWN_BOUNDS[0] // 1000


def seat_rounds(
    clock: racing.Clock, draw: Callable[[int], bytes] = secrets.token_bytes
) -> list[Round]:
    """Seat the rounds that start within the next moments, and return those that this call seated.

    `draw(n)` returns n random bytes.
    """
    due = Round.objects.due(clock()).values_list("event", "number")
    seated = (_seat(event, number, clock, draw) for event, number in list(due))
    return [one for one in seated if one is not None]


@transaction.atomic
def _seat(
    event: int, number: int, clock: racing.Clock, draw: Callable[[int], bytes]
) -> Round | None:
    """Make the tables of a round, and return it; None if it no longer is to be seated."""
    # First the event: who changes it, calls it off or joins comes before or after.
    if not Event.objects.filter(pk=event, called_off_at=None).update(version=F("version") + 1):
        return None
    now = clock()
    due = Round.objects.due(now).filter(event=event, number=number)
    one = due.select_related("event", "deal").first()
    if one is None:
        transaction.set_rollback(True)
        return None
    start = racing.start_of_round(to_ms(one.starts_at), one.event.pause, now)
    if start is not None and one.deal is None:
        wished = Proof.objects.take(one.rules, one.wished_difficulty)
        one.deal = wished or Proof.objects.take(one.rules)
        if one.deal is None:
            # One may be found before it is too late for the round. Until then nothing has changed,
            # and no one reads the event again.
            transaction.set_rollback(True)
            return None
    seated = to_datetime(now)
    Round.objects.filter(pk=one.pk).update(seated_at=seated, deal=one.deal)
    if start is None or one.deal is None:
        return one
    if start != to_ms(one.starts_at):
        _put_off(one, start)
    _make_tables(one, _players(one), seated, draw)
    return one


def _put_off(one: Round, start: int) -> None:
    """Let a round start later, as no server was there in time."""
    one.starts_at, one.ends_at = to_datetime(start), to_datetime(start + one.limit_s * 1000)
    Round.objects.filter(pk=one.pk).update(starts_at=one.starts_at, ends_at=one.ends_at)
    end = Greatest(F("ends_at"), Value(one.ends_at))
    Event.objects.filter(pk=one.event_id).update(ends_at=end)


def _players(one: Round) -> Sequence[Player]:
    """Return the players to seat, locked: all here but those at a table of another event."""
    here = Participation.objects.filter(event=one.event_id, left_at=None).values("player")
    while True:
        taking_part = set(here.values_list("player", flat=True))
        with transaction.atomic():
            players = list(held(Player.objects.filter(pk__in=taking_part, is_active=True)))
            if taking_part == set(here.values_list("player", flat=True)):
                break
            # A guest has become another player meanwhile. Release and retry, to lock in order.
            transaction.set_rollback(True)
    busy = Entry.objects.filter(
        player__in=here,
        race__kind=racing.Kind.EVENT,
        race__closed_at=None,
        race__round__ends_at__gt=one.starts_at,
    )
    elsewhere = set(busy.values_list("player", flat=True))
    return [player for player in players if player.pk not in elsewhere]


def _make_tables(
    one: Round, players: Sequence[Player], seated: datetime, draw: Callable[[int], bytes]
) -> None:
    known = {player.pk: player for player in players}
    tables = racing.seating(known, draw(CHANCE_BYTES))
    ahead = (one.starts_at - seated).total_seconds()
    countdown_s = max(SHORTEST_S, min(math.ceil(ahead), racing.SEATED // 1000))
    races = Race.objects.bulk_create(
        Race(
            code=code,
            rules=one.rules,
            kind=racing.Kind.EVENT,
            deal=one.deal,
            countdown_s=countdown_s,
            limit_s=one.limit_s,
            watchable=True,
            wished_difficulty=one.wished_difficulty,
            created_at=seated,
            starts_at=one.starts_at,
            round=one,
        )
        for code in _codes(len(tables), draw)
    )
    Entry.objects.bulk_create(
        Entry(
            race=race,
            player_id=player,
            seat=seat,
            ready=True,
            as_guest=known[player].guest,
            created_at=seated,
        )
        for race, table in zip(races, tables, strict=True)
        for seat, player in enumerate(table)
    )
    RaceEvent.objects.bulk_create(
        RaceEvent(kind=RaceEventKind.OPENED, race=race, code=race.code) for race in races
    )


def _codes(count: int, draw: Callable[[int], bytes]) -> Collection[str]:
    """Return so many codes that nothing has."""
    codes: set[str] = set()
    while len(codes) < count:
        more = {racing.race_code(draw(racing.CODE_BYTES)) for _ in range(count - len(codes))}
        for there in (Race.objects, Opening.objects, AnytimeRace.objects, Event.objects):
            more.difference_update(there.filter(code__in=more).values_list("code", flat=True))
        codes |= more
    return codes
