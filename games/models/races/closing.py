"""Closing races: settling their results once, from the stored actions."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from functools import partial

from django.db import IntegrityError, transaction

from games import engine, racing, tracing
from games.metrics import TRANSITION_SECONDS
from games.models.races.action import Action
from games.models.races.conflict import ConflictError
from games.models.races.entry import RESULT
from games.models.races.event import Event
from games.models.races.race import Race
from games.models.races.race_event import RaceEventKind

logger = logging.getLogger(__name__)


def close_race(race: Race, clock: racing.Clock) -> bool:
    """Settle a finished race from its stored actions; return whether this call did it.

    :raises RefusedError: if the race isn't finished.
    """
    began = time.perf_counter()
    while race.closed_at is None:
        try:
            with transaction.atomic():
                race.claim()
                _settle(race, clock())
                # After the commit: events are locked before races.
                transaction.on_commit(partial(_tell_event, race))
            TRANSITION_SECONDS.labels("over").observe(time.perf_counter() - began)
            tracing.record("transition over", began, race=race.code)
            return True
        except ConflictError:
            race.refresh_from_db()
    return False


def close_races(races: Iterable[Race], clock: racing.Clock) -> list[Race]:
    """Settle finished races; return those that this call settled.

    A race whose stored actions don't replay doesn't hold up the others.
    """
    closed = []
    for race in races:
        try:
            if close_race(race, clock):
                closed.append(race)
        except (engine.EngineError, racing.RefusedError):
            logger.exception("Race %s cannot be settled", race.code)
    return closed


def close_overdue(clock: racing.Clock, most: int = 100) -> list[Race]:
    """Settle the races past their time limit, earliest first, and return them."""
    overdue = Race.objects.overdue(clock()).select_related("deal", "attempt__trial")
    return close_races(overdue[:most], clock)


def place_again(race: Race) -> None:
    """Recompute the places of a closed race after a run was voided or restored."""
    with transaction.atomic():
        race.refresh_from_db(fields=("version", "starts_at", "dealt_at"))
        race.claim()
        entries = {entry.player_id: entry for entry in race.entries.all()}
        for standing in race.load().standings():
            entries[standing.seat.player].place = standing.place
        race.entries.bulk_update(entries.values(), ("place",))
        race.note(RaceEventKind.CHANGED)
        transaction.on_commit(partial(_tell_event, race))


def _tell_event(race: Race) -> None:
    if race.round_id is not None:
        Event.objects.filter(rounds=race.round_id).renew()


def _settle(race: Race, now: int) -> None:
    entries = {entry.player_id: entry for entry in race.played()}
    before = race.with_seats(entry.as_seat(entry.replay()[1]) for entry in entries.values())
    after = before.close(now)
    Race.objects.filter(pk=race.pk, dealt_at=None).mark_dealt(now)
    open_runs = [entries[seat.player] for seat in before.seats if not seat.run.is_done]
    open_runs.sort(key=lambda entry: entry.pk)
    try:
        # A player's last action may be on its way to the database. It has the same number as the
        # bell, so whichever comes second fails on the unique constraint.
        Action.objects.bulk_create(entry.bell_action(after.lasted) for entry in open_runs)
    except IntegrityError as error:
        raise ConflictError(race.code) from error
    for standing in after.standings():
        entries[standing.seat.player].settle(standing)
    race.entries.bulk_update(entries.values(), RESULT)
    race.store(after)
    race.note(RaceEventKind.OVER)
