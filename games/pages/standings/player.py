"""A player's public page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.engine import GAMES
from games.models import Entry, Follow, Player
from games.models.play.rivals import scores
from games.models.races.challenge import have_raced
from games.models.races.daily import day_of
from games.models.races.entry import EntryQuerySet
from games.models.standings.rating import SETTLED_AFTER
from games.models.standings.streak import streak
from games.models.visibility import is_profile_hidden_from, seen_by
from games.pages.people.visitor import known_player
from games.pages.races.daily.your_day import first_days
from games.pages.races.match_words import matches_of
from games.pages.races.results import GONE, results_among_rivals
from games.pages.races.usual_game import usual_game
from games.pages.site.clock import now
from games.pages.site.strangers import shared_by_strangers
from games.pages.standings.profile import profile
from games.pages.standings.rating_charts import RatingChart, rating_charts
from games.racing import Kind, RunState

LATEST = 20


@require_safe
@shared_by_strangers
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player's name, a few figures and the latest races, unless they are private."""
    active = Player.objects.filter(is_active=True).select_related("owner")
    found = get_object_or_404(active, pk=pk)
    visitor = known_player(request)
    if is_profile_hidden_from(found, visitor):
        return render(request, "standings/player.html", {"player": found, "hidden": True})
    instant = now()
    seen = seen_by(visitor, instant)
    played = Entry.objects.history(found.pk).filter(seen).exclude(race__kind=Kind.SOLO)
    ratings = rating_charts(found)
    context: dict[str, Any] = {
        "profile": profile(played, timezone.now().date(), request.GET.get("rules", "")),
        "player": found,
        # Whether this player has a hidden result would tell when their attempt ended.
        "withheld": found != visitor and bool(seen),
        "ratings": ratings,
        "best_rating": _best(ratings),
        **_figures(found, played, instant, own=found == visitor),
        "games": GAMES,
        "settled_after": SETTLED_AFTER,
        "matches": matches_of(found, visitor),
    }
    if visitor is not None:
        context["usual"] = usual_game(visitor)
        context["usual_title"] = GAMES[context["usual"]].title
        context["may_challenge"] = _may_challenge(visitor, found)
    if visitor is not None and visitor != found:
        context["score"] = scores(visitor, [found], instant)[found.pk]
        context["may_follow"] = not (visitor.guest or found.guest or found.bot)
        context["followed"] = Follow.objects.between(visitor, found).exists()
    return render(request, "standings/player.html", context)


def _figures(found: Player, played: EntryQuerySet, now: int, *, own: bool) -> dict[str, Any]:
    """Return what a player's races come to, with the latest of them. Costs queries."""
    counted = played.counted()
    races, latest = counted.count(), results_among_rivals(played[:LATEST], now)
    dailies = _dailies(played, now)
    blank = not (races or latest)
    return {
        **dailies,
        "own": own,
        "blank": blank,
        "first_days": first_days(dailies["streak"].current) if own or blank else (),
        "races": races,
        "won": counted.filter(state="won").count(),
        "first_places": _first_places(counted.among_people(found)),
        "results": latest,
    }


def _first_places(entries: EntryQuerySet) -> int:
    """Return how many races were won by who stayed and brought a card home. Costs a query."""
    first = entries.filter(place=1, progress_at__gt=0)
    return first.exclude(state__in=GONE).count()


def _best(ratings: list[RatingChart]) -> RatingChart | None:
    """Return the highest rating, if possible of those that aren't provisional."""
    return max(
        ratings,
        key=lambda chart: (not chart.rating.is_provisional, chart.rating.figure),
        default=None,
    )


def _dailies(played: EntryQuerySet, now: int) -> dict[str, Any]:
    """Return what the entries come to as daily challenges. Costs a query."""
    tried = played.tried().filter(race__kind=Kind.DAILY).order_by()
    runs = list(tried.values_list("race__attempt__trial__daily__day", "state"))
    today = day_of(now)
    return {
        "streak": streak((day for day, _ in runs), today),
        "kept": any(day == today for day, _ in runs),
        "dailies": sum(state == RunState.WON for _, state in runs),
    }


def _may_challenge(visitor: Player, found: Player) -> bool:
    """Tell whether a challenge would reach a player: guests challenge those they raced."""
    if found.bot or visitor == found:
        return False
    return not (visitor.guest or found.guest) or have_raced(visitor, found)
