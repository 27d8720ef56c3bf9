"""The visitor's race history."""

from __future__ import annotations

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games import racing
from games.engine import GAMES
from games.models import Entry
from games.models.races.entry import EntryQuerySet
from games.pages.people.visitor import known_player
from games.pages.races.next_races import planned
from games.pages.races.results import KINDS, results, results_among_rivals
from games.pages.site.clock import now

PAGE = 30

SOLVED = {"yes": _("Solved"), "no": _("Not solved")}


class FilterForm(forms.Form):
    """Which races to list; an unknown or missing value lists all."""

    game = forms.ChoiceField(
        label=_("Game"),
        required=False,
        choices=lambda: [("", _("All games")), *((name, g.title) for name, g in GAMES.items())],
    )
    kind = forms.ChoiceField(
        label=_("Kind"),
        required=False,
        choices=[("", _("All kinds")), *((kind, capfirst(name)) for kind, name in KINDS.items())],
    )
    solved = forms.ChoiceField(
        label=_("Outcome"), required=False, choices=[("", _("All outcomes")), *SOLVED.items()]
    )

    def of(self, entries: EntryQuerySet) -> EntryQuerySet:
        """Return the entries that pass the filter."""
        self.full_clean()
        asked = self.cleaned_data
        if game := asked.get("game"):
            entries = entries.filter(race__rules__startswith=f"{game}/")
        if kind := asked.get("kind"):
            entries = entries.filter(race__kind=kind)
        if solved := asked.get("solved"):
            won = {"state": racing.RunState.WON}
            entries = entries.filter(**won) if solved == "yes" else entries.exclude(**won)
        return entries


@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """Show the visitor's finished races, newest first; guests have a history too."""
    player = known_player(request)
    played = Entry.objects.history(player.pk) if player else Entry.objects.none()
    form = FilterForm(request.GET)
    page = Paginator(form.of(played), PAGE).get_page(request.GET.get("page"))
    going_on = Entry.objects.going_on(player.pk)[:PAGE] if player else ()
    asked = request.GET.copy()
    asked.pop("page", None)
    first = page.number == 1
    context = {
        "form": form,
        "page": page,
        "asked": asked.urlencode(),
        "any": bool(page.object_list) or played.exists(),
        "results": results_among_rivals(page.object_list, now()),
        "going_on": results(going_on) if first else [],
        "planned": planned(player, PAGE, now()) if player and first else (),
    }
    return render(request, "races/history.html", context)
