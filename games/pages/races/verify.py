"""The page on which a browser checks a finished race."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.pages.races.code_form import CodeForm
from games.pages.races.document import public_race
from games.pages.races.runs import RemovedError


@require_safe
def verify(request: HttpRequest) -> HttpResponse:
    """Offer to check the race whose `code` is in the query, or a document that the visitor has.

    The answer is 404 if the visitor may not have the race's document.
    """
    form = CodeForm(request.GET if "code" in request.GET else None)
    page: dict[str, Any] = {"document": None, "runs": []}
    if form.is_valid():
        try:
            race, runs = public_race(request, form.cleaned_data["code"])
        except RemovedError:
            form.add_error(
                "code",
                _(
                    "The moves of this race are no longer stored, so it can't be checked here."
                    " If you saved its document earlier, you can check that."
                ),
            )
        except Http404:
            form.add_error(
                "code", _("No finished race that you may see has this code. Check the letters.")
            )
        else:
            frames = [reverse("replay-data", args=[run.pk]) for run in runs]
            page = {"document": reverse("race-document", args=[race.code]), "runs": frames}
    context = {"code_form": form, "page": page}
    return render(request, "races/verify.html", context, status=404 if form.errors else 200)
