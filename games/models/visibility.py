"""Who may see which deal, trial, race, run and profile, and who may have help, and when.

All code that shows one of these asks here. Conditions are for the `filter` of a query. A player of
None is a visitor who hasn't played yet; `now` is in milliseconds since the epoch.
"""

# Long: it alone says who sees what, whatever shows it.

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Now

from games import racing
from games.engine import Sentence
from games.models.database.instants import to_datetime, to_ms
from games.models.deals.deal import Deal
from games.models.deals.likeness import Likeness
from games.models.deals.proof import Proof
from games.models.people.player import Player
from games.models.races.entry import Entry
from games.models.races.event import Event, Participation, Round
from games.models.races.match import Match, MatchRace
from games.models.races.race import Race, RaceQuerySet
from games.models.races.race_event import RaceEvent
from games.models.races.trial import Attempt, Trial

# Trials: daily challenges and any-time races.


def hidden_from(player: Player | int | None, now: int) -> Q:
    """Return the condition for the trials whose results a player may not see yet.

    A player sees them after an attempt; everyone does once all seats are done, or the trial has
    closed and its last attempt is over.
    """
    attempts = Attempt.objects.filter(trial=OuterRef("pk"))
    # A server whose clock is ahead may already have made tomorrow's daily: that isn't over either.
    may_start = Q(closes_at__gt=to_datetime(now))
    may_run = Q(closes_at__gt=to_datetime(now - racing.LIMIT_BOUNDS[1]))
    ended = attempts.ended().order_by().values("trial").annotate(count=Count("pk"))
    is_expected = Q(seats=None) | Q(seats__gt=Coalesce(Subquery(ended.values("count")), 0))
    is_open = (may_start | may_run & Q(Exists(attempts.running()))) & is_expected
    return is_open & ~Q(Exists(attempts.ended().filter(player=player)))


def is_trial_hidden_from(trial: Trial, player: Player | int | None, now: int) -> bool:
    """Tell whether a trial's results, key and solution are still hidden from a player.

    Costs a query.
    """
    return Trial.objects.filter(hidden_from(player, now), pk=trial.pk).exists()


def is_end_told(attempt: Attempt, now: int) -> bool:
    """Tell whether those who may not see an attempt's result may know that it has ended.

    They may once its time limit is over: a page that told at once would tell how long it took.
    """
    starts_at, limit = attempt.race.starts_at, timedelta(seconds=attempt.trial.limit_s)
    return starts_at is not None and starts_at + limit <= to_datetime(now)


# Deals.


def secret() -> Q:
    """Return the condition for deals that no one may be shown yet.

    Until its first race ends, a deal is secret unless it is published. While another race is open,
    it is secret too; a published deal only once that race has started. Practices don't count as
    races here, except that the first to end reveals a deal that was only practised. A deal that a
    player brought is secret until help with it starts.
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
    """Return the condition for the deals that a player may know and practise on.

    They exclude the stock, and all deals that are the same game as one being raced, as that of a
    round that isn't over, or as that of a trial the player hasn't tried yet. Until help with it
    starts, a deal that a player brought is visible to that player only and isn't compared with
    others.
    """
    is_open = has_help(to_datetime(now))
    own = Q(pk=None) if player is None else Q(brought_by=player)
    in_stock = Proof.objects.filter(deal=OuterRef("pk"), in_stock=True)
    free = is_open & Q(~Exists(in_stock))
    for likenesses in (raced_on(now), in_rounds(now), untried(player, now)):
        free &= ~Q(is_like(likenesses))
    return own & ~is_open | free


def known() -> Q:
    """Return the condition for deals that everyone may know: published, or raced to the end."""
    over = _races_of_deal().filter(closed_at__isnull=False).exclude(kind=racing.Kind.SOLO)
    return (Q(public=True) | Q(Exists(over))) & Q(help_from=None)


def is_secret(deal: Deal) -> bool:
    """Tell whether a deal is one of the `secret` ones. Costs a query."""
    return Deal.objects.filter(secret(), pk=deal.pk).exists()


def is_secret_to(deal: Deal, player: Player | int | None, now: int) -> bool:
    """Tell whether a player may not know a deal yet. Costs up to three queries."""
    trial = getattr(deal, "trial", None)
    # Attempts and practices continue on a trial's deal while others already know it.
    return is_secret(deal) if trial is None else is_trial_hidden_from(trial, player, now)


def is_solution_secret(proof: Proof, player: Player | int | None, now: int) -> bool:
    """Tell whether a player may not know a solution yet. Those of published deals are public."""
    return not proof.deal.public and is_secret_to(proof.deal, player, now)


def are_leaderboards_shown(race: Race, player: Player | None, now: int) -> bool:
    """Tell whether a player may see the leaderboards of a race's deal."""
    known = Deal.objects.filter(visible_to(player, now), pk=race.deal_id)
    return racing.is_revealed(race) and known.exists()


