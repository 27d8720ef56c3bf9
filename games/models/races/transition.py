"""Changing races before their start, under concurrent changes."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial

from django.db import transaction
from django.db.models import Q

from games import racing, tracing
from games.metrics import TRANSITION_SECONDS
from games.models.people.player import Player
from games.models.races.conflict import ConflictError
from games.models.races.crowding import refuse_seats
from games.models.races.entry import Entry
from games.models.races.opening import Opening
from games.models.races.race import Race
from games.models.races.race_event import RaceEventKind
from games.models.races.unstarted import unmake

ATTEMPTS = 20
"""How often a transition is tried when others come first: more often than a race has seats."""


def change_race(code: str, change: racing.Change, clock: racing.Clock) -> tuple[Race, racing.Race]:
    """Change a race before its start, retrying while others come first.

    Return the stored race and its new value. After the start, a run changes by its actions, and
    `close_race` closes the race.

    `change` is called again when the race is locked, with the time of that moment.

    :raises Race.DoesNotExist: if no race has this code.
    :raises RefusedError: if the change is refused, or the race has started, or was deleted because
        it never started.
    """
    for _ in range(ATTEMPTS):
        race = find_kept(code)
        before = race.load()
        if racing.carry_out(before, change, clock()) == before:
            return race, before
        try:
            return race, save_transition(race, before, change, clock)
        except ConflictError:
            continue
    raise ConflictError(f"{code}: overtaken {ATTEMPTS} times")


def find_kept(code: str) -> Race:
    """Return the race with a code, to be changed.

    :raises Race.DoesNotExist: if no race has this code.
    :raises RefusedError: "never-started" if it was deleted.
    """
    try:
        return Race.objects.find(code)
    except Race.DoesNotExist:
        if Opening.objects.filter(code=code.upper(), race=None).exists():
            raise racing.never_started() from None
        raise


def save_transition(
    race: Race, before: racing.Race, change: racing.Change, clock: racing.Clock
) -> racing.Race:
    """Store a change before the start, unless another came first; return the new value.

    A race that all players have left is deleted, and its deal goes back to the stock.

    :raises ConflictError: if the race has changed since it was loaded.
    :raises RefusedError: if the change is refused, the race has started, or a player has too many
        seats.
    :raises ValueError: if a transition may not make this change: see `carry_out`.
    """
    began = time.perf_counter()
    seats = {seat.player: seat for seat in before.seats}
    with transaction.atomic():
        race.claim()
        # The claim may have waited for other writers, and the start may have come meanwhile: read
        # the clock only now.
        now = clock()
        after = racing.carry_out(before, change, now)
        if before.seats and not after.seats:
            unmake(race)
            return after
        for seat in after.seats:
            if seat.player not in seats:
                refuse_seats(seat.player, before.kind, now)
        _store_seats(race, seats, after)
        race.store(after)
        what = _what(before, after)
        race.note(what)
        if seats and {*seats} != {seat.player for seat in after.seats}:
            race.renew_before()
    TRANSITION_SECONDS.labels(what.value).observe(time.perf_counter() - began)
    tracing.record(f"transition {what.value}", began, race=race.code)
    return after


def _store_seats(race: Race, before: Mapping[int, racing.Seat], after: racing.Race) -> None:
    race.entries.exclude(player__in=[seat.player for seat in after.seats]).delete()
    for seat in after.seats:
        if seat.player not in before:
            race.entries.create(
                player_id=seat.player, seat=seat.number, ready=seat.ready, as_guest=seat.guest
            )
        elif seat != before[seat.player]:
            mine = race.entries.filter(player=seat.player)
            mine.update(ready=seat.ready, elsewhere=seat.elsewhere, stopped=seat.stopped)


def _what(before: racing.Race, after: racing.Race) -> RaceEventKind:
    """Return what the change is to those who hear of it."""
    if not before.seats:
        return RaceEventKind.OPENED
    is_set = before.starts_at is None and after.starts_at is not None
    return RaceEventKind.COUNTDOWN if is_set else RaceEventKind.CHANGED


def leave_waiting(player: Player, clock: racing.Clock) -> None:
    """Give up the seats of a player and the player's bots in races that haven't started.

    So no one waits for them. A seat stays in a daily, and where the start is too close to leave.
    """
    theirs = Q(player=player) | Q(player__owner=player)
    waiting = Entry.objects.filter(theirs, race__dealt_at=None, race__closed_at=None)
    for code, seated in list(waiting.order_by("pk").values_list("race__code", "player")):
        with suppress(racing.RefusedError):
            change_race(code, partial(leave_unstarted, seated), clock)
            Race.objects.filter(code=code).renew()


def leave_unstarted(player: int, race: racing.Race, now: int) -> racing.Race:
    """Give up a seat in a race that hasn't started; change nothing in one that has."""
    return race.leave(player, now) if race.elapsed(now) is None else race
