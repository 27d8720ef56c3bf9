"""The start page: one click to a race, what is on, and the way to a race by its code."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine import GAMES
from games.models import AnytimeRace, Event, Player, Race
from games.models.database.instants import to_ms
from games.models.play.rivals import Rivalry, rivalries
from games.models.races.lobby import waiting
from games.pages.people.challenges import pending
from games.pages.people.visitor import known_player
from games.pages.races.anytime.invitations import invited
from games.pages.races.code_form import CodeForm
from games.pages.races.daily.challenges import preparing, untouched
from games.pages.races.daily.habit import countdown, habit
from games.pages.races.daily.today_cards import today_cards
from games.pages.races.daily.your_day import your_day
from games.pages.races.latest_races import latest_races
from games.pages.races.next_races import Planned, planned, to_play
from games.pages.races.previews.preview import preview_tags
from games.pages.races.previews.words import site_preview
from games.pages.races.public_races import latest
from games.pages.races.usual_game import standing
from games.pages.races.way_back import race_under_way
from games.pages.site.clock import now
from games.pages.site.strangers import shared_by_strangers

MOST_AHEAD: Final = 3
"""How many planned races, and how many any-time races, the start page lists."""


@require_safe
@shared_by_strangers
def home(request: HttpRequest) -> HttpResponse:
    """Show the start page; with `code` in the query, go to that race."""
    if "code" not in request.GET:
        return show_home(request)
    form = CodeForm(request.GET)
    if not form.is_valid():
        return show_home(request, form, status=400)
    code = form.cleaned_data["code"]
    if (anytime := AnytimeRace.objects.filter(code=code).first()) is not None:
        return redirect(anytime)
    if (event := Event.objects.filter(code=code).first()) is not None:
        return redirect(event)
    if not Race.objects.filter(code=code).exists():
        form.add_error(
            "code",
            _("No race has the code %(code)s. Check the letters and try again.") % {"code": code},
        )
        return show_home(request, form, status=404)
    return redirect("race", code)


def show_home(
    request: HttpRequest, code_form: CodeForm | None = None, status: int = 200
) -> HttpResponse:
    """Render the start page, with a refused code if there is one, which gets the focus."""
    if code_form is not None:
        code_form.fields["code"].widget.attrs["autofocus"] = True
    instant = now()
    player = known_player(request)
    here = waiting(instant)
    usual, rated = standing(player)
    days = habit(player, instant)
    cards = today_cards(player, instant, newcomer=days["newcomer"])
    today = your_day(player, [card.challenge for card in cards], days)
    asked = pending(player)
    ahead = [] if player is None else planned(player, MOST_AHEAD + 1, instant)
    under_way = None
    if player is not None:
        races_ahead = [each.race for each in ahead]
        under_way = race_under_way(player, instant, latest_races(player), ahead=races_ahead)
    context = {
        "preview": preview_tags(request, site_preview(), "site-picture"),
        "games": [
            {"name": name, "title": game.title, "waiting": here.get(name, 0)}
            for name, game in GAMES.items()
        ],
        "usual": usual,
        "unrated": not (player is None or player.guest or rated),
        "waiting": here.get(usual, 0),
        "waiting_in": next((game.title for name, game in GAMES.items() if name in here), ""),
        "races": latest(player, instant),
        "cards": cards,
        "untouched": untouched(card.challenge for card in cards),
        "preparing": preparing(card.challenge for card in cards),
        **days,
        "your_day": today,
        "code_form": code_form or CodeForm(),
        "challenges": asked,
        "again": None if asked or under_way is not None else _last_rival(player, instant),
        "under_way": under_way,
        "event": (event := Event.objects.counted().near(instant, player)),
        "event_on": event is not None and event.state(instant) == "on",
        **_planned(ahead, under_way),
        **_next_races(player, under_way, instant, invited(request), apart=today is not None),
    }
    return render(request, "races/home.html", context, status=status)


def _planned(ahead: Sequence[Planned], under_way: Race | None) -> dict[str, Any]:
    """Return the planned races to list, and whether there are more."""
    return {
        "planned": [each for each in ahead[:MOST_AHEAD] if each.race != under_way],
        "planned_later": len(ahead) > MOST_AHEAD,
    }


def _next_races(
    player: Player | None,
    under_way: Race | None,
    instant: int,
    asked: Collection[str],
    *,
    apart: bool,
) -> dict[str, Any]:
    """Return what the player has ahead, besides the race that every page leads to.

    With `apart`, the newest any-time race is the `turn`; it stays in the list to be dismissed.
    """
    if player is None:
        return {}
    found = [
        card
        for card in to_play(player, instant, asked)[:MOST_AHEAD]
        if card.attempt is None or card.attempt.race != under_way
    ]
    turn = found[0] if apart and found else None
    return {
        "invited": asked,
        "turn": turn,
        "turn_left": turn and countdown(to_ms(turn.trial.closes_at) - instant)["left_words"],
        "to_play": [card for card in found if card is not turn or card.race.code in asked],
    }


def _last_rival(player: Player | None, now: int) -> Rivalry | None:
    """Return whom a player raced last."""
    return next(iter(rivalries(player, 1, now)), None) if player is not None else None
