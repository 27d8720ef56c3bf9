"""The page of access tokens, which let programs act for a player."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.models import Player
from games.models.people.token import NAME_LENGTH, AccessToken, Scope
from games.pages.people.visitor import account_required, required_player
from games.pages.site.fields import WholeField

DAYS: Final = (
    ("30", gettext_lazy("30 days")),
    ("90", gettext_lazy("90 days")),
    ("365", gettext_lazy("A year")),
    ("", gettext_lazy("No end")),
)


class TokenForm(forms.Form):
    """A new token: what it is called, what it allows, and how long it works."""

    name = WholeField(
        label=gettext_lazy("Name"),
        max_length=NAME_LENGTH,
        help_text=gettext_lazy("The program you'll use it in, so you recognise it later."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it allows"),
        choices=[(scope, scope.label) for scope in Scope if scope is not Scope.BOT],
        initial=[Scope.READ, Scope.RACE],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Works for"),
        choices=DAYS,
        initial="90",
        required=False,
        coerce=int,
        empty_value=None,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@account_required
@reauthentication_required  # type: ignore[untyped-decorator]
def tokens(request: HttpRequest) -> HttpResponse:
    """List the visitor's tokens; a POST makes one, whose text this answer alone shows."""
    player = required_player(request)
    text, status = "", 200
    form = TokenForm(request.POST or None)
    if request.method == "POST":
        if text := _issued(form, request):
            form, status = TokenForm(), 201
        else:
            status = 400
    context = {"form": form, "text": text, "tokens": shown_tokens(player)}
    return render(request, "people/account/tokens.html", context, status=status)


def shown_tokens(player: Player) -> list[dict[str, Any]]:
    """Return what a page shows of a player's tokens, newest first."""
    now = timezone.now()
    return [
        {
            "token": token,
            "scopes": [Scope(scope).label for scope in token.scopes.split()],
            "ended": token.expires_at is not None and token.expires_at <= now,
        }
        for token in player.tokens.order_by("-pk")
    ]


def _issued(form: TokenForm, request: HttpRequest) -> str:
    """Return the text of the token that a form asks for, or an empty one if it is refused."""
    if not form.is_valid():
        return ""
    given = form.cleaned_data
    lasts = given["days"] and timedelta(days=given["days"])
    scopes = [Scope(scope) for scope in given["scopes"]]
    try:
        return AccessToken.objects.issue(
            required_player(request), given["name"], scopes, timezone.now(), lasts=lasts
        )[1]
    except ValidationError as error:
        form.add_error(None, error)
        return ""


@require_POST
@account_required
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke a token of the visitor or their bots; programs that use it are turned away at once."""
    token = AccessToken.objects.kept_by(required_player(request)).filter(pk=pk).first()
    if token is None:
        return redirect("tokens")
    token.delete()
    messages.success(request, _("Revoked “%(name)s”.") % {"name": token.name})
    return redirect("bots" if token.player.bot else "tokens")
