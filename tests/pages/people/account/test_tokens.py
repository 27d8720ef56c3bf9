from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.models import AccessToken, Player
from games.models.people.token import AT_MOST, Scope
from tests.api.programs import Program, token_of
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

ASKED = {"name": "my bot", "scopes": ["read", "race"], "days": "90"}


def test_a_token_is_shown_once_and_works(browser: Client) -> None:
    made = browser.post("/account/tokens/", ASKED)
    [secret] = re.findall(r"samedeal_[0-9a-f]{64}", made.content.decode())
    assert made.status_code == 201
    assert Program(secret).get("me").json()["player"]["name"] == "Alice"
    assert Program(secret).get("me/tokens").status_code == 403
    after = browser.get("/account/tokens/")
    assert "my bot" in text(after)
    assert secret not in after.content.decode()
    assert after["Cache-Control"].endswith("private")


def test_a_revoked_token_works_no_more(browser: Client, alice: Player, bob: Player) -> None:
    mine, other = token_of(alice), token_of(bob)
    for token in AccessToken.objects.all():
        browser.post(f"/account/tokens/{token.pk}/revoke/")
    assert Program(mine).get("me").status_code == 401
    assert Program(other).get("me").status_code == 200


def test_a_token_lasts_as_long_as_asked(browser: Client) -> None:
    for days, lasts in (("30", 30), ("", None)):
        browser.post("/account/tokens/", {**ASKED, "days": days})
        token = AccessToken.objects.latest("pk")
        assert (token.expires_at and (token.expires_at - token.created_at).days) == lasts


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": ""}, "This field is required"),
        ({"scopes": []}, "This field is required"),
        ({"scopes": ["staff"]}, "staff is not one of the available choices"),
        ({"days": "7"}, "7 is not one of the available choices"),
    ],
)
def test_what_is_wrong_is_said(browser: Client, wrong: dict[str, object], said: str) -> None:
    answer = browser.post("/account/tokens/", {**ASKED, **wrong})
    assert answer.status_code == 400
    assert said in text(answer)
    assert not AccessToken.objects.exists()


def test_tokens_are_not_without_number(browser: Client, alice: Player) -> None:
    for _ in range(AT_MOST):
        token_of(alice, Scope.READ)
    assert "You have 50 tokens" in text(browser.post("/account/tokens/", ASKED))
    assert AccessToken.objects.count() == AT_MOST
    # One that has expired gives way.
    AccessToken.objects.filter(pk=AccessToken.objects.latest("pk").pk).update(
        expires_at=timezone.now()
    )
    assert browser.post("/account/tokens/", ASKED).status_code == 201


def test_tokens_are_for_accounts_that_gave_their_password_lately(
    visit: Visit, guest: Player, alice: Player
) -> None:
    for page in (visit(guest), Client()):
        assert page.get("/account/tokens/").url.startswith("/accounts/login/")  # type: ignore[attr-defined]
    again = visit(alice).get("/account/tokens/")
    assert again.url.startswith("/accounts/reauthenticate/")  # type: ignore[attr-defined]
