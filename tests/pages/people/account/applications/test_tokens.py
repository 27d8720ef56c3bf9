"""Tokens of applications: how they are got, what they open, and when they end."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.idp.oidc.models import Client as Application
from allauth.idp.oidc.models import Token
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.models import Player, UsedGrant
from games.models.people.application import (
    ConnectedApplication,
    connected,
    prune,
    register,
    turn_out,
)
from games.models.races.identity import erase
from games.tasks import forget
from tests.api.programs import Program
from tests.applications import CALLBACK, VERIFIER, refresh, submit, trade
from tests.pages.people.account.applications.conftest import Code, LetIn


def test_a_token_opens_what_its_scopes_say(let_in: LetIn, alice: Player) -> None:
    reads, races = Program(let_in("read")["access_token"]), Program(let_in("race")["access_token"])
    assert reads.get("me").json()["player"]["name"] == "Alice"
    assert reads.get("me/tokens").status_code == 403
    assert reads.post("races", {"rules": "applegate"}).status_code == 403
    assert races.get("me").status_code == 403
    made = races.post("races", {"rules": "applegate"})
    assert made.status_code == 201
    assert made.json()["seats"][0]["player"]["name"] == "Alice"
    assert Program(let_in("account")["access_token"]).get("me/tokens").json() == {"tokens": []}
    assert Program(let_in("openid")["access_token"]).get("me").status_code == 403


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_verifier": VERIFIER[:-1] + "x"}, "invalid_grant"),
        ({"code_verifier": None}, "invalid_request"),
        ({"redirect_uri": "https://app.example/other"}, "invalid_request"),
        ({"client_id": "nobody"}, "invalid_client"),
        ({"code": "made-up"}, "invalid_grant"),
        ({"code": "white space"}, "invalid_request"),
        ({"code": "x" * 300}, "invalid_request"),
        ({"grant_type": "x"}, "unsupported_grant_type"),
        ({"grant_type": "password", "username": "a", "password": "b"}, "unsupported_grant_type"),
        ({"grant_type": "client_credentials"}, "unsupported_grant_type"),
    ],
)
def test_a_code_is_traded_by_whom_it_was_given(
    client: Client,
    application: Application,
    code: Code,
    changes: dict[str, str | None],
    error: str,
) -> None:
    answer = submit(client, "token", trade(application.pk, code(), **changes))
    assert (answer.status_code in (400, 401), answer.json()["error"]) == (True, error)
    # A sentence that says what would be right.
    assert answer.json()["error_description"].endswith(".")
    assert answer["Cache-Control"] == "private, no-store"
    assert not Token.objects.exists()


def test_another_application_cannot_trade_a_code(
    client: Client, charlie: Player, code: Code
) -> None:
    thief, secret = register(charlie, "Thief", [CALLBACK], confidential=True)
    answer = submit(client, "token", trade(thief.pk, code(), client_secret=secret))
    assert answer.json()["error"] == "invalid_grant"


def test_a_code_works_once(client: Client, application: Application, code: Code) -> None:
    sent = trade(application.pk, code())
    given = submit(client, "token", sent).json()
    # One that is wrong doesn't spoil the next code.
    wrong = trade(application.pk, code(), code_verifier=VERIFIER[::-1])
    assert submit(client, "token", wrong).json()["error"] == "invalid_grant"
    assert submit(client, "token", wrong | {"code_verifier": VERIFIER}).status_code == 200
    assert Program(given["access_token"]).get("me").status_code == 200
    # Someone else has the code too, so what it gave is worth nothing any more.
    assert submit(client, "token", sent).json()["error"] == "invalid_grant"
    assert Program(given["access_token"]).get("me").status_code == 401
    assert not Token.objects.exists()


def test_a_server_needs_its_secret(client: Client, application: Application, code: Code) -> None:
    application.type = Application.Type.CONFIDENTIAL
    application.set_secret("a-long-secret")
    application.save()
    given = code()
    for wrong in ({}, {"client_secret": "another"}):
        answer = submit(client, "token", trade(application.pk, given, **wrong))
        assert answer.json()["error"] == "invalid_client"
    right = trade(application.pk, given, client_secret="a-long-secret")
    assert submit(client, "token", right).status_code == 200


# What a thief adds to a request makes it no other grant.
@pytest.mark.parametrize("added", [{}, {"code": "x"}, {"code": "x", "device_code": "x"}])
def test_a_refreshed_token_takes_the_place_of_the_old(
    client: Client, application: Application, let_in: LetIn, added: dict[str, str]
) -> None:
    first = let_in("read")
    sent = refresh(application.pk, first["refresh_token"])
    second = submit(client, "token", sent | added).json()
    assert Program(second["access_token"]).get("me").status_code == 200
    # Memory that a restart clears is none.
    cache.clear()
    assert submit(client, "token", sent).json()["error"] == "invalid_grant"
    # The old one has been stolen, or the new one has.
    assert Program(second["access_token"]).get("me").status_code == 401
    assert not Token.objects.exists()


def test_a_reused_token_ends_nothing_that_was_allowed_since(
    client: Client, application: Application, let_in: LetIn
) -> None:
    sent = refresh(application.pk, let_in("read")["refresh_token"])
    submit(client, "token", sent)
    for _ in range(2):
        token = let_in("read")["access_token"]
        assert Program(token).get("me").status_code == 200
        assert submit(client, "token", sent).json()["error"] == "invalid_grant"
    assert Program(token).get("me").status_code == 200


def test_a_used_token_is_known_as_long_as_it_might_have_worked(
    client: Client, application: Application, let_in: LetIn
) -> None:
    sent = refresh(application.pk, let_in("read")["refresh_token"])
    second = submit(client, "token", sent).json()
    used = UsedGrant.objects.all()
    for days, known in ((89, 2), (90, 0)):
        used.update(used_at=timezone.now() - timedelta(days=days))
        forget()
        assert used.count() == known
        if known:
            assert submit(client, "token", sent).json()["error"] == "invalid_grant"
            assert Program(second["access_token"]).get("me").status_code == 401


def test_an_expired_token_opens_nothing(let_in: LetIn) -> None:
    token = let_in()["access_token"]
    hour = timedelta(hours=1)
    assert timezone.now() < Token.objects.get(type="at").expires_at < timezone.now() + hour
    Token.objects.filter(type="at").update(expires_at=timezone.now())
    assert Program(token).get("me").status_code == 401
    prune(timezone.now())
    assert [token.type for token in Token.objects.all()] == [Token.Type.REFRESH_TOKEN]


def test_neither_a_refresh_token_nor_a_stored_hash_opens_anything(let_in: LetIn) -> None:
    let_in()
    for token in (let_in()["refresh_token"], Token.objects.filter(type="at")[0].hash):
        assert Program(token).get("me").status_code == 401


def test_a_player_turns_an_application_out(
    client: Client, application: Application, alice: Player, bob: Player, let_in: LetIn
) -> None:
    tokens = let_in("read", "race")
    [found] = connected(alice, timezone.now())
    assert found == ConnectedApplication(application, frozenset({"read", "race"}), found.since)
    assert not turn_out(bob.pk, application.pk)
    assert Program(tokens["access_token"]).get("me").status_code == 200
    assert turn_out(alice.pk, application.pk)
    assert Program(tokens["access_token"]).get("me").status_code == 401
    again = refresh(application.pk, tokens["refresh_token"])
    assert submit(client, "token", again).json()["error"] == "invalid_grant"
    assert connected(alice, timezone.now()) == []


def test_an_application_gives_its_token_back(
    client: Client, application: Application, charlie: Player, let_in: LetIn
) -> None:
    token = let_in()["access_token"]
    sent = {"client_id": application.pk, "token": token}
    thief, _ = register(charlie, "Thief", [CALLBACK], confidential=False)
    answer = submit(client, "revoke", {**sent, "client_id": thief.pk})
    assert answer.json()["error"] == "unauthorized_client"
    assert Program(token).get("me").status_code == 200
    assert submit(client, "revoke", sent).status_code == 200
    assert Program(token).get("me").status_code == 401


def test_with_a_refresh_token_all_is_given_back(
    client: Client, application: Application, let_in: LetIn
) -> None:
    tokens = let_in()
    sent = {"client_id": application.pk, "token": tokens["refresh_token"]}
    assert submit(client, "revoke", sent).status_code == 200
    assert Program(tokens["access_token"]).get("me").status_code == 401
    assert submit(client, "revoke", sent).status_code == 200


def test_a_deactivated_or_deleted_account_has_no_applications(
    alice: Player, bob: Player, let_in: LetIn
) -> None:
    token = let_in()["access_token"]
    for active in (False, True):
        alice.is_active = active
        alice.save()
        assert Program(token).get("me").status_code == (200 if active else 401)
    erase(alice, timezone.now())
    assert not Token.objects.exists()
    # Of the one who made it, too.
    assert Application.objects.exists()
    erase(bob, timezone.now())
    assert not Application.objects.exists()


def test_an_application_learns_who_came_back(client: Client, let_in: LetIn, alice: Player) -> None:
    tokens = let_in("openid")
    answer = client.get(
        "/oauth/userinfo", headers={"Authorization": f"Bearer {tokens['access_token']}"}
    )
    assert answer.json() == {"sub": str(alice.pk), "preferred_username": alice.name}
    assert tokens["id_token"].count(".") == 2


@pytest.mark.parametrize(
    "header",
    ["Basic AAA6AA==", "Basic ", "Basic \N{LATIN SMALL LETTER E WITH ACUTE}", "Basic ===="],
)
def test_a_header_that_no_application_sends_is_refused(
    client: Client, application: Application, header: str, db: None
) -> None:
    for address in ("token", "revoke", "device/code", "userinfo"):
        sent = {"grant_type": "authorization_code", "token": "x", "code": "x"}
        answer = submit(client, address, sent, {"Authorization": header})
        assert 400 <= answer.status_code < 500


def test_requests_are_limited(client: Client, db: None) -> None:
    answers = [submit(client, "token", {}) for _ in range(61)]
    assert {answer.status_code for answer in answers[:-1]} == {400}
    assert (answers[-1].status_code, answers[-1]["Retry-After"]) == (429, "60")
    assert answers[-1].json() == {
        "error": "temporarily_unavailable",
        "error_description": "Too many requests come from your address. Wait a minute.",
    }
