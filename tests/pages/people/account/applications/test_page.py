"""The page of applications in the account, the metadata, and the operator's page."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from allauth.idp.oidc.models import Client as Application
from django.test import Client

from games.models import Player
from games.models.people.application import AT_MOST, OFFERED, register
from tests.api.programs import Program
from tests.applications import CALLBACK, submit, trade
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.pages.people.account.applications.conftest import Code, LetIn

ASKED = {"name": "My App", "addresses": f"{CALLBACK}\norg.example.app:/done", "kind": "public"}


def test_a_player_registers_a_public_application(browser: Client, alice: Player) -> None:
    made = browser.post("/account/applications/", ASKED)
    application = Application.objects.get()
    assert made.status_code == 201
    assert application.pk in text(made)
    assert "Its secret" not in text(made)
    assert (application.owner, application.type) == (alice, "public")
    assert application.get_redirect_uris() == [CALLBACK, "org.example.app:/done"]
    assert not application.skip_consent


def test_a_secret_is_shown_once_and_works(
    browser: Client, alice: Player, visit: Visit, client: Client
) -> None:
    made = browser.post("/account/applications/", {**ASKED, "kind": "confidential"})
    found = re.search(r'<textarea class="code"[^>]*>([^<]+)</textarea>', made.content.decode())
    assert found
    application = Application.objects.get()
    assert application.check_secret(unescape(found[1]))
    assert found[1] not in browser.get("/account/applications/").content.decode()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": ""}, "This field is required"),
        ({"name": "SAME-deal Security"}, "sounds like the site"),
        ({"name": "Deal \N{RIGHT-TO-LEFT OVERRIDE}toB"}, "visible symbols"),
        ({"name": "\N{HANGUL FILLER}"}, "visible symbols"),
        ({"kind": "staff"}, "not one of the available choices"),
        ({"addresses": "\n".join(f"{CALLBACK}{n}" for n in range(6))}, "at most 5 addresses"),
        *(
            ({"addresses": address}, "won't do")
            for address in (
                "http://app.example/",
                "https://*.app.example/",
                "https://app.example/#top",
                "https://app.example@evil.example/",
                "https://app.example\\@evil.example/",
                "https:///path",
                "https://app.example:port/",
                "https://[::1/",
                "javascript:alert(1)",
                "data:text/html,x",
                "vbscript.x:/a",
                "javascript.example.app:/a",
                "app:/done",
                "https://b\N{LATIN SMALL LETTER U WITH DIAERESIS}cher.example/",
            )
        ),
    ],
)
def test_what_is_wrong_is_said(browser: Client, wrong: dict[str, str], said: str) -> None:
    answer = browser.post("/account/applications/", {**ASKED, **wrong})
    assert answer.status_code == 400
    assert said in text(answer)
    assert not Application.objects.exists()


def test_applications_are_not_without_number(browser: Client, alice: Player) -> None:
    for _ in range(AT_MOST):
        register(alice, "App", [], confidential=False)
    assert "You have 20 applications" in text(browser.post("/account/applications/", ASKED))
    assert Application.objects.count() == AT_MOST


def test_a_player_sees_and_turns_out_what_is_in(
    browser: Client, application: Application, let_in: LetIn
) -> None:
    token = let_in("read", "race")["access_token"]
    page = text(browser.get("/account/applications/"))
    assert "Deal Bot Made by Bob Allows Open races, join them and play as you Read what" in page
    out = browser.post(f"/account/applications/{application.pk}/turn-out/", follow=True)
    assert "no longer has access" in text(out)
    assert Program(token).get("me").status_code == 401


def test_only_its_maker_deletes_an_application(
    browser: Client, visit: Visit, bob: Player, application: Application, let_in: LetIn
) -> None:
    token = let_in()["access_token"]
    browser.post(f"/account/applications/{application.pk}/delete/")
    assert Program(token).get("me").status_code == 200
    visit(bob).post(f"/account/applications/{application.pk}/delete/")
    assert Program(token).get("me").status_code == 401


def test_the_page_is_for_accounts_that_gave_their_password_lately(
    visit: Visit, guest: Player, alice: Player
) -> None:
    for page in (visit(guest), Client()):
        answer: Any = page.get("/account/applications/")
        assert answer.url.startswith("/accounts/login/")
    again: Any = visit(alice).get("/account/applications/")
    assert again.url.startswith("/accounts/reauthenticate/")


def test_the_metadata_names_what_there_is(
    client: Client, application: Application, code: Code
) -> None:
    told = client.get("/.well-known/openid-configuration").json()
    assert told == client.get("/.well-known/oauth-authorization-server").json()
    assert told["issuer"] == "http://testserver"
    assert set(told["scopes_supported"]) == {"openid", *OFFERED} == set(application.get_scopes())
    assert told["grant_types_supported"] == application.get_grant_types()
    assert "plain" not in told["code_challenge_methods_supported"]
    tokens = submit(client, "token", trade(application.pk, code()))
    assert tokens.status_code == 200
    for name, verbs in {
        "authorization_endpoint": "get",
        "device_authorization_endpoint": "post",
        "revocation_endpoint": "post",
        "userinfo_endpoint": "get",
        "jwks_uri": "get",
    }.items():
        assert getattr(client, verbs)(told[name]).status_code not in (404, 405)
    [key] = client.get(told["jwks_uri"]).json()["keys"]
    assert (key["kty"], "d" in key) == ("RSA", False)


def test_the_operator_registers_an_application(admin_client: Client) -> None:
    address = "/admin/allauth_idp_oidc/client/add/"
    wrong = admin_client.post(address, {"name": "House", "type": "public", "redirect_uris": "x:"})
    assert "won&#x27;t do" in wrong.content.decode()
    sent = {"name": "House", "type": "confidential", "redirect_uris": CALLBACK}
    made = admin_client.post(address, sent, follow=True).content.decode()
    found = re.search(r'type="text" value="([^"]+)"', made)
    application = Application.objects.get()
    assert found
    assert set(application.get_scopes()) == {"openid", *OFFERED}
    assert application.owner is None
    tokens = admin_client.get("/admin/allauth_idp_oidc/token/add/")
    assert tokens.status_code == 403
