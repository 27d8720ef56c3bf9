"""Practice, on deals that the player may know."""

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
    """Open a practice on a deal and start it at once.

    A deal still to be chosen is asked for once no limit is in the way. It is not stored if the
    practice is refused.

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
    """Open a practice on the deal of a race that is over, and start it at once.

    :raises RefusedError: "secret" if it is not over, or its deal is not to be known yet.
    """
    # Nobody knows the deal of a race that is still to start, even if the deal is published.
    if of.closed_at is None:
        raise _secret()
    return begin_practice(player, of.rules, of.deal, clock)


@transaction.atomic
def bring_deal(text: str, player: Player, now: int) -> Deal:
    """Return the deal of a key in hex, or of 52 cards, that a player wants to practise.

    Nobody guesses an unknown key. Cards can be guessed: unless everybody may know that they were
    dealt here, they become the player's own deal, and nothing tells whether they are a secret.

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
    """Draw one of the published winnable deals, if possible one that is new to the player.

    Return None if there is none that the player may know now.
    """
    visible = Deal.objects.filter(visible_to(player, now))
    found = Proof.objects.published(rules).filter(deal__in=visible)
    played = Deal.objects.filter(races__entries__player=player)
    return found.exclude(deal__in=played).choose(draw) or found.choose(draw)


def _secret() -> racing.RefusedError:
    """Return the one refusal for all deals that cannot be practised, so that it tells nothing."""
    return racing.RefusedError(
        "secret", "You can't practise this deal yet. Try again after the race, or tomorrow."
    )