def has_help(now: datetime | Now, deal: str = "") -> Q:
    """Return the condition for deals that the solver may help with.

    `deal` is the lookup prefix of the deal in a query of another model, such as "race__deal__".
    """
    return Q(**{f"{deal}help_from": None}) | Q(**{f"{deal}help_from__lte": now})


def raced_on(now: int, **conditions: Any) -> QuerySet[Likeness]:
    """Return the likenesses of the deals of open races, practices and trials aside.

    Published deals are known, but not which of them a race is on: refusing one before the start
    would reveal it.
    """
    return Likeness.objects.filter(
        Q(deal__public=False) | Q(deal__races__starts_at__lte=to_datetime(now)),
        deal__races__closed_at=None,
        # Lets the query use the index of races that are not closed.
        deal__races__limit_s__isnull=False,
        deal__races__kind__in=[kind.value for kind in racing.Kind if not kind.is_alone],
        **conditions,
    )


def raced_until(deal: Deal, now: int) -> datetime | None:
    """Return by when the open races on a deal, or on one that is the same game, are over.

    Return None if there are none, or if one has yet to start. Costs a query.
    """
    likenesses = raced_on(now, digest__in=deal.likenesses.values("digest"))
    raced = Race.objects.filter(
        deal__in=likenesses.order_by().values("deal"), closed_at=None, limit_s__isnull=False
    )
    races = list(raced.values_list("starts_at", "limit_s"))
    ends = [start + timedelta(seconds=limit) for start, limit in races if start and limit]
    return max(ends) if ends and len(ends) == len(races) else None


def untried(player: Player | None, now: int) -> QuerySet[Likeness]:
    """Return the likenesses of the deals of trials that a player hasn't tried yet."""
    return Likeness.objects.filter(deal__trial__in=Trial.objects.filter(hidden_from(player, now)))


def in_rounds(now: int) -> QuerySet[Likeness]:
    """Return the likenesses of the deals of rounds of events that aren't over, even begun."""
    return Likeness.objects.filter(deal__round__ends_at__gt=to_datetime(now))


def is_like(likenesses: QuerySet[Likeness], deal: str = "pk") -> Exists:
    """Return the condition for deals that are the same game as one with these likenesses."""
    digests = likenesses.order_by().values("digest")
    return Exists(Likeness.objects.filter(deal=OuterRef(deal), digest__in=digests))


def _races_of_deal() -> RaceQuerySet:
    return Race.objects.filter(deal=OuterRef("pk")).order_by()


# Events.


def keys_of_rounds(rounds: Iterable[Round], now: int) -> Mapping[int, str]:
    """Return the keys of the deals of the rounds that are over, in hex, by the round's primary key.

    Until then nobody sees the key, the deal or the results, not even the organiser. A round is over
    once its time is up and all of its tables are closed, which then all together no longer play.
    Each round comes with its deal. Costs a query.
    """
    ended = [one for one in rounds if one.ends_at <= to_datetime(now)]
    played = Race.objects.filter(round__in=ended, closed_at=None)
    going_on = set(played.values_list("round", flat=True))
    return {
        one.pk: bytes(one.deal.key).hex()
        for one in ended
        if one.pk not in going_on and one.deal is not None and one.deal.key is not None
    }


# Races and runs.


def only_viewers(race: Race) -> frozenset[int] | None:
    """Return the players who alone may see a race, or None if everyone may.

    A practice is its player's own while it is open or on a secret deal. Costs up to three queries.
    """
    if race.kind != racing.Kind.SOLO or (race.closed_at is not None and not is_secret(race.deal)):
        return None
    return frozenset(race.entries.values_list("player", flat=True))


def is_private_from(race: Race, player: Player | None) -> bool:
    """Tell whether a race is another player's private practice. Costs up to three queries."""
    viewers = only_viewers(race)
    return viewers is not None and (player is None or player.pk not in viewers)


def listed() -> Q:
    """Return the condition for races that may be offered to strangers to watch.

    Quick races are, tables of public events, and others that their host has made public. The link
    to any other race is its players' to share.
    """
    kinds = racing.Kind.CASUAL, racing.Kind.RANKED, racing.Kind.EVENT
    shown = Q(watchable=True, kind__in=[kind.value for kind in kinds])
    return shown & (Q(round=None) | Q(round__event__public=True))


def announced() -> Q:
    """Return the condition for races that strangers may hear of, with their code.

    Before the start these are quick races, which anyone may enter, and public races with a set
    time; then all listed ones.
    """
    return listed() & (Q(dealt_at__isnull=False) | ~Q(lobby="") | Q(planned_at__isnull=False))


def told_to_all() -> Exists:
    """Return the condition for events that strangers may hear of."""
    known = Race.objects.filter(announced(), pk=OuterRef("race"))
    told = Q(player=None) & (Q(race=None, quick=True) | Q(Exists(known)))
    return Exists(RaceEvent.objects.filter(told, pk=OuterRef("pk")))


