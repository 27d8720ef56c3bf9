"""Rematches."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

from django.db import IntegrityError, transaction

from games import racing
from games.models.people.player import Player
from games.models.races.new_race import RaceOptions, new_race, possible_kind
from games.models.races.race import Race
from games.models.races.transition import change_race


def open_rematch(
    of: Race,
    player: Player,
    clock: racing.Clock,
    address: str = "",
    draw: Callable[[int], bytes] = secrets.token_bytes,
) -> Race:
    """Seat a player in the one rematch of a race, ready; the first to ask opens it.

    The countdown begins once everyone of the race before has come. If some don't, the host starts.

    :raises RefusedError: if the race isn't over, or is a practice or a daily; if the player had no
        seat in it; or if the rematch has started or is full.
    """
    if of.kind == racing.Kind.SOLO:
        raise racing.RefusedError("no-rematch", "Practice has no rematch. Play it again instead.")
    if of.kind == racing.Kind.DAILY:
        raise racing.RefusedError("daily", "You get one attempt at a daily challenge.")
    if of.closed_at is None:
        raise racing.RefusedError("not-over", "The race isn't over yet.")
    if not of.entries.filter(player=player).exists():
        raise racing.RefusedError("not-seated", "You weren't in this race.")
    if (again := Race.objects.filter(rematch_of=of).first()) is None:
        try:
            with transaction.atomic():
                again = new_race(
                    player,
                    of.rules,
                    clock,
                    _options_of(of),
                    rematch_of=of,
                    address=address,
                    draw=draw,
                )
        except IntegrityError:
            again = Race.objects.filter(rematch_of=of).first()
    if again is None:
        raise racing.never_started()
    return change_race(again.code, _coming(player, of.entries.count()), clock)[0]


def _coming(player: Player, everyone: int) -> racing.Change:
    """Return the change that seats a player, ready, and starts the countdown for the last."""

    def come(race: racing.Race, now: int) -> racing.Race:
        joined = player.take_seat(race, now)
        ready = joined.set_ready(player.pk, True, now)
        # Otherwise two of three would leave the third behind.
        waits = len(joined.seats) < everyone
        return replace(ready, starts_at=joined.starts_at) if waits else ready

    return come


def _options_of(race: Race) -> RaceOptions:
    """Return the options of a race for its rematch, which is casual if no ranked deal is ready."""
    return RaceOptions(
        kind=possible_kind(racing.Kind(race.kind), race.rules),
        countdown_s=race.countdown_s,
        limit_s=race.limit_s,
        helped=race.helped,
        watchable=race.watchable,
        bots_allowed=race.bots_allowed,
        wished_difficulty=race.wished_difficulty,
    )
