"""Changing one's own name."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.pages.destinations import destination
from games.pages.forms import NameForm
from games.pages.guests import known_player, playing_visitor


@require_POST
def rename(request: HttpRequest) -> HttpResponse:
    """Take a new name, then go back to where it was asked for."""
    form = NameForm(request.POST)
    if known_player(request) is None:
        messages.error(request, _("You have no name here yet. Open or join a race first."))
    elif form.is_valid():
        try:
            playing_visitor(request, form.cleaned_data["name"])
        except ValidationError as error:
            messages.error(request, error.messages[0])
    else:
        for sentence in form.errors["name"]:
            messages.error(request, str(sentence))
    return redirect(destination(request))
