"""How the access of applications ends: when a grant is used twice, and when it is given back."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Final

from allauth.core.internal.httpkit import extract_basic_auth
from allauth.idp.oidc.models import Token
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from games.models.people import application

View = Callable[[HttpRequest], HttpResponse]

FIELDS: Final = {"authorization_code": "code", "refresh_token": "refresh_token"}
"""The field that holds what is traded, by grant type. Requests may have others, which count for
nothing."""


def once(view: View) -> View:
    """Take a code or a refresh token once; if it comes again, end all that the player allowed.

    Then someone else has it too (RFC 6749, 4.1.2; RFC 9700, 4.14.2).
    """

    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        grant = request.POST.get(FIELDS.get(request.POST.get("grant_type", ""), ""))
        if not grant:
            return view(request)
        try:
            answer = _traded(view, request, grant)
        except IntegrityError:
            # Another request has used it at the same time.
            answer = _error("invalid_grant")
        if answer.status_code != HTTPStatus.OK and application.end_reused(grant):
            return _error("invalid_grant")
        return answer

    return guarded


@transaction.atomic
def _traded(view: View, request: HttpRequest, grant: str) -> HttpResponse:
    """Return the view's answer; tokens and the note that the grant is used are stored together.

    :raises IntegrityError: if another request has used the grant meanwhile.
    """
    application.hold_player_of(grant)
    answer = view(request)
    if answer.status_code == HTTPStatus.OK:
        application.note_used(grant, json.loads(answer.content)["access_token"], timezone.now())
    return answer


def by_its_holder(view: View) -> View:
    """Let an application give back its own tokens alone; those of access go with that of refresh.

    See RFC 7009, 2.1.
    """

    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        token = Token.objects.by_value(request.POST.get("token", "")).first()
        client = request.POST.get("client_id") or extract_basic_auth(dict(request.headers))[0]
        if token is not None and token.client_id != client:
            return _error("unauthorized_client")
        answer = view(request)
        if (
            answer.status_code == HTTPStatus.OK
            and token is not None
            and token.type == Token.Type.REFRESH_TOKEN
            and not Token.objects.filter(pk=token.pk).exists()
        ):
            application.turn_out(token.user_id, token.client_id)
        return answer

    return guarded


def _error(code: str) -> HttpResponse:
    return JsonResponse({"error": code}, status=HTTPStatus.BAD_REQUEST)
