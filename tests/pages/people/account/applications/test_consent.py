"""The page on which a player lets an application in."""

from __future__ import annotations

import re
from html import unescape

import pytest
from allauth.idp.oidc.models import Client as Application
from allauth.idp.oidc.models import Token
from django.test import Client

from games.models import Player
from games.models.people.application import register
from tests.applications import CALLBACK, answer_in, invitation, signed_request, submit, trade
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.pages.people.account.applications.conftest import Code, LetIn
from tests.pages.site.test_policy import assert_nothing_is_inline


def way_back(page: bytes) -> str:
    """Return where the page that explains an error leads."""
    found = re.search(r'<a href="([^"]+)" rel="noreferrer">', page.decode())
    assert found is not None
    return unescape(found[1])


def test_it_says_who_asks_and_for_what(
    visit: Visit, alice: Player, application: Application
) -> None:
    page = visit(alice).get(invitation(application.pk))
    said = text(page)
    for part in (
        "Give Deal Bot access?",
        "use your account, Alice",
        "Bob",
        "app.example",
        "play as you",
    ):
        assert part in said
    assert "See your tokens" not in said
    assert page["Cache-Control"] == "private, no-store"
    assert_nothing_is_inline(page.content.decode())


def test_the_form_may_lead_to_the_application_and_no_other(
    visit: Visit, alice: Player, bob: Player
) -> None:
    leads = {
        CALLBACK: "https://app.example",
        "http://127.0.0.1/done": "http://127.0.0.1:51234",
        "org.example.app:/done": "org.example.app:",
    }
    for address, source in leads.items():
        made, _ = register(bob, "App", [address], confidential=False)
        asked = address.replace("127.0.0.1/", "127.0.0.1:51234/")
        page = visit(alice).get(invitation(made.pk, redirect_uri=asked))
        [allowed] = [
            part
            for part in page["Content-Security-Policy"].split(";")
            if part.strip().startswith("form-action")
        ]
        assert allowed.split() == ["form-action", "'self'", source]


def test_a_player_may_allow_less(
    visit: Visit, alice: Player, application: Application, client: Client
) -> None:
    browser = visit(alice)
    page = browser.get(invitation(application.pk)).content.decode()
    sent = {"request": signed_request(page), "scopes": ["read"], "action": "grant"}
    told = answer_in(browser.post("/oauth/authorize", sent)["Location"])
    assert told["state"] == "xyz"
    assert submit(client, "token", trade(application.pk, told["code"])).json()["scope"] == ("read")
    # Not more than was asked for, nor nothing at all.
    for wrong in (["account"], []):
        answer = browser.post("/oauth/authorize", {**sent, "scopes": wrong})
        assert answer.status_code == 200
        assert "form-action 'self' https://app.example" in answer["Content-Security-Policy"]


def test_a_player_may_say_no(visit: Visit, alice: Player, application: Application) -> None:
    browser = visit(alice)
    page = browser.get(invitation(application.pk)).content.decode()
    no = browser.post("/oauth/authorize", {"request": signed_request(page), "action": "cancel"})
    assert answer_in(no["Location"]) == {"error": "access_denied", "state": "xyz"}
    assert not Token.objects.exists()


def test_guests_and_strangers_log_in_first(
    visit: Visit, guest: Player, application: Application, client: Client
) -> None:
    for browser in (client, visit(guest)):
        answer = browser.get(invitation(application.pk))
        assert answer["Location"].startswith("/accounts/login/?next=/oauth/authorize")


@pytest.mark.parametrize(
    "foreign",
    [
        "https://evil.example/callback",
        "https://app.example.evil.example/callback",
        "https://app.example/other",
        "http://app.example/callback",
        "https://app.example:444/callback",
        "https://evil.example\\@app.example/callback",
        "https://evil.example#@app.example/callback",
        "//app.example/callback",
        "javascript:alert(1)//app.example/callback",
        # What a browser or an application would take for the same.
        "https://app.example/callback?code=theirs",
        "https://APP.example/callback",
        "https://app.example/callback/",
        "https://app.example:99999/callback",
        "https://[app.example/callback",
        "http://127.0.0.1:99999/callback",
    ],
)
def test_a_foreign_address_is_never_redirected_to(
    visit: Visit, alice: Player, application: Application, foreign: str
) -> None:
    for more in ({}, {"prompt": "none"}, {"code_challenge_method": "plain"}):
        answer = visit(alice).get(invitation(application.pk, redirect_uri=foreign, **more))
        assert answer.status_code == 400
        assert "Location" not in answer
        assert "can't connect" in text(answer)


@pytest.mark.parametrize("client_id", ["", "nobody", "x" * 300, "\N{SNOWMAN}"])
def test_an_unknown_application_is_not_let_in(visit: Visit, alice: Player, client_id: str) -> None:
    assert visit(alice).get(invitation(client_id)).status_code == 400


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge": None}, "invalid_request"),
        ({"scope": "read staff"}, "invalid_scope"),
        ({"response_type": "token"}, "unauthorized_client"),
        ({"prompt": "none"}, "interaction_required"),
        ({"claims": "{bad", "scope": "openid"}, "invalid_request"),
    ],
)
def test_what_is_wrong_is_explained_and_can_be_taken_to_the_application(
    visit: Visit,
    alice: Player,
    application: Application,
    changes: dict[str, str | None],
    error: str,
) -> None:
    answer = visit(alice).get(invitation(application.pk, **changes))
    # Nobody is sent to the address of an application by opening a link of this site.
    assert (answer.status_code, "Location" in answer) == (400, False)
    assert "Back to app.example" in text(answer)
    back = way_back(answer.content)
    assert back.startswith(f"{CALLBACK}?")
    told = answer_in(back)
    assert (told["error"], told["state"]) == (error, "xyz")


def test_a_server_with_a_secret_needs_a_challenge_too(
    visit: Visit, alice: Player, bob: Player
) -> None:
    server, _ = register(bob, "Server", [CALLBACK], confidential=True)
    for without in ({"code_challenge": None}, {"code_challenge": "", "code_challenge_method": ""}):
        answer = visit(alice).get(invitation(server.pk, **without))
        assert answer_in(way_back(answer.content))["error"] == "invalid_request"


def test_nobody_is_let_in_unasked_because_another_was(
    visit: Visit, alice: Player, charlie: Player, let_in: LetIn
) -> None:
    let_in("openid", "read")
    other, _ = register(charlie, "Other", [CALLBACK], confidential=False)
    for scope in ("openid read", "read"):
        answer = visit(alice).get(invitation(other.pk, scope=scope, prompt="none"))
        assert answer_in(way_back(answer.content))["error"] == "interaction_required"


def test_a_page_of_another_site_cannot_answer(
    alice: Player, application: Application, code: Code
) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    page = browser.get(invitation(application.pk)).content.decode()
    sent = {"request": signed_request(page), "scopes": ["read"], "action": "grant"}
    assert browser.post("/oauth/authorize", sent).status_code == 403
    assert browser.post("/oauth/authorize", {**sent, "request": "made:up"}).status_code == 403
