from __future__ import annotations

from unittest.mock import patch

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client

from games.models import StorageProbe
from games.models.database.snapshot import snapshot
from games.pages.site.health import FRESH, Health

pytestmark = pytest.mark.django_db


class Clock:
    """A clock that a test sets, in seconds."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return the clock of the health check, and drop any earlier result."""
    clock = Clock()
    monkeypatch.setattr("games.pages.site.health.health", Health(clock))
    return clock


def test_a_server_with_a_database_is_up(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"status": "up", "database": "up"}


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_server_whose_database_is_gone_says_so(client: Client, error: type[Exception]) -> None:
    with patch.object(connection, "cursor", side_effect=error("gone")):
        answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json() == {"status": "down", "database": "down"}


def test_a_health_check_makes_no_session(client: Client) -> None:
    assert not client.get("/healthz").cookies


def test_health_is_read_only(client: Client) -> None:
    assert client.post("/healthz").status_code == 405


def test_a_server_whose_database_can_only_be_read_says_so(client: Client) -> None:
    with snapshot():
        answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json() == {"status": "down", "database": "not-writable"}


def test_the_database_is_written_once_in_a_while_and_does_not_grow(
    client: Client, clock: Clock
) -> None:
    written = []
    for clock.now in (0.0, FRESH - 0.1, FRESH + 0.1, 3 * FRESH):
        assert client.get("/healthz").status_code == 200
        written.append(StorageProbe.objects.get().written_at)
    assert written[0] == written[1] < written[2] < written[3]


def test_a_recovery_is_reported(client: Client, clock: Clock) -> None:
    with snapshot():
        client.get("/healthz")
    assert client.get("/healthz").status_code == 503
    clock.now = FRESH
    assert client.get("/healthz").status_code == 200
