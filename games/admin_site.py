"""Access to the admin: the site's own log-in, a second factor, limits, confirmation to decide."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.decorators import reauthentication_required, secure_admin_login
from allauth.core import ratelimit
from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.http import urlencode

from games.models import Player

FACTORS: Final = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
"""The kinds of second factors; a recovery code replaces a lost one."""

DECIDING: Final = ("_add", "_delete", "password_change")
"""URL name suffixes of the forms that require staff to confirm their identity."""


def has_second_factor(player: Player) -> bool:
    """Tell whether an account has a second factor."""
    return bool(is_mfa_enabled(player, types=FACTORS))


def used_second_factor(request: HttpRequest) -> bool:
    """Tell whether this session used a second factor that the account still has."""
    records = get_authentication_records(request, request.user)
    used = [record.get("id") for record in records if record.get("method") == "mfa"]
    return bool(Authenticator.objects.filter(user=request.user.pk, pk__in=used).exists())


@reauthentication_required  # type: ignore[untyped-decorator]
def _confirm(request: HttpRequest) -> None:
    """Do nothing if the user has confirmed their identity recently.

    :raises ReauthenticationRequired: if not.
    """


class StaffSite(AdminSite):
    """An admin site for staff who used a second factor in this session.

    They confirm their identity again before they decide or change anything.
    """

    site_header = site_title = "Same Deal"

    def __init__(self, name: str = "admin") -> None:
        super().__init__(name)
        # What is deleted here takes much along, and is confirmed one by one.
        self.disable_action("delete_selected")

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether a visitor may see the admin."""
        return (
            isinstance(request.user, Player)
            and super().has_permission(request)
            and has_second_factor(request.user)
            and used_second_factor(request)
        )

    def login(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Redirect to the log-in step that is missing; the admin has no log-in of its own."""
        return self._too_many(request) or _way_in(request)

    def _too_many(self, request: HttpRequest) -> Any:
        """Count a request of anyone but staff; return the answer to one too many.

        Staff aren't counted once they have logged in on the site's page, which has limits of its
        own: a stranger at their address can't keep them out.
        """
        if super().has_permission(request):
            return None
        return ratelimit.consume_or_429(request, action="admin", limit_get=True)

    def get_urls(self) -> list[Any]:
        """Return the addresses of the admin, with that of the operator's page."""
        operation = self.admin_view(self.show_operation)
        return [path("operation/", operation, name="operation"), *super().get_urls()]

    def show_operation(self, request: HttpRequest) -> TemplateResponse:
        """Show how the site is."""
        # Here, because they read models, and this module is loaded before they are.
        from games.pages.site.operation import Operation
        from games.pages.site.troubles import troubles

        operation = Operation.look(timezone.now())
        shown = {
            "title": "Operation",
            "operation": operation,
            "troubles": list(troubles(operation)),
        }
        return TemplateResponse(
            request,
            "site/operation.html",
            {**self.each_context(request), "title": "Operation", **shown},
        )

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Wrap a view so that strangers are counted, and staff confirm before deciding."""
        shown = super().admin_view(view if view == self.logout else _confirming(view), cacheable)

        @wraps(shown)
        def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            return self._too_many(request) or shown(request, *args, **kwargs)

        return counted


def _confirming(view: Any) -> Callable[..., Any]:
    """Wrap a view so that staff confirm their identity before deciding."""

    def confirmed(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if (_decides(request) or _offers_change(request, view)) and not _is_confirmed(request):
            if request.method == "POST":
                messages.info(request, "Nothing was changed yet. Confirm, then send it again.")
            return _lead_to(_confirmation(request.user), request.get_full_path())
        try:
            return view(request, *args, **kwargs)
        except OverflowError as error:
            # Django passes filter numbers to the database unchecked.
            raise BadRequest(str(error)) from error

    # The attributes Django looks for on a view.
    for name in ("csrf_exempt", "model_admin", "admin_site"):
        if hasattr(view, name):
            setattr(confirmed, name, getattr(view, name))
    return confirmed


@secure_admin_login  # type: ignore[untyped-decorator]
def _way_in(request: HttpRequest) -> HttpResponseBase:
    """Redirect logged-in staff to the second factor or into the admin."""
    target = request.GET.get(REDIRECT_FIELD_NAME) or reverse("admin:index")
    player = request.user
    if not isinstance(player, Player) or not has_second_factor(player):
        messages.warning(request, "The admin needs a second factor. Set one up, then come again.")
        return redirect("mfa_index")
    if not used_second_factor(request):
        return _lead_to(_second_factor(player), target)
    return redirect(target)


def _is_confirmed(request: HttpRequest) -> bool:
    try:
        _confirm(request)
    except ReauthenticationRequired:
        return False
    return True


def _decides(request: HttpRequest) -> bool:
    """Tell whether a request changes something, or asks for a form that does."""
    match = request.resolver_match
    asks = match is not None and (match.url_name or "").endswith(DECIDING)
    return asks or request.method not in ("GET", "HEAD", "OPTIONS")


def _offers_change(request: HttpRequest, view: Any) -> bool:
    """Tell whether a page is a form with which to change what is stored: sent, it would be lost."""
    match, model = request.resolver_match, getattr(view, "__self__", None)
    is_form = match is not None and (match.url_name or "").endswith("_change")
    return is_form and isinstance(model, ModelAdmin) and model.has_change_permission(request)


def _confirmation(player: Any) -> str:
    """Return the address where a player confirms their identity."""
    ways = get_adapter().get_reauthentication_methods(player)
    return str(ways[0]["url"] if ways else reverse("account_login"))


def _second_factor(player: Player) -> str:
    """Return the address where a logged-in player uses a second factor."""
    has_app = is_mfa_enabled(player, types=[Authenticator.Type.TOTP])
    return reverse("mfa_reauthenticate" if has_app else "mfa_reauthenticate_webauthn")


def _lead_to(address: str, target: str) -> HttpResponseBase:
    return redirect(f"{address}?{urlencode({REDIRECT_FIELD_NAME: target})}")
