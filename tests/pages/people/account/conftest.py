"""Sent mail, and a browser whose player gave the password just now."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client

from games.models import Player

Link = Callable[[], str]


@pytest.fixture(autouse=True)
def _unthrottled() -> None:
    """Clear the cache, which counts attempts across tests."""
    cache.clear()


@pytest.fixture
def browser(alice: Player) -> Client:
    """Provide Alice's browser, logged in lately enough for what asks for the password."""
    browser = Client()
    browser.post("/accounts/login/", {"login": "alice", "password": "correct horse"})
    return browser


@pytest.fixture
def mailed_link(mailoutbox: list[EmailMessage]) -> Link:
    """Return a function that reads the path in the last mail."""

    def link() -> str:
        found = re.search(r"https?://[^/\s]+(/\S+)", str(mailoutbox[-1].body))
        assert found is not None
        return found[1]

    return link
