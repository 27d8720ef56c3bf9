"""Addresses that nobody has confirmed: anyone can sign up with one that is somebody else's."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client as Application
from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.test import Client
from django.utils import timezone

from games.models import Player, Webhook
from games.models.people import application
from games.models.people.token import AccessToken
from games.models.races.webhook import WebhookFormat
from tests.api.programs import Program, token_of
from tests.applications import CALLBACK
from tests.pages.people.account.conftest import Link

pytestmark = pytest.mark.django_db

ADDRESS = "victim@example.org"
OLD, NEW = "kitchen-table-42", "a-new-password-7"


def sign_up(name: str, address: str = ADDRESS) -> Client:
    """Sign up with an address, without confirming it, and return the browser."""
    client = Client()
    client.post("/accounts/signup/", {"username": name, "email": address, "password1": OLD})
    assert Player.objects.filter(username=name).exists()
    return client


def log_in(login: str, password: str) -> str | None:
    """Return the name of the account that a log-in leads to, if any."""
    client = Client()
    client.post("/accounts/login/", {"login": login, "password": password})
    number = client.session.get("_auth_user_id")
    return number and Player.objects.get(pk=number).username


def choose(client: Client, link: str) -> None:
    """Choose a new password by a mailed link."""
    form = client.get(link, follow=True)
    client.post(form.wsgi_request.path, {"password1": NEW, "password2": NEW})


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that every comparison of a password extends."""
    found: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        found.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return found


def test_one_mail_is_sent_for_a_new_password_however_many_gave_the_address(client: Client) -> None:
    for number in range(4):
        sign_up(f"squatter{number}")
    mail.outbox.clear()
    client.post("/accounts/password/reset/", {"email": ADDRESS})
    (sent,) = mail.outbox
    assert sent.to == [ADDRESS]
    assert "squatter0" in sent.body, "who came first isn't kept out by who comes later"


@pytest.mark.parametrize("known", ["nobody", "one", "many", "confirmed"])
def test_as_many_passwords_are_compared_whether_or_not_an_address_is_known(
    known: str, hashes: list[str]
) -> None:
    for number in range({"nobody": 0, "one": 1, "many": 4, "confirmed": 2}[known]):
        sign_up(f"squatter{number}")
    if known == "confirmed":
        EmailAddress.objects.filter(user__username="squatter1").update(verified=True)
    hashes.clear()
    assert log_in(ADDRESS, "wrong") is None
    assert len(hashes) == 2, "that of a name and that of an address"
    hashes.clear()
    assert log_in("squatter1", "wrong") is None
    assert len(hashes) == 1


def test_an_unconfirmed_address_logs_in_the_first_who_gave_it_and_the_others_have_names() -> None:
    for name in ("first", "second"):
        sign_up(name)
    assert log_in(ADDRESS.upper(), OLD) == "first"
    assert log_in("second", OLD) == "second"
    EmailAddress.objects.filter(user__username="second").update(verified=True)
    assert log_in(ADDRESS, OLD) == "second"


def test_a_code_to_log_in_goes_to_confirmed_addresses_alone(client: Client) -> None:
    sign_up("squatter")
    answers = []
    for address in (ADDRESS, "nobody@example.org"):
        mail.outbox.clear()
        answer = client.post("/accounts/login/code/", {"email": address}, follow=True)
        answers.append((answer.redirect_chain, [sent.subject for sent in mail.outbox]))
        client.cookies.clear()
    assert answers[0] == answers[1]
    assert "code" not in answers[0][1][0]


def test_who_proves_an_address_by_a_new_password_shuts_out_who_signed_up_with_it(
    mailed_link: Link,
) -> None:
    squatter, now = sign_up("squatter"), timezone.now()
    player = Player.objects.get(username="squatter")
    token = token_of(player)
    application.register(player, "Left behind", [CALLBACK], confidential=False)
    Webhook.objects.make(
        player, "https://thief.example/", WebhookFormat.JSON, "http://testserver", now
    )
    Authenticator.objects.create(user=player, type=Authenticator.Type.WEBAUTHN, data={})
    EmailAddress.objects.create(user=player, email="thief@example.org")
    client = Client()
    client.post("/accounts/password/reset/", {"email": ADDRESS})
    choose(client, mailed_link())
    assert (log_in("squatter", OLD), log_in("squatter", NEW)) == (None, "squatter")
    assert "/accounts/login/" in squatter.get("/account/").headers["Location"]
    assert Program(token).get("me").status_code == 401
    for stored in (AccessToken, Application, Webhook, Authenticator):
        assert not stored.objects.exists(), stored
    (address,) = EmailAddress.objects.all()
    assert (address.email, address.verified) == (ADDRESS, True)


def test_a_link_to_an_unconfirmed_address_ends_once_the_account_confirms_another(
    client: Client, mailed_link: Link
) -> None:
    sign_up("squatter")
    player = Player.objects.get(username="squatter")
    other = EmailAddress.objects.create(user=player, email="thief@example.org")
    client.post("/accounts/password/reset/", {"email": ADDRESS})
    link = mailed_link()
    other.set_verified()
    choose(client, link)
    assert log_in("squatter", NEW) is None
    mail.outbox.clear()
    client.post("/accounts/password/reset/", {"email": ADDRESS})
    assert "password/reset/key" not in mail.outbox[0].body


def test_a_new_password_by_a_confirmed_address_leaves_tokens_alone(
    client: Client, alice: Player, mailed_link: Link
) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    token = token_of(alice)
    client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    choose(client, mailed_link())
    assert log_in("alice", NEW) == "alice"
    assert Program(token).get("me").status_code == 200
