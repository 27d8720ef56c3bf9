from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection

from solitaire_site.checks import check_archive, check_hosts, check_processes

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from django.core.checks import CheckMessage
    from pytest_django.fixtures import Settings


def ids(messages: list[CheckMessage]) -> list[str | None]:
    return [message.id for message in messages]


def test_debugging_in_private_is_fine(settings: Settings) -> None:
    settings.DEBUG = True
    settings.ALLOWED_HOSTS = ["localhost"]
    assert check_hosts(None) == []


def test_debugging_in_public_is_found(settings: Settings) -> None:
    settings.DEBUG = True
    settings.ALLOWED_HOSTS = ["play.example.org"]
    assert ids(check_hosts(None)) == ["site.W001"]


def test_answering_to_any_host_name_is_found(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    assert ids(check_hosts(None)) == ["site.E001"]


def test_an_archive_that_is_not_there_is_found(settings: Settings, tmp_path: Path) -> None:
    settings.ACTIONS_DAYS, settings.ACTIONS_ARCHIVE = 3, tmp_path / "nowhere"
    assert ids(check_archive(None)) == ["site.W004"]
    settings.ACTIONS_ARCHIVE.mkdir()
    assert check_archive(None) == []


def test_the_default_set_up_is_fine(settings: Settings) -> None:
    settings.DATABASE_URL = settings.REDIS_URL = ""
    assert check_processes(None) == []


def test_the_grown_set_up_is_fine(settings: Settings) -> None:
    settings.DATABASE_URL = "postgres://localhost/games"
    settings.REDIS_URL = "redis://localhost"
    assert check_processes(None) == []


def test_redis_without_postgresql_is_found(settings: Settings) -> None:
    settings.DATABASE_URL = ""
    settings.REDIS_URL = "redis://localhost"
    assert ids(check_processes(None)) == ["site.W002"]


def test_postgresql_without_redis_is_found(settings: Settings) -> None:
    settings.DATABASE_URL = "postgres://localhost/games"
    settings.REDIS_URL = ""
    assert ids(check_processes(None)) == ["site.W003"]


def test_a_database_that_gives_no_connection_comes_before_all_else(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATABASE_URL = "postgres://localhost/games"
    settings.REDIS_URL = ""
    monkeypatch.setattr(connection, "refusal", lambda: "Connection refused", raising=False)
    [message] = check_processes(None)
    assert message.id == "site.W005"
    assert message.msg == "The database gives no connection: Connection refused"
