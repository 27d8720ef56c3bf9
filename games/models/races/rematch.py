"""The rematch of a race."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from django.db import IntegrityError, transaction

from games import racing
from games.models.people.player import Player
from games.models.races.new_race import new_race, possible_kind
from games.models.races.race import Race
from games.models.races.transition import change_race


def open_rematch(
    of: Race,
    player: Player,
    clock: racing.Clock,
    address: str = "",
    draw: Callable[[int], bytes] = secrets.token_bytes,
) -> Race:
    """Seat a player in the one rematch of a race; the first to ask opens it.

    :raises RefusedError: if the race is not over or a practice, the player had no seat in it,
        or the rematch has started or is full.
    """
    if of.kind == racing.Kind.SOLO:
        raise racing.RefusedError("no-rematch", "A practice is begun again, not rematched.")
    if of.kind == racing.Kind.DAILY:
        raise racing.RefusedError("daily", "There is one attempt at a daily challenge.")
    if of.closed_at is None:
        raise racing.RefusedError("not-over", "The race is not over yet.")
    if not of.entries.filter(player=player).exists():
        raise racing.RefusedError("not-seated", "You had no seat in this race.")
    if (again := Race.objects.filter(rematch_of=of).first()) is None:
        try:
            with transaction.atomic():
                return new_race(
                    player,
                    of.rules,
                    clock,
                    kind=possible_kind(racing.Kind(of.kind), of.rules),
                    countdown_s=of.countdown_s,
                    limit_s=of.limit_s,
                    helped=of.helped,
                    watchable=of.watchable,
                    wished=of.wished,
                    rematch_of=of,
                    address=address,
                    draw=draw,
                )
        except IntegrityError:
            again = Race.objects.filter(rematch_of=of).first()
    if again is None:
        raise racing.never_started()
    return change_race(
        again.code,
        lambda race, now: race.join(player.pk, player.name, player.guest, now),
        clock,
    )[0]
