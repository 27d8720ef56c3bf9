"""How the rights of applications end: by reuse of what works once, and when they are given back."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from typing import Final

from allauth.core.internal.httpkit import extract_basic_auth
from allauth.idp.oidc.models import Token
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse

from games.models.people.application import turn_out

View = Callable[[HttpRequest], HttpResponse]

REMEMBERED: Final = 30 * 24 * 3600
"""Seconds for which a code or a refresh token is known to have been used."""

NO_ONE: Final = 0, ""


def once(view: View) -> View:
    """Take a code or a refresh token once; if it comes again, end all that the player allowed.

    Then someone else has it too (RFC 6749, 4.1.2; RFC 9700, 4.14.2).
    """

    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        word = request.POST.get("code") or request.POST.get("refresh_token")
        if not word:
            return view(request)
        key = f"oauth-used:{sha256(word.encode()).hexdigest()}"
        # Adding is atomic, so of two requests at once only one gets as far as the library.
        if not cache.add(key, NO_ONE, REMEMBERED):
            player, client = cache.get(key, NO_ONE)
            turn_out(player, client)
            return JsonResponse({"error": "invalid_grant"}, status=HTTPStatus.BAD_REQUEST)
        answer = view(request)
        if answer.status_code != HTTPStatus.OK:
            # Whoever it was given to may still come, with what was missing.
            cache.delete(key)
            return answer
        given = Token.objects.lookup(
            Token.Type.ACCESS_TOKEN, json.loads(answer.content)["access_token"]
        )
        if given is not None:
            cache.set(key, (given.user_id, given.client_id), REMEMBERED)
        return answer

    return guarded


def by_its_holder(view: View) -> View:
    """Let an application give back its own tokens alone; those of access go with that of refresh.

    See RFC 7009, 2.1.
    """

    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        token = Token.objects.by_value(request.POST.get("token", "")).first()
        client = request.POST.get("client_id") or extract_basic_auth(dict(request.headers))[0]
        if token is not None and token.client_id != client:
            return JsonResponse({"error": "unauthorized_client"}, status=HTTPStatus.BAD_REQUEST)
        answer = view(request)
        if (
            answer.status_code == HTTPStatus.OK
            and token is not None
            and token.type == Token.Type.REFRESH_TOKEN
            and not Token.objects.filter(pk=token.pk).exists()
        ):
            turn_out(token.user_id, token.client_id)
        return answer

    return guarded
