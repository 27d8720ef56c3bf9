"""Links in mails lead to the site, whatever port the request for the mail names."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import Player

pytestmark = pytest.mark.django_db


def link(client: Client, mails: list[EmailMessage], host: str) -> str:
    """Return where the links of a mail for a new password lead, asked for at a host.

    The server is at port 8000.
    """
    client.post(
        "/accounts/password/reset/",
        {"email": "alice@example.org"},
        headers={"Host": host, "Origin": f"http://{host}"},
        SERVER_PORT="8000",
    )
    (found,) = set(re.findall(r"https?://[^/\s]+", str(mails[-1].body)))
    return str(found)


@pytest.mark.parametrize(
    ("host", "leads_to"),
    [
        ("127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("127.0.0.1", "http://127.0.0.1"),
        ("127.0.0.1:1337", "http://127.0.0.1:8000"),
        ("[::1]:1337", "http://[::1]:8000"),
        ("localhost:8080", "http://localhost:8080"),
        ("127.0.0.1:8080", "http://127.0.0.1:8000"),
    ],
)
def test_a_new_password_is_set_at_the_site_s_own_port(
    host: str,
    leads_to: str,
    client: Client,
    alice: Player,
    mailoutbox: list[EmailMessage],
    settings: Settings,
) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
    settings.CSRF_TRUSTED_ORIGINS = ["http://localhost:8080"]
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    assert link(client, mailoutbox, host) == leads_to


def test_behind_a_proxy_the_server_s_own_port_is_none_of_the_site(
    client: Client, alice: Player, mailoutbox: list[EmailMessage], settings: Settings
) -> None:
    settings.BEHIND_TLS_PROXY = True
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    assert link(client, mailoutbox, "testserver:8000") == "http://testserver"
