"""Practices, on deals that their players may know."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from django.db import transaction

from games import engine, racing
from games.models.database.holding import held
from games.models.database.instants import to_datetime
from games.models.deals.deal import KEY, Deal, help_from
from games.models.deals.proof import Proof
from games.models.people.player import Player
from games.models.races.crowding import refuse_races
from games.models.races.new_race import new_race
from games.models.races.race import Race
from games.models.races.transition import change_race
from games.models.visibility.access import known, visible_to


@transaction.atomic
def begin_practice(
    player: Player,
    rules: str,
    deal: Deal | Callable[[], Deal],
    clock: racing.Clock,
    draw: Callable[[int], bytes] = secrets.token_bytes,
) -> Race:
    """A new practice on a deal, which starts at once.

    A deal that is still to be chosen or stored is asked for when no limit is in the way, and is
    not stored if there is no practice on it.

    :raises RefusedError: "secret" if the deal is not to be known to the player yet.
    :raises EngineError: if the rules are unknown.
    """
    now = clock()
    refuse_races(player, now)
    if not isinstance(deal, Deal):
        deal = deal()
    if not Deal.objects.filter(visible_to(player, now), pk=deal.pk).exists():
        raise _secret()
    race = new_race(
        player,
        rules,
        clock,
        deal=deal,
        kind=racing.Kind.SOLO,
        limit_s=None,
        helped=True,
        draw=draw,
    )
    return change_race(race.code, lambda value, now: value.start(player.pk, now), clock)[0]


def practise_on(of: Race, player: Player, clock: racing.Clock) -> Race:
    """A new practice on the deal of a race that is over, which starts at once.

    :raises RefusedError: "secret" if it is not over, or its deal is not to be known yet.
    """
    # The deal of a race that is still to start is known to nobody, also if it is published.
    if of.closed_at is None:
        raise _secret()
    return begin_practice(player, of.rules, of.deal, clock)


@transaction.atomic
def bring_deal(text: str, player: Player, now: int) -> Deal:
    """The deal of a key in hex, or of 52 cards, that somebody wants to practise.

    A key that is not known cannot be guessed. Cards can: unless everybody may know that they
    were dealt here, they are the player's own, and nothing tells whether they are a secret.

    :raises ValueError: if it is neither; it says what is wrong.
    """
    if len(text.split()) == 1:
        if not KEY.fullmatch(key := text.strip()):
            raise ValueError("a key has 64 digits, 0 to 9 and a to f")
        return Deal.objects.draw(bytes.fromhex(key))
    cards = str(engine.Deal.parse(text.upper()))
    # Of two tabs that bring the same cards, one waits and finds them.
    held(Player.objects.filter(pk=player.pk)).first()
    same = Deal.objects.filter(cards=cards).order_by("pk")
    return (
        same.filter(known(), visible_to(player, now)).first()
        or same.filter(brought_by=player).first()
        or Deal.objects.create(
            cards=cards, brought_by=player, help_from=to_datetime(help_from(now))
        )
    )


def choose_deal(
    rules: str, player: Player, now: int, draw: Callable[[int], bytes] = secrets.token_bytes
) -> Deal | None:
    """One of the published winnable deals, at random, if possible one new to the player.

    None if there is none that the player may know now.
    """
    visible = Deal.objects.filter(visible_to(player, now))
    found = Proof.objects.published(rules).filter(deal__in=visible)
    played = Deal.objects.filter(races__entries__player=player)
    return found.exclude(deal__in=played).choose(draw) or found.choose(draw)


def _secret() -> racing.RefusedError:
    """Return what is said of every deal that cannot be practised, whatever the reason."""
    return racing.RefusedError(
        "secret", "You can't practise this deal yet. Try again after the race, or tomorrow."
    )
