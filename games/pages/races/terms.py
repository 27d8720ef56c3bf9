"""The host changes what is raced while everyone gathers."""

from __future__ import annotations

from typing import Final

from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import tasks
from games.engine import Sentence
from games.models.races.crowding import TooManyError
from games.models.races.terms import NewTerms, change_terms
from games.pages.people.visitor import address_of, known_player
from games.pages.races.race import show_race, shown_race
from games.pages.races.race_form import RaceForm
from games.pages.site.clock import now
from games.racing import RefusedError
from games.spoken import spoken

FIELDS: Final = {"no-deal": "ranked", "bad-start": "start"}
"""The fields that are at fault when a change is refused; otherwise none alone is."""


@require_POST
def terms(request: HttpRequest, code: str) -> HttpResponse:
    """Change a race for its host, or show the form again with what is wrong."""
    found = shown_race(request, code)
    if isinstance(found, HttpResponse):
        return found
    host = known_player(request)
    if host is None or host.pk != found.host_id:
        why = _("Only the host can change the race.")
        return render(request, "403.html", {"sentence": why}, status=403)
    form = RaceForm.sent(request.POST, found)
    if form is None or not form.is_valid():
        return show_race(request, found, form, status=400)
    if not ratelimit.consume(request, action="terms"):
        raise TooManyError(
            "too-many-races",
            Sentence("You've changed races very often in the last hour. Wait a while."),
        )
    wanted = NewTerms(host, form.rules, form.race_options, form.goal, address_of(request))
    try:
        race = change_terms(found.code, wanted, now)
    except TooManyError as error:
        at_fault = "ranked" if form.cleaned_data["ranked"] else "start"
        form.add_error(at_fault, spoken(error.sentence))
        return show_race(request, found, form, status=429)
    except RefusedError as error:
        form.add_error(FIELDS.get(error.code), spoken(error.sentence))
        return show_race(request, found, form, status=409)
    tasks.search_for(race)
    return redirect(race)
