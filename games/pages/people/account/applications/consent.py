"""The page on which a player lets an application act for them."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from allauth.idp.oidc.models import Client
from allauth.idp.oidc.views import AuthorizationView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.response import TemplateResponse

from games.models.people.application import answers_at
from games.pages.people.account.applications.descriptions import DESCRIPTIONS

ERROR: Final = "idp/oidc/error.html"


class ConsentView(AuthorizationView):  # type: ignore[misc]
    """Asks a player whether an application may act for them."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Ask; a request that isn't right is explained, and the player may take the error back."""
        # allauth compares host, path and port, and ignores what else is in an address.
        client = Client.objects.filter(pk=request.GET.get("client_id", "")).first()
        if client is not None and not answers_at(client, request.GET.get("redirect_uri", "")):
            return _explained(request, "The redirect_uri isn't one that is registered.")
        if "claims" in request.GET:
            return _refused(request, "invalid_request", "There are no claims to ask for.")
        if "none" in request.GET.get("prompt", "").split():
            # allauth lets in any application once the player has let in another one.
            return _refused(request, "interaction_required", "Players are always asked.")
        asked = request.GET.get("code_challenge"), request.GET.get("code_challenge_method")
        if not asked[0] or asked[1] != "S256":
            # Of servers with a secret too (RFC 9700, 2.1.1).
            wanted = "Send a code_challenge with the code_challenge_method S256."
            return _refused(request, "invalid_request", wanted)
        answer = self._finished(super().get(request, *args, **kwargs))
        address = answer.get("Location", "")
        if not address or address.startswith("/"):
            return answer
        told = dict(parse_qsl(urlsplit(address).query))
        said = told.get("error_description") or DESCRIPTIONS.get(told["error"], told["error"])
        return _explained(request, said, address)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Take the player's answer."""
        return self._finished(super().post(request, *args, **kwargs))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add where the answer goes, which tells a player whom they trust."""
        parts = urlsplit(self._request_info["redirect_uri"])
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"leads_to": parts.hostname or parts.scheme}

    def _finished(self, answer: HttpResponse) -> HttpResponse:
        if isinstance(answer, TemplateResponse):
            # Browsers apply form-action to redirects too.
            source = _source(self._request_info["redirect_uri"])
            answer._csp_update = {"form-action": [source]}  # type: ignore[attr-defined]
            answer["Cache-Control"] = "private, no-store"
        elif answer.status_code == HTTPStatus.OK:
            answer.status_code = HTTPStatus.BAD_REQUEST
        return answer


authorization: Final = ConsentView.as_view()


def _refused(request: HttpRequest, code: str, description: str) -> HttpResponse:
    """Explain an error to the player, who may take it back if the address is the client's."""
    client = Client.objects.filter(pk=request.GET.get("client_id", "")).first()
    address = request.GET.get("redirect_uri", "")
    if client is None or not answers_at(client, address):
        return _explained(request, description)
    said = {"error": code, "error_description": description}
    if state := request.GET.get("state"):
        said["state"] = state
    joint = "&" if "?" in address else "?"
    return _explained(request, description, f"{address}{joint}{urlencode(said)}")


def _explained(request: HttpRequest, description: str, back: str = "") -> HttpResponse:
    """Show the player what is wrong.

    Anyone can register an application, so a link of this site that leads to it by itself would
    lend this site's name to fraud (RFC 9700, 4.11.2).
    """
    parts = urlsplit(back)
    context = {
        "error": {"description": description},
        "back": back,
        "leads_to": parts.hostname or parts.scheme,
    }
    return render(request, ERROR, context, status=HTTPStatus.BAD_REQUEST)


def _source(address: str) -> str:
    """Return an address as `form-action` names it; hostname and port are registered ones."""
    parts = urlsplit(address)
    if parts.hostname is None:
        return f"{parts.scheme}:"
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    port = "" if parts.port is None else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"
