from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from games.live.web_process import drain
from games.models.database.availability import StorageProbe
from games.models.database.snapshot import snapshot
from games.pages.site.health import Health
from games.pages.site.readiness import Readiness
from tests import needs
from tests.processes import free_port

if TYPE_CHECKING:
    from pytest_django.fixtures import Settings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """Drop earlier results."""
    settings.REDIS_URL = ""
    monkeypatch.setattr("games.pages.site.health.health", Health())
    monkeypatch.setattr("games.pages.site.readiness.readiness", Readiness())


@pytest.fixture
def draining() -> Iterator[None]:
    drain.has_begun = True
    yield
    drain.has_begun = False


def reasons(client: Client) -> list[str]:
    """Return why the process isn't ready."""
    answer = client.get("/readyz")
    said = answer.json()
    is_ready = said["reasons"] in ([], ["redis-down"])
    assert said["status"] == ("ready" if is_ready else "not-ready")
    assert answer.status_code == (200 if is_ready else 503)
    found: list[str] = said["reasons"]
    return found


def test_a_process_with_everything_it_needs_is_ready(client: Client) -> None:
    assert reasons(client) == []


def test_without_the_database_it_is_not(client: Client) -> None:
    with patch.object(connection, "cursor", side_effect=OperationalError("gone")):
        assert reasons(client) == ["database-down"]


def test_a_database_that_can_only_be_read_is_not_enough(client: Client) -> None:
    with snapshot():
        assert reasons(client) == ["database-not-writable"]


@pytest.mark.django_db(transaction=True)
def test_a_database_that_was_never_migrated_is_told_from_one_that_is_full(client: Client) -> None:
    table = StorageProbe._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} RENAME TO hidden")
    try:
        assert reasons(client) == ["migrations-missing"]
        health = client.get("/healthz")
        assert (health.status_code, health.json()["database"]) == (503, "not-migrated")
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE hidden RENAME TO {table}")


def test_a_release_waits_for_its_migrations(client: Client) -> None:
    applied = MigrationRecorder.Migration.objects.filter(app="games").order_by("name")
    last = applied.last()
    assert last is not None
    last.delete()
    assert reasons(client) == ["migrations-missing"]


def test_without_redis_it_says_so_and_keeps_its_visitors(
    client: Client, settings: Settings
) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    assert reasons(client) == ["redis-down"]


@pytest.mark.needs_redis
def test_a_redis_that_answers_is_enough(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = f"{needs.redis()}/0"
    assert reasons(client) == []


@pytest.mark.usefixtures("draining")
def test_a_process_that_drains_gets_no_more_visitors_and_is_alive(client: Client) -> None:
    assert reasons(client) == ["draining"]
    assert client.get("/healthz").status_code == 200


def test_readiness_is_read_only_and_makes_no_session(client: Client) -> None:
    assert client.post("/readyz").status_code == 405
    assert not client.get("/readyz").cookies
