"""Sent mail, and an external log-in provider."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.core.mail import EmailMessage

Link = Callable[[], str]


@pytest.fixture(autouse=True)
def _unthrottled() -> None:
    """Clear the cache, which counts attempts across tests."""
    cache.clear()


@pytest.fixture
def mailed_link(mailoutbox: list[EmailMessage]) -> Link:
    """Return a function that reads the path in the last mail."""

    def link() -> str:
        found = re.search(r"https?://[^/\s]+(/\S+)", str(mailoutbox[-1].body))
        assert found is not None
        return found[1]

    return link
