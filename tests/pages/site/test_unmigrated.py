"""A database without migrations: what visitors get, and one line in the log that helps."""

from __future__ import annotations

import logging
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import HTTPError, URLError

import pytest
from django.db import OperationalError, connection
from django.test import Client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from games.live.connections import CLOSE_FAILED
from games.models import StorageProbe
from games.models.database.unmigrated import QUIET, Unmigrated
from games.pages.site.health import Health
from games.pages.site.readiness import Readiness
from tests.processes import START_SECONDS, Process
from tests.stores import postgres_database

if TYPE_CHECKING:
    from collections.abc import Iterator

WAIT = 30.0

LINE = "The database has no tables yet: run manage.py migrate"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.needs_postgres)])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Process]:
    """Start a process on an empty database."""
    environment = {"DATA_DIR": str(tmp_path)}
    with ExitStack() as cleanup:
        if request.param == "postgres":
            environment["DATABASE_URL"] = cleanup.enter_context(postgres_database("template1"))
        process = Process(environment, tmp_path / "daphne.log")
        process.start()
        yield process
        process.end()


def answer(site: Process, path: str) -> tuple[int, str]:
    """Ask for what must fail; return the status and the body, once the process answers."""
    request = urllib.request.Request(f"{site.url}{path}", headers={"Accept": "text/html,*/*"})
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            urllib.request.urlopen(request).close()
        except HTTPError as error:
            with error:
                return error.code, error.read().decode()
        except URLError:
            assert time.monotonic() < deadline, site.log.read_text()
            time.sleep(0.1)


def test_an_empty_database_is_an_outage_with_one_line_in_the_log(site: Process) -> None:
    for path in ("/", "/accounts/login/", "/"):
        status, page = answer(site, path)
        assert status == 503
        assert "Back in a moment" in page
    assert "migrations-missing" in answer(site, "/readyz")[1]
    for path in ("race", "event"):
        address = f"{site.url.replace('http', 'ws')}/ws/{path}/TFRWMP/"
        with connect(address, origin=Origin(site.url)) as ws:
            assert '"unavailable"' in ws.recv(WAIT)
            with pytest.raises(ConnectionClosed):
                ws.recv(WAIT)
            assert ws.close_code == CLOSE_FAILED
    said = site.log.read_text()
    assert said.count(LINE) == 1
    assert "Traceback" not in said


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drop earlier results."""
    monkeypatch.setattr("games.pages.site.health.health", Health())
    monkeypatch.setattr("games.pages.site.readiness.readiness", Readiness())
    for module in ("errors", "health"):
        monkeypatch.setattr(f"games.pages.site.{module}.unmigrated", Unmigrated())


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("fresh")
def test_a_missing_table_among_others_is_named(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    table = StorageProbe._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} RENAME TO hidden")
    try:
        with caplog.at_level(logging.ERROR):
            assert client.get("/healthz").status_code == 503
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE hidden RENAME TO {table}")
    [said] = [record.message for record in caplog.records if "Migrations" in record.message]
    assert said.startswith("Migrations are missing (")
    assert table in said
    assert said.endswith("): run manage.py migrate")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("fresh")
def test_a_wrong_query_is_still_the_servers_fault(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.raise_request_exception = False

    def cards() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT nothing FROM games_nowhere")

    monkeypatch.setattr("games.pages.races.home.today_cards", lambda *args: cards())
    assert client.get("/", headers={"accept": "text/html"}).status_code == 500


@pytest.mark.django_db
def test_the_line_comes_again_after_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    moments = [0.0, QUIET - 1, QUIET]
    unmigrated = Unmigrated(lambda: moments.pop(0))
    for count in (1, 1, 2):
        unmigrated.report(OperationalError("no such table: games_race"))
        assert len(caplog.records) == count
