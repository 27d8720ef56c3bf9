from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from solitaire_site.checks import (
    check_archive,
    check_hosts,
    check_names,
    check_processes,
    check_redis,
)
from solitaire_site.environment import names_read
from tests import manage
from tests.processes import free_port
from tests.repository.test_documents import variables_read

if TYPE_CHECKING:
    from pathlib import Path

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


def test_every_setting_is_known_whatever_is_set() -> None:
    assert variables_read() <= names_read


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("ALLOWED_HOST", "ALLOWED_HOSTS"),
        ("allowed_hosts", "ALLOWED_HOSTS"),
        ("HSTS_SECOND", "HSTS_SECONDS"),
        ("REDIS_URI", "REDIS_URL"),
        ("SECRET_KEYS", "SECRET_KEY"),
        ("SECRETKEY_FILE", "SECRET_KEY_FILE"),
        ("TRUSTED_PROXY", "TRUSTED_PROXIES"),
    ],
)
def test_what_is_nearly_a_setting_is_found(
    monkeypatch: pytest.MonkeyPatch, name: str, meant: str
) -> None:
    monkeypatch.setenv(name, "5")
    [message] = check_names(None)
    assert message.msg == f"{name} is no setting: did you mean {meant}?"


@pytest.mark.parametrize(
    "name",
    [
        *("PATH", "HOME", "HOST", "HOSTNAME", "LANG", "PORT", "TMPDIR", "USER", "XDG_DATA_DIRS"),
        *("REDIS_HOST", "REDIS_PORT", "REDIS_PASSWORD", "REDIS_SERVICE_HOST", "DATABASE_HOST"),
        *("COMPOSE_PROFILES", "DJANGO_SETTINGS_MODULE", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"),
        *("SITE", "SITE_ALIASES", "PAGES", "LIVE", "WORKERS", "EXTRAS", "POSTGRES_PASSWORD_FILE"),
        *("GROUP_EXPIRY", "LOGIN_PROVIDER_NAME", "SECRET_KEY_FILE", "NODE_DEBUG", "EMAIL"),
    ],
)
def test_what_others_read_is_no_slip(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "5")
    assert check_names(None) == []


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


def test_a_redis_that_does_not_answer_is_found(settings: Settings) -> None:
    settings.REDIS_URL = ""
    assert check_redis(None) == []
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}"
    [message] = check_redis(None)
    assert message.id == "site.E002"
    assert message.msg.startswith("Redis doesn't answer: ")
    assert message.msg.count("\n") == 0


def test_before_the_internet_what_the_site_needs_must_answer(tmp_path: Path) -> None:
    port = free_port()
    surroundings = {
        "DATA_DIR": str(tmp_path),
        "DATABASE_URL": f"postgres://me@127.0.0.1:{port}/games",
        "REDIS_URL": f"redis://127.0.0.1:{port}",
    }
    assert "The database gives no connection" in manage.warnings(surroundings, "check")
    with pytest.raises(AssertionError, match=r"site\.E002.*Redis doesn't answer"):
        manage.run(surroundings, "check", "--deploy")
    surroundings["REDIS_URL"] = ""
    with pytest.raises(AssertionError, match="CommandError: The database gives no connection"):
        manage.run(surroundings, "check", "--deploy")


def found_for_the_internet(folder: Path, **variables: str) -> set[str]:
    """Return what `check --deploy` of a site finds."""
    environment = {
        **{"DATA_DIR": str(folder), "ALLOWED_HOSTS": "play.example.org"},
        "SECRET_KEY": secrets.token_urlsafe(48),
        **variables,
    }
    return set(re.findall(r"\((\w+\.\w+)\)", manage.warnings(environment, "check", "--deploy")))


def test_before_the_internet_what_is_missing_is_said_once(tmp_path: Path) -> None:
    assert found_for_the_internet(tmp_path) == {"site.W008", "site.I001", "site.I002"}


def test_a_site_that_is_set_up_for_the_internet_has_nothing_to_mend(tmp_path: Path) -> None:
    reached = {"CONTACT": "mailto:club@example.org", "EMAIL_HOST": "mail.example.org"}
    assert found_for_the_internet(tmp_path, BEHIND_TLS_PROXY="True", **reached) == set()
