"""Changing the visitor's name."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from games.models import Player
from games.models.people.names import NAME_LENGTH, clean_name, refuse_long
from games.pages.people.visitor import known_player, playing_visitor
from games.pages.site.destinations import destination


class NameForm(forms.Form):
    """The name that others see."""

    name = forms.CharField(
        label=gettext_lazy("Your name"),
        # The browser would cut a name at its limit without a word.
        validators=[refuse_long],
        widget=forms.TextInput(
            {
                "autocomplete": "nickname",
                "pattern": f".{{1,{NAME_LENGTH}}}",
                "title": gettext_lazy("At most 40 characters."),
            }
        ),
        error_messages={"required": gettext_lazy("Type a name.")},
    )

    def clean_name(self) -> str:
        """Return the name with single spaces; see `games.models.people.names`."""
        return clean_name(self.cleaned_data["name"])


def arriving_visitor(request: HttpRequest) -> Player | None:
    """Return the visitor under the name they have typed, if any; a stranger becomes a guest.

    A refused name leaves a message and returns None.
    """
    form = NameForm(request.POST)
    # The name is optional: a guest without one gets a friendly one.
    name = form.cleaned_data["name"] if form.is_valid() else ""
    if request.POST.get("name", "").strip() and not name:
        for error in form.errors["name"]:
            messages.error(request, str(error))
        return None
    try:
        return playing_visitor(request, name)
    except ValidationError as error:
        messages.error(request, error.messages[0])
        return None


@require_POST
def rename(request: HttpRequest) -> HttpResponse:
    """Change the name, then return to the page that asked for it."""
    form = NameForm(request.POST)
    if known_player(request) is None:
        messages.error(request, _("You don't have a name here yet. Open or join a race first."))
    elif form.is_valid():
        try:
            playing_visitor(request, form.cleaned_data["name"])
        except ValidationError as error:
            messages.error(request, error.messages[0])
    else:
        for sentence in form.errors["name"]:
            messages.error(request, str(sentence))
    return redirect(destination(request))
