"""Opening races."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

from django.db import transaction

from games import engine, racing
from games.models.database.instants import to_datetime
from games.models.deals.deal import KEY_BYTES, Deal
from games.models.deals.proof import Proof, left_to_ranked
from games.models.people.player import Player
from games.models.races.crowding import refuse_races, refuse_ranked, refuse_seats
from games.models.races.opening import Opening, place_of
from games.models.races.race import Race
from games.models.races.transition import save_transition


@transaction.atomic
def new_race(
    host: Player | None,
    rules: str,
    clock: racing.Clock,
    *,
    deal: Deal | None = None,
    kind: racing.Kind = racing.Kind.CASUAL,
    countdown_s: int = 5,
    limit_s: int | None = 600,
    helped: bool = False,
    watchable: bool = False,
    gather_s: int | None = None,
    lobby: str = "",
    wished: str = "",
    rematch_of: Race | None = None,
    address: str = "",
    draw: Callable[[int], bytes] = secrets.token_bytes,
) -> Race:
    """Open a race with the host seated, on a deal from the stock unless one is given.

    Nobody has seen a deal of the stock; all are proven. Where only those are left that ranked
    races and dailies keep, the deal is a published one that is proven, or drawn unproven. A
    published one of the wished difficulty is preferred to a secret one of another.

    `draw` gives so many random bytes; `address` is the host's, empty if it is not known.

    A ranked race takes no other than a proven secret one.

    :raises RefusedError: if the countdown or the limit is out of bounds, or the host opens
        too many races; "no-deal" if it is to be ranked and no proven secret deal is ready.
    :raises EngineError: if the rules are unknown.
    """
    now = clock()
    rules = str(engine.Rules.parse(rules))
    if host is not None:
        refuse_races(host, now)
        refuse_seats(host.pk, kind, now)
        if kind is racing.Kind.RANKED:
            refuse_ranked(host, address, rules, now)
    empty = racing.Race(
        code=racing.race_code(draw(racing.CODE_BYTES)),
        rules=rules,
        kind=kind,
        countdown=countdown_s * 1000,
        limit=None if limit_s is None else limit_s * 1000,
        helped=helped,
        watchable=watchable,
        gathers=None if gather_s is None else gather_s * 1000,
    )
    # The link of a race that was closed before it started leads to no other race.
    while (
        Race.objects.filter(code=empty.code).exists()
        or Opening.objects.filter(code=empty.code).exists()
    ):
        empty = replace(empty, code=racing.race_code(draw(racing.CODE_BYTES)))
    race = Race.objects.create(
        code=empty.code,
        rules=empty.rules,
        kind=kind,
        deal=deal or _new_deal(kind, empty.rules, wished, draw),
        countdown_s=countdown_s,
        limit_s=limit_s,
        helped=helped,
        watchable=watchable,
        gather_s=gather_s,
        lobby=lobby,
        wished=wished,
        created_at=to_datetime(now),
        rematch_of=rematch_of,
    )
    if host is not None:
        race.opening = Opening.objects.create(
            race=race,
            code=race.code,
            player=host,
            place=place_of(host, address),
            opened_at=race.created_at,
        )
        save_transition(
            race, empty, lambda value, now: value.join(host.pk, host.name, host.guest, now), clock
        )
    return race


def possible_kind(wanted: racing.Kind, rules: str) -> racing.Kind:
    """Return the kind that a race can have now: casual if a ranked one has no deal ready."""
    if wanted is racing.Kind.RANKED and not Proof.objects.stock(rules).exists():
        return racing.Kind.CASUAL
    return wanted


def _new_deal(kind: racing.Kind, rules: str, wished: str, draw: Callable[[int], bytes]) -> Deal:
    if kind is racing.Kind.RANKED:
        if deal := Proof.objects.take(rules, wished) or Proof.objects.take(rules):
            return deal
        raise racing.RefusedError(
            "no-deal", "No secret deal is proven for these rules yet. Try again in a minute."
        )
    leave = left_to_ranked(rules)
    return (
        Proof.objects.take(rules, wished, leave)
        or Proof.objects.choose_published(rules, draw, wished)
        or Proof.objects.take(rules, "", leave)
        or Proof.objects.choose_published(rules, draw)
        or Deal.objects.draw(draw(KEY_BYTES))
    )
