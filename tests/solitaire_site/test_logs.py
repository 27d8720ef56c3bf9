"""Log lines: what they are about, and what they never say."""

from __future__ import annotations

import json
import logging
import sys
import time
from types import SimpleNamespace
from typing import Any

import pytest

from games.logged import WithIds, about, also_about
from solitaire_site.logs import QUIET, ButHealth, JsonLines, PlainLines, WrongHosts

SECRETS = ("the secret key", "database password", "", None, "x")


def record(message: str, *args: object, **extra: object) -> logging.LogRecord:
    """Return a record as a logger makes it."""
    logger = logging.getLogger("games.test")
    made = logger.makeRecord(logger.name, logging.ERROR, "", 0, message, args, None, extra=extra)
    WithIds().filter(made)
    return made


def as_json(made: logging.LogRecord) -> dict[str, Any]:
    """Return the object that a program reads."""
    found: dict[str, Any] = json.loads(JsonLines(SECRETS).format(made))
    return found


def test_a_plain_line_has_a_time_a_level_a_name_and_a_message() -> None:
    line = PlainLines(SECRETS).format(record("Deal %s", 7))
    assert line.endswith(" ERROR games.test Deal 7")


def test_a_line_for_programs_has_the_same_by_name() -> None:
    with about():
        found = as_json(record("Deal %s", 7))
    assert found.pop("timestamp").endswith("+00:00")
    assert found == {"levelname": "ERROR", "name": "games.test", "message": "Deal 7"}


def test_a_line_says_what_it_is_about() -> None:
    with about(request_id="ab12", player=lambda: 3, entry=None), also_about(race="ABCDEF"):
        found = as_json(record("Moved"))
    assert (found["request_id"], found["player"], found["race"]) == ("ab12", 3, "ABCDEF")
    assert "entry" not in found
    with about(race="ABCDEF"), also_about(player=3, entry=lambda: 12):
        found = as_json(record("t3t5"))
    assert (found["race"], found["player"], found["entry"]) == ("ABCDEF", 3, 12)
    with about(race="ABCDEF"), about(task="t"):
        assert "race" not in as_json(record("Found"))
    assert "task" not in as_json(record("Over"))


def test_what_libraries_attach_is_left_out() -> None:
    found = as_json(record("Not Found", request="<ASGIRequest>", status_code=404, sql="SELECT"))
    assert found["status_code"] == 404
    assert not {"request", "sql"} & set(found)


@pytest.mark.parametrize(
    "secret",
    [
        "the secret key",
        "database password",
        "alice.b+c@mail.example.org",
        "redis-password",
        "samedeal_0123456789abcdef0123456789abcdef",
        "MQ:1vGfQx:5gBHkUuVvT-xYz",
    ],
)
def test_no_line_says_a_secret(secret: str) -> None:
    text = {
        "redis-password": "redis://:redis-password@redis:6379/0 is down",
        "MQ:1vGfQx:5gBHkUuVvT-xYz": "Not Found: /accounts/confirm-email/MQ:1vGfQx:5gBHkUuVvT-xYz/",
    }.get(secret, f"it is {secret}.")
    try:
        raise LookupError(text if "confirm" not in text else "")
    except LookupError:
        made = record("%s", text)
        made.exc_info = sys.exc_info()
    for line in (PlainLines(SECRETS).format(made), JsonLines(SECRETS).format(made)):
        assert secret not in line
        assert "LookupError" in line
    json.loads(JsonLines(SECRETS).format(made))


@pytest.mark.parametrize(("path", "is_logged"), [("/readyz", False), ("/race/ABCDEF/", True)])
def test_a_health_check_that_fails_is_no_error_of_the_site(path: str, is_logged: bool) -> None:
    made = record("Service Unavailable", request=SimpleNamespace(path=path))
    assert ButHealth().filter(made) is is_logged


def test_short_words_stay() -> None:
    assert PlainLines(SECRETS).format(record("x at /race/ABCDEF/")).endswith("x at /race/ABCDEF/")


def test_requests_to_wrong_names_are_one_line_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    wrong_hosts = WrongHosts()
    first, second, third = (record("Invalid HTTP_HOST header") for _ in range(3))
    first.exc_info = sys.exc_info()
    assert wrong_hosts.filter(first)
    assert first.exc_info is None
    now += QUIET - 1
    assert not wrong_hosts.filter(second)
    now += 1
    assert wrong_hosts.filter(third)
