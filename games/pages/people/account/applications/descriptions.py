"""What the errors of OAuth mean here, for the developer who reads them (RFC 6749, 5.2)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from django.http import HttpResponse

DESCRIPTIONS: Final[Mapping[str, str]] = {
    "access_denied": "The player has refused.",
    "authorization_pending": "The player hasn't answered yet. Ask again after `interval` seconds.",
    "expired_token": "The code has expired. Ask for a new one.",
    "invalid_client": "No application has this client_id, or its secret is wrong.",
    "invalid_grant": "The code or refresh token is wrong, was used, has expired or is another "
    "application's; or redirect_uri or code_verifier don't fit it.",
    "invalid_request": "A field is missing, comes twice or can't be read.",
    "invalid_scope": "The application can't have such a scope: see scopes_supported.",
    "slow_down": "You ask too often. Wait five seconds more each time.",
    "temporarily_unavailable": "Too many requests come from your address. Wait a minute.",
    "unauthorized_client": "The application may not do this, or the token is another's.",
    "unsupported_grant_type": "There is no such grant_type here: see grant_types_supported.",
}
"""A sentence for each error that the library answers with its code alone."""


def described(answer: HttpResponse) -> HttpResponse:
    """Return an answer with its error in words, where it comes without."""
    if answer.status_code < HTTPStatus.BAD_REQUEST or not _is_json(answer):
        return answer
    told = json.loads(answer.content)
    if told.get("error") in DESCRIPTIONS and not told.get("error_description"):
        told["error_description"] = DESCRIPTIONS[told["error"]]
        answer.content = json.dumps(told).encode()
    return answer


def _is_json(answer: HttpResponse) -> bool:
    return answer.get("Content-Type", "").startswith("application/json")
