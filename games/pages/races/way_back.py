"""The line above every page: it leads back to a race under way, or calls to another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.urls import ResolverMatch

from games import racing
from games.engine.record import ENDINGS
from games.models import Action, Player, Race
from games.models.database.instants import to_datetime, to_ms
from games.models.races.so_far import followed_runs
from games.pages.deals import labels
from games.pages.people.notices.said import said
from games.pages.races.call import call_to
from games.pages.races.latest_races import LATEST, MAY_START_WITHIN, LatestRace
from games.pages.races.missed_end import missed_end
from games.pages.site.clock import now

COOKIE: Final = "way-back"
"""The cookie that keeps the races whose line the visitor has closed: codes, with dots between."""

CALLED: Final = 60_000
"""Milliseconds before a planned start at which its players are called, whatever page they see."""

FRESH: Final = 3 * 60_000
"""Milliseconds for which a race that began by the clock is called one that has started."""

DAY: Final = 24 * 60 * 60_000


def race_elsewhere(
    player: Player, shown: ResolverMatch | None, instant: int, latest: Sequence[LatestRace]
) -> Race | None:
    """Return the race under way that a page which stays open leads its player to.

    The page of an event leads to the tables of its rounds itself. The page of a race leads to
    another only once that starts by the clock.
    """
    if shown is not None and shown.url_name == "event":
        tables = Q(round__event__code=shown.kwargs["code"].upper())
        return race_under_way(player, instant, latest, besides=tables)
    if shown is None or shown.url_name != "race":
        return race_under_way(player, instant, latest)
    by_clock = Q(planned_at__isnull=False) | Q(round__isnull=False)
    races = _under_way(player, instant, CALLED).filter(by_clock)
    planned = _planned(player, instant, CALLED).order_by("starts_at")
    here = shown.kwargs["code"].upper()
    return races.exclude(code=here).first() or planned.exclude(code=here).first()


def race_under_way(
    player: Player,
    instant: int,
    latest: Sequence[LatestRace],
    besides: Q | None = None,
    ahead: Iterable[Race] | None = None,
) -> Race | None:
    """Return a player's latest race that is running or may start any moment.

    A planned one counts once its players are called to the room. `besides` are left out. `ahead`
    saves a query: the player's planned races, the next one first.
    """
    may_go_on = any(race.may_go_on(instant) for race in latest)
    running = _under_way(player, instant, racing.NEAR) if may_go_on else Race.objects.none()
    planned = _planned(player, instant, racing.NEAR).order_by("starts_at")
    if besides is not None:
        running = running.exclude(besides)
    if ahead is not None:
        near = to_datetime(instant + racing.NEAR)
        soon = (each for each in ahead if each.planned_at and each.planned_at <= near)
        return running.first() or next((each for each in soon if each.closed_at is None), None)
    return running.first() or planned.first()


def _under_way(player: Player, instant: int, within: int) -> QuerySet[Race]:
    """Return a player's latest races that are running, may start any moment, or will soon."""
    latest = player.entries.order_by("-pk").values("race")[:LATEST]
    fresh = Q(created_at__gt=to_datetime(instant) - MAY_START_WITHIN)
    races = Race.objects.filter(Q(starts_at__isnull=False) | fresh, pk__in=latest)
    far = Q(planned_at__isnull=False, planned_at__gt=to_datetime(instant + within))
    races = races.exclude(far)
    # The server settles an attempt that its player has stopped in a moment.
    stopped = Action.objects.filter(
        entry__race=OuterRef("pk"), entry__player=player, text__in=ENDINGS
    )
    attempts = [kind.value for kind in racing.Kind if kind.is_attempt]
    races = races.exclude(Exists(stopped), kind__in=attempts)
    # Players who have left have no table to go back to.
    races = races.exclude(Exists(stopped.filter(text="forfeit")))
    # A practice has no time limit and can wait indefinitely.
    return races.filter(closed_at=None, limit_s__isnull=False).order_by("-pk")


def line_of(
    request: HttpRequest,
    player: Player,
    race: Race | None,
    page: str,
    shown: ResolverMatch | None,
    latest: Sequence[LatestRace] = (),
) -> dict[str, Any]:
    """Return what the line above a page shows, unless the visitor has closed it.

    It leads to the player's race. Unless they still race there, a call to another comes first.
    Without any it may tell of one of the `latest` that ended while they were away.
    """
    closed = request.COOKIES.get(COOKIE, "").split(".")
    if race is not None and race.code in closed:
        race = None
    left = None if race is None else _left_racing(race, player)
    if race is None or race.starts_at is None or left is not None:
        call = call_to(player, shown, closed, now())
        if call is not None:
            return {"race": call.race, "call": said(call), "kind": call.kind}
    is_race = shown is not None and shown.url_name == "race"
    if race is None and not is_race:
        run = missed_end(player, closed, now(), latest)
        if run is not None:
            return {"race": run.race, "ended": run, "game": labels.title(run.race.rules)}
    if race is not None and left is None:
        return _own(race, page)
    # From one race to another, only those who have to play are called.
    if race is None or not left or is_race:
        return {"race": None}
    return {"race": race, "left_racing": left, "game": labels.title(race.rules)}


def _left_racing(race: Race, player: Player) -> int | None:
    """Return how many still race once the player's own run is over; None until then."""
    if race.starts_at is None or to_ms(race.starts_at) > now():
        return None
    rows = list(Race.objects.filter(pk=race.pk).seated())
    seats = [seat for found in followed_runs.races(rows) for seat in found.seats]
    if not any(seat.player == player.pk and seat.run.is_done for seat in seats):
        return None
    return sum(not seat.run.is_done for seat in seats)


def _own(race: Race, page: str) -> dict[str, Any]:
    age = None if race.starts_at is None else now() - to_ms(race.starts_at)
    running = age is not None and age >= 0
    by_clock = race.planned_at is not None or race.round_id is not None
    started = age is not None and 0 <= age < FRESH and by_clock
    line: dict[str, Any] = {"race": race, "running": running, "started": started, "page": page}
    line["game"] = labels.title(race.rules)
    if race.planned_at is not None:
        left = max(0, to_ms(race.planned_at) - now())
        line |= {"called": left <= CALLED, "left": left}
    elif age is not None and not running:
        line["left"] = -age
    return line


def next_call(player: Player, instant: int) -> int | None:
    """Return when the line next has to call the player to a race, or to say that it has begun."""
    starts = _ahead(player, instant, DAY).values_list("starts_at", "planned_at")
    calls = [to_ms(at) - early for _, at in starts if at for early in (racing.NEAR, CALLED)]
    calls += [to_ms(at) for at, _ in starts if at]
    return min((call for call in calls if call > instant), default=None)


def _planned(player: Player, instant: int, within: int) -> QuerySet[Race]:
    """Return a player's races that are planned to start soon, whatever they race meanwhile."""
    return _ahead(player, instant, within).filter(planned_at__isnull=False)


def _ahead(player: Player, instant: int, within: int) -> QuerySet[Race]:
    """Return a player's races that start by the clock soon."""
    # The instants are those of the index over races that aren't closed.
    soon = (to_datetime(instant), to_datetime(instant + within))
    waiting = Race.objects.filter(starts_at__range=soon, closed_at=None, limit_s__isnull=False)
    return waiting.filter(entries__player=player)
