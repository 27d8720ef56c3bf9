"""The page on which a player lets in a program on another device, by the code that it shows."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.forms import ConfirmCodeForm
from allauth.idp.oidc.internal.oauthlib import device_codes
from django import forms
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.pages.people.visitor import account_required, required_player

HALF: Final = 4
"""How many letters a code has on either side of its dash."""


class CodeForm(ConfirmCodeForm):  # type: ignore[misc]
    """The code, however it is typed."""

    code = forms.RegexField(
        r"^[A-Za-z0-9 -]{1,20}$",
        label=_("Code"),
        error_messages={"invalid": _("A code has eight letters.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )

    def clean_code(self) -> str:
        """Return the code as it was shown.

        :raises ValidationError: if no device waits with it, or too many codes were tried.
        """
        letters = self.cleaned_data["code"].replace(" ", "").replace("-", "").upper()
        self.cleaned_data["code"] = f"{letters[:HALF]}-{letters[HALF:]}"
        code: str = super().clean_code()
        return code


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@account_required
def device(request: HttpRequest) -> HttpResponse:
    """Ask for a code, then whether its device may act for the visitor; a POST answers."""
    form = CodeForm(request.GET if "code" in request.GET else None)
    if not form.is_valid():
        status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
        return render(request, "idp/oidc/device_code.html", {"form": form}, status=status)
    context = {
        "code": form.cleaned_data["code"],
        "client": form.client,
        "scopes": _scopes(form),
        "answer": request.POST.get("answer"),
    }
    if request.method == "POST":
        device_codes.confirm_or_deny_device_code(
            required_player(request), form.device_code, confirm=context["answer"] == "allow"
        )
    return render(request, "idp/oidc/device.html", context)


def _scopes(form: CodeForm) -> list[Any]:
    """Return what the device has asked for, in words."""
    asked = cache.get(device_codes.cache_device_code_key(form.device_code))
    names = asked["scope"] or form.client.get_default_scopes()
    shown = get_adapter().scope_display
    return [shown.get(name, name) for name in names]
