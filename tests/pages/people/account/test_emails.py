"""The emails that an account gets."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from games.models import Player

pytestmark = pytest.mark.django_db


def sent(client: Client, language: str = "en") -> tuple[str, str]:
    """Ask for a new password; return the subject and the text of the email."""
    asked = {"email": "alice@example.com"}
    client.post("/accounts/password/reset/", asked, headers={"accept-language": language})
    [message] = mail.outbox
    return str(message.subject), str(message.body)


@pytest.fixture(autouse=True)
def _address(alice: Player) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.com", primary=True, verified=True)
    Player.objects.filter(pk=alice.pk).update(email="alice@example.com")


def test_an_e_mail_is_plain_and_signed_with_the_site_s_name(client: Client) -> None:
    subject, text = sent(client)
    assert subject == "[Same Deal] Choose a new password"
    assert text.startswith("Someone asked for a new password for your account.")
    assert text.endswith("\n\nSame Deal\nhttp://testserver/")


def test_an_e_mail_in_german_says_du(client: Client) -> None:
    subject, text = sent(client, "de")
    assert subject == "[Same Deal] Wähle ein neues Passwort"
    assert "Dein Anmeldename ist" in text
    assert "Sie " not in text


def test_the_pages_of_an_account_are_in_sentence_case(client: Client, alice: Player) -> None:
    client.force_login(alice)
    for path, title in (
        ("/accounts/email/", "Email addresses"),
        ("/accounts/2fa/", "Passkeys and codes"),
        ("/accounts/password/change/", "Change password"),
    ):
        page = client.get(path, follow=True).content.decode()
        [heading] = re.findall(r"<h1>(.*?)</h1>", page, re.DOTALL)
        assert heading.strip() == title
