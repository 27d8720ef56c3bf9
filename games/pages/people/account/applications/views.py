"""The page of applications: those that may act for a player, and those that the player makes."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.models import Client
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

from games.models.people import application
from games.models.people.names import clean_title
from games.models.people.token import NAME_LENGTH
from games.pages.people.visitor import account_required, required_player
from games.pages.site.fields import WholeField


class ApplicationForm(forms.Form):
    """A new application: what it is called, where its players come back to, and what it is."""

    name = WholeField(
        label=gettext_lazy("Name"),
        max_length=NAME_LENGTH,
        help_text=gettext_lazy("Players see it when your application asks for access."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    addresses = WholeField(
        label=gettext_lazy("Redirect addresses"),
        required=False,
        max_length=1000,
        help_text=gettext_lazy(
            "One per line. A program that shows a code on another device needs none."
        ),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"),
        choices=(
            (Client.Type.PUBLIC, gettext_lazy("Public, without a secret")),
            (Client.Type.CONFIDENTIAL, gettext_lazy("Confidential, with a secret")),
        ),
        initial=Client.Type.PUBLIC,
        help_text=gettext_lazy("Only a server of yours can keep a secret."),
    )

    def clean_name(self) -> str:
        """Return the name.

        :raises ValidationError: if it can't be read, or could pass for the site's.
        """
        return clean_title(self.cleaned_data["name"])

    def clean_addresses(self) -> list[str]:
        """Return the addresses.

        :raises ValidationError: if one may not be redirected to, or there are too many.
        """
        return application.addresses(self.cleaned_data["addresses"])


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@account_required
@reauthentication_required  # type: ignore[untyped-decorator]
def applications(request: HttpRequest) -> HttpResponse:
    """List applications; a POST registers one, whose secret this answer alone shows."""
    player = required_player(request)
    form, made, secret, status = ApplicationForm(request.POST or None), None, "", 200
    if request.method == "POST":
        made, secret = _registered(form, request)
        status = 201 if made else 400
    shown = get_adapter().scope_display
    context = {
        "form": ApplicationForm() if made else form,
        "made": made,
        "secret": secret,
        "connected": [
            {"of": found, "scopes": [shown.get(scope, scope) for scope in sorted(found.scopes)]}
            for found in application.connected(player, timezone.now())
        ],
        "own": Client.objects.filter(owner=player).order_by("name", "pk"),
    }
    return render(request, "people/account/applications.html", context, status=status)


def _registered(form: ApplicationForm, request: HttpRequest) -> tuple[Any, str]:
    """Return the application that a form asks for, with its secret, or None if it is refused."""
    if not form.is_valid():
        return None, ""
    given = form.cleaned_data
    confidential = given["kind"] == Client.Type.CONFIDENTIAL
    try:
        return application.register(
            required_player(request), given["name"], given["addresses"], confidential=confidential
        )
    except ValidationError as error:
        form.add_error(None, error)
        return None, ""


@require_POST
@account_required
def turn_out(request: HttpRequest, client: str) -> HttpResponse:
    """Revoke what an application may do for the visitor; its programs are turned away at once."""
    if application.turn_out(required_player(request).pk, client):
        messages.success(request, _("The application no longer has access."))
    return redirect("applications")


@require_POST
@account_required
def delete(request: HttpRequest, client: str) -> HttpResponse:
    """Delete an application of the visitor; nobody can use it any more."""
    mine = Client.objects.filter(owner=required_player(request), pk=client).first()
    if mine is not None:
        mine.delete()
        messages.success(request, _("Deleted “%(name)s”.") % {"name": mine.name})
    return redirect("applications")
