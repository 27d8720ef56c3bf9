"""Forms sent without a recent confirmation of who one is: confirm first, then send them again."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter
from allauth.core.exceptions import ReauthenticationRequired
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.pages.site.destinations import FIELD, is_safe


class ConfirmationMiddleware:
    """Leads a form that needs a confirmation to it, and keeps nothing of the form.

    Allauth would keep the form and send it after the confirmation. Anyone with a moment at an open
    session could leave one there, and its owner would confirm it unseen.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        """Lead to the confirmation, and from there back to the page that has the form."""
        if request.method != "POST" or not isinstance(error, ReauthenticationRequired):
            return None
        methods = get_adapter().get_reauthentication_methods(request.user)
        confirm = methods[0]["url"] if methods else reverse("account_login")
        messages.info(request, _("Nothing has changed yet. Confirm, then do it again."))
        return redirect(f"{confirm}?{urlencode({FIELD: _page_of(request)})}")


def _page_of(request: HttpRequest) -> str:
    """Return the page of this site that a form was on; its own address, if that is unknown."""
    page = urlsplit(request.headers.get("Referer", ""))
    if page.netloc == request.get_host() and is_safe(request, page.path):
        return page.path
    return request.get_full_path()
