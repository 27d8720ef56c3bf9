"""Who may see which deal, daily, race, run and profile, and when. Whatever shows one asks here.

A condition goes into the `filter` of a query. As a player, None is a visitor who has not played
yet; `now` is in milliseconds.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from games import racing
from games.models.database.instants import to_datetime
from games.models.deals.deal import Deal
from games.models.deals.likeness import Likeness
from games.models.deals.proof import Proof
from games.models.people.player import Player
from games.models.races.daily import LIMIT_S, Attempt, Daily, day_of
from games.models.races.race import Race, RaceQuerySet

# Daily challenges.


def hidden_from(player: Player | int | None, now: int) -> Q:
    """Return the condition for the challenges whose results a player may not see yet."""
    days = [day_of(now)]
    if day_of(now - LIMIT_S * 1000) != days[0]:
        # In the first hour some attempts of the day before may still be under way.
        running = Attempt.objects.filter(race__starts_at__isnull=False, race__closed_at=None)
        before = Daily.objects.filter(day=day_of(now - LIMIT_S * 1000))
        running_days = before.filter(pk__in=running.values("daily")).values_list("day")
        days += [day for (day,) in running_days]
    ended = Attempt.objects.filter(daily=OuterRef("pk"), race__closed_at__isnull=False)
    # Of a server whose clock is ahead, a challenge may be of tomorrow.
    own = Q(day__in=days) | Q(day__gt=days[0])
    return own & ~Q(Exists(ended.filter(player=player)))


def is_daily_hidden_from(daily: Daily, player: Player | int | None, now: int) -> bool:
    """Tell whether the others' results, the key and the solution are still kept from a player.

    A player sees them after an attempt; everybody does once the day and its last attempt are over.
    Costs a query.
    """
    return Daily.objects.filter(hidden_from(player, now), pk=daily.pk).exists()


# Deals.


def secret() -> Q:
    """Return the condition for deals that nobody may be shown yet.

    A race on them is still to come or not over; on a published one, it has started. A practice
    keeps no secret, but a deal that was only practised is secret until the first practice ends.
    A deal that somebody brought is that player's alone until there is help with it.
    """
    races = _races_of_deal()
    going_on = races.filter(closed_at=None).exclude(kind=racing.Kind.SOLO)
    played = Q(deal__public=False) | Q(starts_at__lte=Now())
    return (
        Q(public=False) & Q(~Exists(races.filter(closed_at__isnull=False)))
        | Q(Exists(going_on.filter(played)))
        | Q(help_from__gt=Now())
    )


def visible_to(player: Player | None, now: int) -> Q:
    """Return the condition for the deals that a player may know, and practise on.

    These leave out the stock, and every deal that is the same game as one being raced on, or as
    that of a daily the player has still to try. A deal that somebody brought belongs to that player
    alone until there is help with it, and is compared with nothing until then.
    """
    is_open = has_help(to_datetime(now))
    own = Q(pk=None) if player is None else Q(brought_by=player)
    in_stock = Proof.objects.filter(deal=OuterRef("pk"), in_stock=True)
    free = is_open & Q(~Exists(in_stock))
    for likenesses in (raced_on(now), untried(player, now)):
        free &= ~Q(is_like(likenesses))
    return own & ~is_open | free


def known() -> Q:
    """Return the condition for deals that everybody may know: published, or raced to the end."""
    over = _races_of_deal().filter(closed_at__isnull=False).exclude(kind=racing.Kind.SOLO)
    return (Q(public=True) | Q(Exists(over))) & Q(help_from=None)


def is_secret(deal: Deal) -> bool:
    """Tell whether a deal is one of the `secret` ones. Costs a query."""
    return Deal.objects.filter(secret(), pk=deal.pk).exists()


def is_secret_to(deal: Deal, player: Player | int | None, now: int) -> bool:
    """Tell whether a player may not know a deal yet. Costs three queries at most."""
    daily = getattr(deal, "daily", None)
    # Attempts and practice go on while others know the deal already.
    return is_secret(deal) if daily is None else is_daily_hidden_from(daily, player, now)


def is_solution_secret(proof: Proof, player: Player | int | None, now: int) -> bool:
    """Tell whether a player may not know a solution yet: those of published deals are published."""
    return not proof.deal.public and is_secret_to(proof.deal, player, now)


def are_boards_shown(race: Race, player: Player | None, now: int) -> bool:
    """Tell whether a player may see who did best on the deal of a race."""
    known = Deal.objects.filter(visible_to(player, now), pk=race.deal_id)
    return racing.is_revealed(race) and known.exists()


def has_help(now: datetime | Now, deal: str = "") -> Q:
    """Return the condition for deals with which there is help.

    `deal` leads to the deal in a query of something else, such as "race__deal__".
    """
    return Q(**{f"{deal}help_from": None}) | Q(**{f"{deal}help_from__lte": now})


def raced_on(now: int, **conditions: Any) -> QuerySet[Likeness]:
    """Return the likenesses of deals that several players race on at this moment.

    Everybody knows the published deals, but not which of them a race is on. Refusing one before
    the start would tell.
    """
    return Likeness.objects.filter(
        Q(deal__public=False) | Q(deal__races__starts_at__lte=to_datetime(now)),
        deal__races__closed_at=None,
        # Lets the query use the index of races that are not closed.
        deal__races__limit_s__isnull=False,
        deal__races__kind__in=[kind.value for kind in racing.Kind if not kind.is_alone],
        **conditions,
    )


def untried(player: Player | None, now: int) -> QuerySet[Likeness]:
    """Return the likenesses of the deals of dailies that a player has still to try."""
    return Likeness.objects.filter(deal__daily__in=Daily.objects.filter(hidden_from(player, now)))


def is_like(likenesses: QuerySet[Likeness], deal: str = "pk") -> Exists:
    """Return the condition for deals that are the same game as one of some others."""
    digests = likenesses.order_by().values("digest")
    return Exists(Likeness.objects.filter(deal=OuterRef(deal), digest__in=digests))


def _races_of_deal() -> RaceQuerySet:
    return Race.objects.filter(deal=OuterRef("pk")).order_by()


# Races and runs.


def is_private(race: Race) -> bool:
    """Tell whether a race is for its player's eyes only: an open practice, or a secret deal's.

    Costs up to two queries.
    """
    if race.kind != racing.Kind.SOLO:
        return False
    return race.closed_at is None or is_secret(race.deal)


def is_race_hidden_from(race: Race, player: Player | int | None, now: int) -> bool:
    """Tell whether a race is on the deal of a daily that a player has yet to try. Costs queries."""
    if not racing.Kind(race.kind).is_alone or race.entries.filter(player=player).exists():
        return False
    daily = getattr(race.deal, "daily", None)
    return daily is not None and is_daily_hidden_from(daily, player, now)


def revealed() -> Q:
    """Return the condition for entries whose runs are no secret, as `racing.is_revealed` has it."""
    return Q(race__closed_at__isnull=False)


def replayable_by(player: Player | None, now: int) -> Q:
    """Return the condition for entries that a player may watch move by move.

    Their race is over, and their deal is no secret to the player.
    """
    deals = Deal.objects.filter(visible_to(player, now), pk=OuterRef("race__deal"))
    return revealed() & Q(Exists(deals))


def seen_by(player: Player | int | None, now: int) -> Q:
    """Return the condition for entries whose results a player may see: none of untried dailies."""
    hidden = list(Daily.objects.filter(hidden_from(player, now)).values_list("pk", flat=True))
    return ~Q(race__deal__daily__in=hidden) if hidden else Q()


# Profiles.


def is_profile_hidden_from(player: Player, visitor: Player | None) -> bool:
    """Tell whether a player keeps the figures and latest races from a visitor."""
    return player.private and player != visitor
