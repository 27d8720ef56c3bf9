"""Players whose races the API shows, and a connection that lasts for a test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from tests.pages.conftest import alice as alice
from tests.players import bob as bob
from tests.players import bot as bot
from tests.players import charlie as charlie
from tests.players import guest as guest


@pytest.fixture
def _kept_connection() -> Iterator[None]:
    """Keep what ends a request from closing the connection of the test, as Django's client does."""
    ends = (request_started, request_finished)
    for signal in ends:
        signal.disconnect(close_old_connections)
    yield
    for signal in ends:
        signal.connect(close_old_connections)
