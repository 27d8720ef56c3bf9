"""Practice on deals that the player may know."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable

from django.db import transaction

from games import engine, racing
from games.models.database.holding import held
from games.models.database.instants import to_datetime
from games.models.deals.deal import KEY, Deal, help_from
from games.models.deals.difficulty import EASIEST_FIRST
from games.models.deals.proof import Proof, ProofQuerySet
from games.models.people.player import Player
from games.models.races.crowding import refuse_races
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.race import Race
from games.models.races.transition import change_race
from games.models.visibility import known, visible_to


class SecretDealError(racing.RefusedError):
    """The player may not know the deal yet."""


@transaction.atomic
def begin_practice(
    player: Player,
    rules: str,
    deal: Deal | Callable[[], Deal],
    clock: racing.Clock,
    draw: Callable[[int], bytes] = secrets.token_bytes,
    *,
    counting: bool = False,
) -> Race:
    """Open a practice on a deal and start it at once, or with a countdown for a race with ghosts.

    A callable `deal` is called once the limits allow the practice. What it stores is rolled back if
    the practice is refused.

    :raises SecretDealError: if the player may not know the deal yet.
    :raises PersonalError: if the player may not open another race now.
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
        RaceOptions(kind=racing.Kind.SOLO, limit_s=None, helped=True),
        deal=deal,
        draw=draw,
    )
    return change_race(
        race.code, lambda value, now: value.start(player.pk, now, counting=counting), clock
    )[0]


def practise_on(of: Race, player: Player, clock: racing.Clock, *, counting: bool = False) -> Race:
    """Open a practice on the deal of a race that is over, and start it: see `begin_practice`.

    :raises SecretDealError: if it isn't over, or the player may not know its deal yet.
    """
    # Before the start no one knows which deal a race is on, even if the deal is published.
    if of.closed_at is None:
        raise _secret()
    return begin_practice(player, of.rules, of.deal, clock, counting=counting)


@transaction.atomic
def bring_deal(text: str, player: Player, now: int) -> Deal:
    """Return the deal that a player wants to practise: a key in hex, 52 cards, or #11982.

    A secret key can't be guessed, but cards can: unless everyone may know that they were dealt
    here, they become the player's own deal, so the answer doesn't reveal whether they are a secret.

    :raises ValueError: if the text is neither; the message says what is wrong.
    """
    if len(text.split()) == 1 and not text.strip().startswith("#"):
        if not KEY.fullmatch(key := text.strip()):
            raise ValueError("a key has 64 digits, 0 to 9 and a to f")
        return Deal.objects.draw(bytes.fromhex(key))
    cards = str(engine.Deal.given(text.upper()))
    # When two tabs bring the same cards, the second waits here and then finds them.
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
    rules: str,
    player: Player,
    now: int,
    draw: Callable[[int], bytes] = secrets.token_bytes,
    wished_difficulty: str = "",
) -> Deal | None:
    """Draw a published winnable deal, preferably one new to the player; the easiest until they win.

    A wished difficulty comes first. Return None if there is none that the player may know now.
    """
    if wished_difficulty:
        wished = Proof.objects.published(rules).of_difficulty(wished_difficulty)
        if deal := choose_among(wished, player, now, draw):
            return deal
    newcomer = player.is_newcomer(engine.Rules.parse(rules).game)
    wishes = EASIEST_FIRST if newcomer else ("",)
    return choose_among(Proof.objects.published(rules), player, now, draw, wishes)


def choose_among(
    proofs: ProofQuerySet,
    player: Player,
    now: int,
    draw: Callable[[int], bytes] = secrets.token_bytes,
    wishes: Iterable[str] = ("",),
) -> Deal | None:
    """Draw the deal of a proof that the player may know, preferably one that is new to them.

    Among the new ones, difficulties wished earlier win.
    """
    found = proofs.filter(deal__in=Deal.objects.filter(visible_to(player, now)))
    played = Deal.objects.filter(races__entries__player=player)
    new = found.exclude(deal__in=played)
    for wish in wishes:
        if deal := new.of_difficulty(wish).choose(draw):
            return deal
    return found.choose(draw)


def _secret() -> SecretDealError:
    """Return the refusal for every deal that can't be practised: the same, to reveal nothing."""
    return SecretDealError(
        "secret", "You can't practise this deal yet. Try again after the race, or tomorrow."
    )
