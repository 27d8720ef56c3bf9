"""Planning events: creating, changing and calling them off, with a secret deal for each round."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Max

from games import engine, racing
from games.engine import Sentence
from games.models.database.holding import held
from games.models.database.instants import to_datetime, to_ms
from games.models.deals.deal import Deal
from games.models.deals.proof import Proof
from games.models.people.player import Player
from games.models.races.crowding import TooManyError, one_at_a_time
from games.models.races.event import Event, Round

DAY = timedelta(days=1)

HURRY_MS = racing.SEATED + 20_000
"""How long before its start a round takes a deal of any difficulty.

Just before its players are seated: a server that has just begun to search finds most wishes in
time.
"""


@transaction.atomic
def plan_event(
    organiser: Player,
    terms: racing.EventTerms,
    clock: racing.Clock,
    draw: Callable[[int], bytes] = secrets.token_bytes,
) -> Event:
    """Plan an event that others find by its code; its organiser may play too.

    Each round takes a secret proven deal out of the stock; one for which none is ready gets it
    later, by `reserve_deals`. `draw(n)` returns n random bytes.

    :raises RefusedError: if the organiser has no account, is a bot or plans too many; "bad-start".
    :raises EngineError: if the rules of a round are unknown.
    """
    _refuse(organiser)
    now = clock()
    terms.refuse_start(now)
    _refuse_many(organiser, now)
    event = Event.objects.create(
        code=Event.objects.free_code(draw),
        organiser=organiser,
        created_at=to_datetime(now),
        **_columns(terms),
    )
    _store_rounds(event, terms, {})
    return event


@transaction.atomic
def change_event(
    event: Event, player: Player, terms: racing.EventTerms, clock: racing.Clock
) -> Event:
    """Change an event for its organiser until it begins; those who joined stay.

    A round that keeps its rules and difficulty keeps its deal.

    :raises RefusedError: "not-organiser"; "event-begun", "event-over"; "bad-start".
    :raises EngineError: if the rules of a round are unknown.
    """
    event = held_for_organiser(event, player)
    now = clock()
    racing.refuse_begun(to_ms(event.starts_at), now)
    if event.rounds.exclude(seated_at=None).exists():
        # The clock of the process that seated them is ahead.
        raise racing.event_begun()
    if terms.first_start != to_ms(event.starts_at):
        terms.refuse_start(now)
    Event.objects.filter(pk=event.pk).update(**_columns(terms), version=F("version") + 1)
    _store_rounds(event, terms, {one.number: one for one in event.rounds.select_related("deal")})
    event.refresh_from_db()
    return event


@transaction.atomic
def call_off(event: Event, player: Player, clock: racing.Clock) -> Event:
    """Call an event off for its organiser. A round that is on goes on, and what was won stays.

    It changes nothing in an event that is over or called off.

    :raises RefusedError: "not-organiser" for anyone else.
    """
    event = held_for_organiser(event, player, over=True)
    now = clock()
    if event.called_off_at is not None or now >= to_ms(event.ends_at):
        return event
    coming = event.rounds.filter(seated_at=None)
    # What was never dealt may be raced on in another race: only its commitment was shown.
    for one in coming.select_related("deal").exclude(deal=None):
        _put_back(one)
    coming.update(deal=None)
    last = event.rounds.exclude(seated_at=None).aggregate(end=Max("ends_at"))["end"]
    Event.objects.filter(pk=event.pk).update(
        called_off_at=to_datetime(now),
        ends_at=last or F("starts_at"),
        version=F("version") + 1,
    )
    event.refresh_from_db()
    return event


def reserve_deals(now: int) -> set[tuple[str, str]]:
    """Give rounds that lack a deal one of the stock; return the rules and wishes still without.

    Shortly before its start a round takes a deal of any difficulty.
    """
    missing = set()
    for one in Round.objects.without_deal().select_related("event"):
        hurry = to_ms(one.starts_at) - now < HURRY_MS
        with transaction.atomic():
            # Serialised with a change of the event, which replaces its rounds.
            held(Event.objects.filter(pk=one.event_id)).get()
            free = Round.objects.without_deal().filter(
                pk=one.pk, rules=one.rules, wished_difficulty=one.wished_difficulty
            )
            if not free.exists():
                continue
            deal = Proof.objects.take(one.rules, one.wished_difficulty)
            if deal is None and hurry:
                deal = Proof.objects.take(one.rules)
            if deal is not None:
                Round.objects.filter(pk=one.pk).update(deal=deal)
                Event.objects.filter(pk=one.event_id).renew()
        if deal is None:
            missing.add((one.rules, one.wished_difficulty))
    return missing


def _refuse(organiser: Player) -> None:
    if organiser.bot:
        raise racing.RefusedError("no-bots", "Bots can't organise events.")
    if organiser.guest:
        raise racing.RefusedError("not-organiser", "Sign up to organise an event.")


def _refuse_many(organiser: Player, now: int) -> None:
    one_at_a_time(str(organiser.pk))
    limit: int = settings.EVENTS_PER_DAY
    # Those called off count, or planning and calling off in turns would have no limit.
    lately = Event.objects.filter(organiser=organiser, created_at__gt=to_datetime(now) - DAY)
    if limit and lately[:limit].count() >= limit:
        raise TooManyError(
            "too-many-races",
            Sentence(
                "You've planned %(count)s events today. Wait a day before the next.", count=limit
            ),
        )


def held_for_organiser(event: Event, player: Player, *, over: bool = False) -> Event:
    """Lock an event for its organiser.

    :raises RefusedError: "not-organiser" for anyone else, "event-over" if it was called off.
    """
    event = held(Event.objects.filter(pk=event.pk)).get()
    if event.organiser_id != player.pk:
        raise racing.RefusedError("not-organiser", "Only the organiser can change the event.")
    if event.called_off_at is not None and not over:
        raise racing.RefusedError("event-over", "The event was called off.")
    return event


def _columns(terms: racing.EventTerms) -> dict[str, object]:
    return {
        "name": terms.name.strip(),
        "starts_at": to_datetime(terms.first_start),
        "ends_at": to_datetime(terms.event.end),
        "break_s": terms.pause // 1000,
        "public": terms.public,
    }


def _store_rounds(event: Event, terms: racing.EventTerms, before: dict[int, Round]) -> None:
    rounds = [
        Round(
            event=event,
            number=number,
            rules=str(engine.Rules.parse(one.rules)),
            wished_difficulty=one.wished_difficulty,
            limit_s=one.limit // 1000,
            starts_at=to_datetime(starts_at),
            ends_at=to_datetime(starts_at + one.limit),
        )
        for number, (one, starts_at) in enumerate(
            zip(terms.rounds, terms.event.starts, strict=True), 1
        )
    ]
    _deal_out(rounds, before)
    event.rounds.all().delete()
    Round.objects.bulk_create(rounds)


def _deal_out(rounds: Sequence[Round], before: dict[int, Round]) -> None:
    """Give each round the deal that it had, or another; put those back that are left over."""
    kept: set[int] = set()
    for one in rounds:
        old = before.get(one.number)
        if old is not None and _terms(old) == _terms(one):
            one.deal = old.deal
            kept.add(one.number)
        else:
            one.deal = Proof.objects.take(one.rules, one.wished_difficulty)
    # First draw, or the same deal might come again.
    _put_all_back(old for number, old in before.items() if number not in kept)


def _terms(one: Round) -> tuple[str, str]:
    return one.rules, one.wished_difficulty


def _put_all_back(rounds: Iterable[Round]) -> None:
    for one in rounds:
        _put_back(one)


def _put_back(one: Round) -> None:
    deal: Deal | None = one.deal
    if deal is not None:
        Proof.objects.put_back(deal, one.rules)
