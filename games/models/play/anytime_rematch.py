"""Rematches of any-time races: the same terms on another deal, for those who raced before."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from django.db import transaction

from games import racing
from games.models.database.holding import held
from games.models.database.instants import to_ms
from games.models.people.player import Player
from games.models.people.wishes import NoticeKind
from games.models.play.telling import LEFT
from games.models.races.anytime import AnytimeRace
from games.models.races.notice import Notice
from games.models.races.trial import Trial
from games.models.visibility import is_trial_hidden_from


def may_ask_rematch(of: AnytimeRace, player: Player | None) -> bool:
    """Tell whether a player had a seat in an any-time race, or opened it. Costs a query."""
    return player is not None and not player.bot and of.is_known_to(player)


@transaction.atomic
def open_anytime_rematch(
    of: AnytimeRace,
    player: Player,
    clock: racing.Clock,
    address: str = "",
    draw: Callable[[int], bytes] = secrets.token_bytes,
) -> AnytimeRace:
    """Return the one race that follows; the first to ask opens it, and the others are told.

    :raises RefusedError: if the race isn't over, the player wasn't there, or as `open_for` does.
    """
    # Of two who ask at once, the second finds the race of the first.
    held(Trial.objects.filter(pk=of.trial_id)).get()
    now = clock()
    if is_trial_hidden_from(of.trial, None, now):
        raise racing.RefusedError("not-over", "The race isn't over yet.")
    if not may_ask_rematch(of, player):
        raise racing.RefusedError("not-seated", "You weren't in this race.")
    if (again := AnytimeRace.objects.filter(rematch_of=of).first()) is not None:
        return again
    terms = racing.AnytimeTerms(
        of.trial.rules,
        of.trial.seats or racing.ANYTIME_SEATS[1],
        to_ms(of.trial.closes_at) - to_ms(of.trial.opens_at),
        of.difficulty,
    )
    again = AnytimeRace.objects.open_for(player, terms, clock, address, draw, rematch_of=of)
    stayed = of.trial.attempts.exclude(race__entries__state__in=LEFT)
    asked = set(stayed.values_list("player", flat=True))
    if of.host_id is not None:
        asked.add(of.host_id)
    Notice.objects.tell(
        asked - {player.pk},
        NoticeKind.REMATCH,
        f"anytime {again.pk}",
        now,
        by=player.pk,
        trial=again.trial_id,
        until=to_ms(again.trial.closes_at),
    )
    return again
