"""Closing the free seats of an any-time race, so that it is over once those who came are done."""

from __future__ import annotations

from django.db import transaction

from games import racing
from games.models.database.holding import held
from games.models.people.player import Player
from games.models.play.anytime_sight import AnytimeSight, sights
from games.models.play.telling import tell_of_end
from games.models.races.anytime import AnytimeRace
from games.models.races.trial import Trial


def may_close_seats(sight: AnytimeSight, player: Player | None) -> bool:
    """Tell whether a player may close the free seats: a host, once there are two to race."""
    is_host = player is not None and sight.race.host_id == player.pk
    return (
        is_host and not sight.closed and not sight.full and sight.taken >= racing.ANYTIME_SEATS[0]
    )


@transaction.atomic
def close_free_seats(race: AnytimeRace, player: Player, clock: racing.Clock) -> None:
    """Let no one else join; the race is over at once if all who came are done.

    It changes nothing if no one else can join any more.

    :raises RefusedError: "not-host" if the player isn't the host, "no-rival" if the host is alone.
    """
    # Who wants a seat now takes a turn: the seat is either counted here or refused.
    race.trial = held(Trial.objects.filter(pk=race.trial_id)).get()
    now = clock()
    (sight,) = sights([race], player, now)
    if race.host_id != player.pk:
        raise racing.RefusedError("not-host", "Only the host can close the free seats.")
    if sight.closed or sight.full:
        return
    if not may_close_seats(sight, player):
        raise racing.RefusedError("no-rival", "Wait until a second player has a seat.")
    race.trial.seats = sight.taken
    race.trial.save(update_fields=["seats"])
    (after,) = sights([race], player, now)
    if after.over:
        tell_of_end(race, now, by=player.pk)
