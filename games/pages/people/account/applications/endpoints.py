"""What applications call: for tokens, for codes of devices, and to learn what this site can do."""

from __future__ import annotations

import re
from functools import wraps
from http import HTTPStatus
from typing import Any, Final

from allauth.core import ratelimit
from allauth.core.internal.httpkit import extract_basic_auth
from allauth.idp.oidc import app_settings, views
from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.internal.oauthlib.request_validator import OAuthLibRequestValidator
from allauth.idp.oidc.internal.oauthlib.server import get_server
from allauth.idp.oidc.internal.oauthlib.utils import convert_response, extract_params
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe
from oauthlib.common import Request
from oauthlib.oauth2.rfc8628.grant_types import DeviceCodeGrant

from games.models.people.application import GRANTS, IDENTITY, OFFERED
from games.pages.people.account.applications.descriptions import described
from games.pages.people.account.applications.endings import View, by_its_holder, once

NAMES: Final = (
    *("client_id", "client_secret", "code", "code_verifier", "device_code"),
    *("refresh_token", "token"),
)
"""The fields that hold words made up by this site or by a library."""

WORD: Final = re.compile(r"[!-~]{0,200}")
"""Such a word. Databases and caches have trouble with others."""

UNKEPT: Final = "private, no-store"

KEPT_FOR: Final = 3600
"""Seconds for which the metadata may be kept."""


@require_safe
def metadata(request: HttpRequest) -> HttpResponse:
    """Describe this provider (OpenID Connect Discovery, RFC 8414)."""

    def address(name: str) -> str:
        return request.build_absolute_uri(reverse(f"idp:oidc:{name}"))

    data = {
        "issuer": get_adapter().get_issuer(),
        "authorization_endpoint": address("authorization"),
        "token_endpoint": address("token"),
        "device_authorization_endpoint": address("device_code"),
        "revocation_endpoint": address("revoke"),
        "userinfo_endpoint": address("userinfo"),
        "jwks_uri": address("jwks"),
        "service_documentation": request.build_absolute_uri(reverse("api")),
        "scopes_supported": [IDENTITY, *OFFERED],
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": list(GRANTS),
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": list(app_settings.AUTH_METHODS),
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "claims_supported": ["sub", "preferred_username"],
        "prompt_values_supported": ["login", "consent"],
    }
    answer = JsonResponse(data)
    answer["Access-Control-Allow-Origin"] = "*"
    answer["Cache-Control"] = f"public, max-age={KEPT_FOR}"
    return answer


@require_safe
def jwks(request: HttpRequest) -> HttpResponse:
    """Send the public keys that signatures are checked with."""
    answer: HttpResponse = views.jwks(request)
    answer["Cache-Control"] = f"public, {answer['Cache-Control']}"
    return answer


class DeviceValidator(OAuthLibRequestValidator):  # type: ignore[misc]
    """Answers what oauthlib asks about devices since 4.0.1, and allauth 65.21 doesn't know yet."""

    def validate_device_code(
        self, client_id: str, code: str, request: Request, *args: Any, **kwargs: Any
    ) -> str | None:
        """Approve a code that allauth has found approved: then it has told whose it is."""
        if request.user is None:
            return None
        request.scopes = request.scope or request.client.get_default_scopes()
        approved: str = DeviceCodeGrant.DEVICE_CODE_AUTHORIZED
        return approved


class TokenView(views.TokenView):  # type: ignore[misc]
    """Gives tokens, to devices too."""

    def post(self, request: HttpRequest) -> HttpResponse:
        """Refuse the grants that nobody has here; oauthlib takes passwords for one of its own."""
        if request.POST.get("grant_type", GRANTS[0]) not in GRANTS:
            return _error("unsupported_grant_type", HTTPStatus.BAD_REQUEST)
        answer: HttpResponse = super().post(request)
        return answer

    def _create_token_response(
        self, request: HttpRequest, *, user: Any = None, data: Any = None
    ) -> HttpResponse:
        server = get_server(pre_token=[lambda asked: self._pre_token(asked, user, data)])
        server.device_code_grant.request_validator = DeviceValidator()
        answer: HttpResponse = convert_response(
            *server.create_token_response(*extract_params(request))
        )
        return answer


def _guarded(view: View) -> View:
    """Refuse what can't be an application's request, and too many from one address."""

    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        if not ratelimit.consume(request, action="oauth"):
            too_many = _error("temporarily_unavailable", HTTPStatus.TOO_MANY_REQUESTS)
            too_many["Retry-After"] = "60"
            return too_many
        words = [value for name in NAMES for value in request.POST.getlist(name)]
        words += [word or "" for word in extract_basic_auth(dict(request.headers))]
        if not all(map(WORD.fullmatch, words)):
            return _error("invalid_request", HTTPStatus.BAD_REQUEST)
        answer = described(view(request))
        # Tokens and codes are for the one who asks.
        answer["Cache-Control"] = UNKEPT
        return answer

    return guarded


def _error(code: str, status: HTTPStatus) -> HttpResponse:
    return described(
        JsonResponse({"error": code}, status=status, headers={"Cache-Control": UNKEPT})
    )


token: Final = _guarded(once(TokenView.as_view()))
device_code: Final = _guarded(views.device_code)
revoke: Final = _guarded(by_its_holder(views.revoke))
userinfo: Final = _guarded(views.user_info)
