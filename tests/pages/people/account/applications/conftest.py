"""An application that Bob has registered, and Alice, whom it asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from allauth.idp.oidc.models import Client as Application
from django.core.cache import cache
from django.test import Client

from games.models import Player
from games.models.people.application import register
from tests.applications import (
    CALLBACK,
    SCOPES,
    answer_in,
    invitation,
    signed_request,
    submit,
    trade,
)
from tests.pages.conftest import Visit

LetIn = Callable[..., dict[str, Any]]
Code = Callable[..., str]


@pytest.fixture(autouse=True)
def _unthrottled() -> None:
    """Clear the cache, which counts attempts across tests."""
    cache.clear()


@pytest.fixture
def application(bob: Player) -> Application:
    """Register an application that can't keep a secret."""
    return register(bob, "Deal Bot", [CALLBACK], confidential=False)[0]


@pytest.fixture
def code(visit: Visit, alice: Player, application: Application) -> Code:
    """Return a function that has Alice let the application in, and returns the code."""

    def code(*scopes: str) -> str:
        browser = visit(alice)
        wanted = scopes or SCOPES
        page = browser.get(invitation(application.pk, scope=" ".join(wanted)))
        sent = {
            "request": signed_request(page.content.decode()),
            "scopes": list(wanted),
            "action": "grant",
        }
        return answer_in(browser.post("/oauth/authorize", sent)["Location"])["code"]

    return code


@pytest.fixture
def let_in(client: Client, application: Application, code: Code) -> LetIn:
    """Return a function that has Alice let the application in, and returns its tokens."""

    def let_in(*scopes: str) -> dict[str, Any]:
        answer = submit(client, "token", trade(application.pk, code(*scopes)))
        assert answer.status_code == 200, answer.content
        tokens: dict[str, Any] = answer.json()
        return tokens

    return let_in
