"""What an organiser does: planning an event, changing it, calling it off."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games import tasks
from games.engine import GAMES
from games.models import Event
from games.models.people.refusals import PersonalError
from games.models.races.event_plan import call_off, change_event, plan_event
from games.models.races.event_players import join_event
from games.pages.deals.lengths import proposed_limit, usual_minutes
from games.pages.people.visitor import account_required, required_player
from games.pages.races.event.form import SHORT, EventForm, first_rounds, proposed_start
from games.pages.races.event.views import find_event
from games.pages.races.race_form import LIMITS
from games.pages.races.usual_game import usual_game
from games.pages.site.clock import now
from games.racing import ROUNDS_BOUNDS, RefusedError
from games.spoken import spoken

FIELDS: Final = {"bad-name": "name", "bad-start": "start", "bad-break": "pause"}
"""The field that each refusal is about."""


@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def plan(request: HttpRequest) -> HttpResponse:
    """Plan an event, like the one whose code is given if there is one."""
    if request.method != "POST":
        if again := request.GET.get("again"):
            return _show(request, EventForm.again(find_event(again), now()))
        organiser = required_player(request)
        name = _("Event by %(name)s") % {"name": organiser.name}
        proposed = {"name": name, "start": proposed_start(now())}
        rounds = first_rounds(usual_game(organiser))
        return _show(request, EventForm(initial=proposed, rounds=rounds))
    return _store(request, EventForm(request.POST), None)


@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def change(request: HttpRequest, code: str) -> HttpResponse:
    """Change an event, for its organiser, until it begins."""
    found = find_event(code)
    if found.organiser_id != required_player(request).pk:
        messages.error(request, _("Only the organiser can change the event."))
        return redirect(found)
    if request.method != "POST":
        return _show(request, EventForm.of(found), found)
    return _store(request, EventForm.of(found, request.POST), found)


@require_POST
@account_required
def cancel(request: HttpRequest, code: str) -> HttpResponse:
    """Call an event off, for its organiser."""
    found = find_event(code)
    try:
        found = call_off(found, required_player(request), now)
        messages.success(request, _("The event is called off. Results so far stay."))
    except RefusedError as error:
        messages.error(request, spoken(error.sentence))
    return redirect(found)


def _store(request: HttpRequest, form: EventForm, event: Event | None) -> HttpResponse:
    if "more" in request.POST:
        return _show(request, form.with_another_round(), event)
    if "drop" in request.POST:
        return _show(request, form.without_round(request.POST["drop"]), event)
    if not form.is_valid():
        return _show(request, form, event, status=400)
    player = required_player(request)
    try:
        terms = form.terms
        stored = (
            plan_event(player, terms, now)
            if event is None
            else change_event(event, player, terms, now)
        )
    except PersonalError:
        raise
    except RefusedError as error:
        form.add_error(FIELDS.get(error.code), spoken(error.sentence))
        return _show(request, form, event, status=409)
    if form.cleaned_data.get("joins"):
        join_event(stored, player, now)
    tasks.search_for_rounds(stored)
    return redirect(stored)


def _show(
    request: HttpRequest, form: EventForm, event: Event | None = None, status: int = 200
) -> HttpResponse:
    least, most = ROUNDS_BOUNDS
    context = {
        "form": form,
        "event": event,
        "least": least,
        "most": most,
        "lengths": {
            "minutes": {game: usual_minutes(game) for game in GAMES},
            "limits": {game: proposed_limit(game, LIMITS) for game in GAMES},
            "short": str(SHORT),
        },
        "may_add": len(form.rounds) < most,
        "may_remove": len(form.rounds) > least,
    }
    return render(request, "races/event/form.html", context, status=status)
