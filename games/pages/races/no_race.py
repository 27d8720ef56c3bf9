"""The page for a code that no race has."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import AnytimeRace, Opening
from games.pages.races.code_form import CodeForm


@require_safe
def no_race(request: HttpRequest, text: str) -> HttpResponse:
    """Say that no race has the code in the address, and ask for it again."""
    return no_such_race(request, text)


def no_such_race(request: HttpRequest, code: str) -> HttpResponse:
    """Answer 404 if no race has the code, or 410 if its race never started.

    The code of an any-time race leads to it.
    """
    if (anytime := AnytimeRace.objects.filter(code=code.upper()).first()) is not None:
        return redirect(anytime)
    if Opening.objects.filter(code=code.upper(), race=None).exists():
        return render(request, "races/no_race.html", {"unstarted": True}, status=410)
    form = CodeForm({"code": code[:20]})
    if form.is_valid():
        form.add_error("code", _("No race has the code %(code)s.") % {"code": code.upper()})
    return render(request, "races/no_race.html", {"code_form": form}, status=404)
