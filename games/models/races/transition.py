"""Changing races before their start, while others change them too."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction

from games import racing
from games.models.races.conflict import ConflictError
from games.models.races.crowding import refuse_seats
from games.models.races.opening import Opening
from games.models.races.race import Race
from games.models.races.unstarted import unmake

ATTEMPTS = 20
"""How often a transition is retried when others come first: more often than a race has seats."""


def change_race(code: str, change: racing.Change, clock: racing.Clock) -> tuple[Race, racing.Race]:
    """Change the race of a code; retry as long as others come first.

    Return the stored race and its new value. This is for changes before the start: a run changes
    by its actions, and `close_race` closes.

    The change is made again when it is stored, at what the clock says then.

    :raises Race.DoesNotExist: if there is no such race.
    :raises RefusedError: if the change is refused, or the race has started, or was closed
        since it never did.
    """
    for _ in range(ATTEMPTS):
        try:
            race = Race.objects.find(code)
        except Race.DoesNotExist:
            if Opening.objects.filter(code=code.upper(), race=None).exists():
                raise racing.never_started() from None
            raise
        before = race.load()
        if racing.carry_out(before, change, clock()) == before:
            return race, before
        try:
            return race, save_transition(race, before, change, clock)
        except ConflictError:
            continue
    raise ConflictError(f"{code}: overtaken {ATTEMPTS} times")


def save_transition(
    race: Race, before: racing.Race, change: racing.Change, clock: racing.Clock
) -> racing.Race:
    """Store a transition before the start, unless somebody came first.

    Return the new value of the race. A race that all have left is deleted, and gives its deal back.

    :raises ConflictError: if somebody has changed the race since it was loaded.
    :raises RefusedError: if the change is refused, the race has started, or a seat is one too
        many for its player.
    :raises ValueError: if the change is none that a transition may store: see `carry_out`.
    """
    seats = {seat.player: seat for seat in before.seats}
    with transaction.atomic():
        race.claim()
        # The claim waits for other writers, so read the clock only now: a start that was ahead may
        # have come.
        now = clock()
        after = racing.carry_out(before, change, now)
        if before.seats and not after.seats:
            unmake(race)
            return after
        for seat in after.seats:
            if seat.player not in seats:
                refuse_seats(seat.player, before.kind, now)
        race.entries.exclude(player__in=[seat.player for seat in after.seats]).delete()
        for seat in after.seats:
            if seat.player not in seats:
                race.entries.create(
                    player_id=seat.player,
                    seat=seat.number,
                    ready=seat.ready,
                    as_guest=seat.guest,
                )
            elif seat.ready != seats[seat.player].ready:
                race.entries.filter(player=seat.player).update(ready=seat.ready)
        race.store(after)
    return after


def leave_waiting(player: int, clock: racing.Clock) -> None:
    """Give up a player's seats in races that have not started, so that nobody waits for them.

    A seat stays if the start is a moment away, and in a daily.
    """

    def leave(race: racing.Race, now: int) -> racing.Race:
        return race.leave(player, now) if race.elapsed(now) is None else race

    waiting = Race.objects.filter(entries__player=player, dealt_at=None, closed_at=None)
    for code in list(waiting.order_by("pk").values_list("code", flat=True)):
        with suppress(racing.RefusedError):
            change_race(code, leave, clock)
            Race.objects.filter(code=code).renew()