def races_told(match: Match, player: Player | None) -> QuerySet[MatchRace]:
    """Return the races of a match that a player may hear of, with their code, in their order.

    A private room that waits is named to those alone who belong to the match: they had a seat in a
    race of it that is over, or have one in the room. Costs a query, and that of the races.
    """
    races = match.races.select_related("race").order_by("number")
    if player is not None and match.entries().filter(player=player).exists():
        return races
    mine = Entry.objects.filter(race=OuterRef("race"), player=player)
    is_shared = Q(race__watchable=True) | Q(race__dealt_at__isnull=False)
    return races.filter(is_shared | Q(Exists(mine)))


def is_race_hidden_from(race: Race, player: Player | int | None, now: int) -> bool:
    """Tell whether a race is on the deal of a trial that a player hasn't tried. Costs queries."""
    if not racing.Kind(race.kind).is_alone or race.entries.filter(player=player).exists():
        return False
    trial = getattr(race.deal, "trial", None)
    return trial is not None and is_trial_hidden_from(trial, player, now)


def revealed() -> Q:
    """Return the condition for entries whose runs are revealed, as in `racing.is_revealed`."""
    return Q(race__closed_at__isnull=False)


def open_to(player: Player | None, now: int) -> Q:
    """Return the condition for entries of races that are over and whose deal a player may know."""
    deals = Deal.objects.filter(visible_to(player, now), pk=OuterRef("race__deal"))
    return revealed() & Q(Exists(deals))


def replayable_by(player: Player | None, now: int) -> Q:
    """Return the condition for entries that a player may watch move by move."""
    return with_actions() & open_to(player, now)


def with_actions() -> Q:
    """Return the condition for entries whose actions haven't been removed for their age."""
    return Q(race__actions_removed_at=None)


def replayable_beside(entry: Entry) -> Q:
    """Return the condition for entries to watch beside one that a player may watch.

    They are on the same deal, so only their own race still has to be over.
    """
    return revealed() & with_actions() & Q(race__deal=entry.race.deal_id)


def seen_by(player: Player | int | None, now: int) -> Q:
    """Return the condition for entries whose results a player may see: not of untried trials."""
    hidden = list(Trial.objects.filter(hidden_from(player, now)).values_list("pk", flat=True))
    return ~Q(race__deal__trial__in=hidden) if hidden else Q()


# Profiles.


def is_profile_hidden_from(player: Player, visitor: Player | None) -> bool:
    """Tell whether a player's figures and latest races are hidden from a visitor."""
    return player.private and player != visitor


NAMES_AHEAD = 50
"""How many of those who will take part in an event are named."""


def names_ahead(taking_part: QuerySet[Participation]) -> Iterable[str]:
    """Return the names of those who will take part in an event, in the order they joined.

    Those who don't show when they are here only count. Costs a query.
    """
    shown = taking_part.filter(player__show_online=True).order_by("joined_at", "pk")
    return shown.values_list("player__name", flat=True)[:NAMES_AHEAD]


def removable(event: Event) -> QuerySet[Participation]:
    """Return the participations that an event's organiser sees, and may end.

    The organiser learns of nobody whom the event's page doesn't show: those who don't show when
    they are here are seen once they have had a seat.
    """
    seats = Entry.objects.filter(race__round__event=event, player=OuterRef("player"))
    seen = event.participations.filter(Q(player__show_online=True) | Q(Exists(seats)))
    return seen.filter(player__deleted_at=None).exclude(player=event.organiser_id)


# Help by the server's solver.


def help_later(deal: Deal, now: int) -> Sentence | None:
    """Return why the solver doesn't help yet with cards that a player brought, or None."""
    if deal.help_from is None or to_ms(deal.help_from) <= now:
        return None
    return Sentence(
        "You entered this deal yourself. You can get help with it from %(time)s UTC, once any "
        "race it could come from is over.",
        time=f"{deal.help_from:%Y-%m-%d %H:%M}",
    )


def refuse_help(entry: Entry, now: int) -> None:
    """Refuse help with an entry if it could help in a race too.

    The entry is loaded with its race and deal. Cards that a player brought are refused first, so
    that the answer depends only on the day they came and reveals nothing else.

    :raises RefusedError: "help-later", "counting" or "secret".
    """
    race, deal = entry.race, entry.race.deal
    if (why := help_later(deal, now)) is not None:
        raise racing.RefusedError("help-later", why)
    counting = Entry.objects.filter(
        player=entry.player_id,
        race__kind__in=[kind.value for kind in racing.Kind if not kind.may_help],
        race__starts_at__lte=to_datetime(now),
        race__closed_at=None,
    )
    if counting.exists():
        raise racing.RefusedError(
            "counting", "You're in a race that counts. Help is back when it's over."
        )
    # A race that allows help doesn't block it for its own players.
    others = (
        raced_on(now) if race.kind == racing.Kind.SOLO else raced_on(now, deal__races__helped=False)
    )
    mine = Deal.objects.filter(pk=deal.pk)
    # A player who has done a trial may have a second account: no help until the trial is over.
    hidden = is_like(others) | is_like(in_rounds(now)) | is_like(untried(None, now))
    if mine.filter(hidden).exists():
        raise racing.RefusedError(
            "secret", "Others can still race this deal. You can get help with it when they're done."
        )
