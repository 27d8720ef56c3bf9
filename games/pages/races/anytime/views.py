"""An any-time race's page, and the list of a player's."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games import engine
from games.models import AnytimeRace, Player
from games.models.people.refusals import PersonalError
from games.models.play.anytime_rematch import may_ask_rematch
from games.models.play.anytime_seats import close_free_seats, may_close_seats
from games.models.play.rivals import scores
from games.pages.deals.counting import counting
from games.pages.deals.labels import difficulty
from games.pages.deals.small_board import SmallBoard, covered_board, small_board
from games.pages.howto.lessons import lessons
from games.pages.howto.links import help_url
from games.pages.people.rename import NameForm, arriving_visitor
from games.pages.people.visitor import known_player
from games.pages.races.anytime.card import AnytimeCard, cards, found_anytime
from games.pages.races.anytime.invitations import forget, invited, remember
from games.pages.races.invitation import Invitation
from games.pages.races.next_races import planned_soon
from games.pages.races.previews.preview import preview_tags
from games.pages.races.previews.words import anytime_preview
from games.pages.races.progress import Duel, ProgressChart, runs_of_trial
from games.pages.site.clock import now
from games.pages.site.destinations import destination
from games.pages.site.strangers import shared_by_strangers
from games.racing import RefusedError
from games.spoken import spoken

LATEST = 50


@require_safe
def anytime(request: HttpRequest) -> HttpResponse:
    """List the visitor's any-time races: to play, waiting for others, and over.

    The rematch of one is to play for everyone who was there, and a race whose link the visitor has
    opened is until they play it or aren't interested.
    """
    player, asked = known_player(request), invited(request)
    near = AnytimeRace.objects.none() if player is None else AnytimeRace.objects.near(player, asked)
    found = cards(list(near.with_deals()[:LATEST]), player, now())
    own = [card for card in found if card.attempt or card.race.host == player]
    context = {
        "invited": asked,
        # A clock that runs comes first.
        "to_play": sorted(
            (card for card in found if card.may_start), key=lambda card: card.state != "running"
        ),
        "waiting": [card for card in own if not card.may_start and not card.over],
        "over": [card for card in own if not card.may_start and card.over],
    }
    return render(request, "races/anytime/list.html", context)


@require_safe
def anytime_race(request: HttpRequest, code: str) -> HttpResponse:
    """Show what is raced, by whom and until when, and the results once the visitor may see them."""
    card = shown_anytime(request, code)
    remember(request, card)
    return _shown(request, card, "races/anytime/race.html")


@require_safe
@shared_by_strangers
def anytime_now(request: HttpRequest, code: str) -> HttpResponse:
    """Show what changes on that page alone."""
    return _shown(request, shown_anytime(request, code), "races/anytime/now.html")


@require_safe
@shared_by_strangers
def anytime_progress(request: HttpRequest, code: str) -> HttpResponse:
    """Show everyone's progress, as a fragment for that page."""
    card = shown_anytime(request, code)
    if card.hidden:
        raise Http404(f"the results of {code!r} are hidden")
    runs = runs_of_trial(request, card.trial, known_player(request))
    context = {"chart": ProgressChart.of(runs), "counting": counting(card.trial.rules)}
    return render(request, "races/progress_chart.html", context)


def _shown(request: HttpRequest, card: AnytimeCard, template: str) -> HttpResponse:
    player = known_player(request)
    deal = card.trial.deal
    context = {
        "card": card,
        **rematch(card, player),
        "may_close_seats": may_close_seats(card, player),
        "invites_first": card.may_start and card.state == "new" and card.race.host == player,
        "planned_soon": planned_soon(player, now()) if card.may_start else None,
        "duel": _duel(card, player),
        "board": _board(card),
        "help": help_url(card.trial.rules),
        "lessons": lessons(card.trial.rules) if card.may_start and card.state == "new" else (),
        "difficulty": difficulty(card.race.difficulty),
        "invitation": Invitation.to(card.race, request),
        "key": None if card.hidden or deal.key is None else bytes(deal.key).hex(),
        "name_form": NameForm(initial={"name": player.name if player else ""}),
        "preview": preview_tags(request, anytime_preview(card), "anytime-picture", card.race.code),
    }
    return render(request, template, context)


@require_POST
def start(request: HttpRequest, code: str) -> HttpResponse:
    """Go to the visitor's only attempt, taking a seat for it; a stranger becomes a guest.

    Its page starts the clock at once, when it has its cards to show.
    """
    found = found_anytime(code)
    player = arriving_visitor(request)
    if player is None:
        return redirect(found)
    try:
        race = found.trial.attempt(player, now).race
        return redirect(race if race.starts_at else f"{race.get_absolute_url()}#start")
    except PersonalError:
        raise
    except RefusedError as error:
        messages.info(request, spoken(error.sentence))
        return redirect(found)


@require_POST
def close_seats(request: HttpRequest, code: str) -> HttpResponse:
    """Let no one else join a race that the visitor opened."""
    found = found_anytime(code)
    player = known_player(request)
    if player is not None:
        try:
            close_free_seats(found, player, now)
        except RefusedError as error:
            messages.info(request, spoken(error.sentence))
    return redirect(found)


@require_POST
def dismiss(request: HttpRequest, code: str) -> HttpResponse:
    """Take a race that the visitor won't play from their list, and go on where they were."""
    forget(request, code.upper())
    return redirect(destination(request, reverse("anytime")))


def shown_anytime(request: HttpRequest, code: str) -> AnytimeCard:
    """Return the any-time race with a code, as the visitor may see it.

    :raises Http404: if there is none.
    """
    (card,) = cards([found_anytime(code)], known_player(request), now())
    return card


def rematch(card: AnytimeCard, player: Player | None) -> dict[str, Any]:
    """Return what a page says about the race that follows. Costs up to two queries."""
    may_ask = card.over and may_ask_rematch(card.race, player)
    found = AnytimeRace.objects.filter(rematch_of=card.race).first() if may_ask else None
    return {"may_ask": may_ask, "rematch": found}


def _duel(card: AnytimeCard, player: Player | None) -> Duel | None:
    """Return the score of the two who raced, once the race is over, if they have met before."""
    rows = card.results if card.over else ()
    others = [row for row in rows if row.player != player]
    if player is None or len(rows) != len(others) + 1 or len(others) != 1:
        return None
    score = scores(player, [others[0].player], now())[others[0].player.pk]
    return Duel(others[0].name, score) if sum(score) > 1 else None


def _board(card: AnytimeCard) -> SmallBoard:
    rules = card.trial.rules
    if card.hidden:
        return covered_board(rules)
    return small_board(rules, engine.Deal.parse(card.trial.deal.cards))
