"""The threads in which the live race asks the database."""

from __future__ import annotations

import logging
import threading

import pytest
from django.db import OperationalError, ProgrammingError, connection

from games.live import database_thread
from games.live.connections import Connection
from games.live.database_thread import (
    UnavailableError,
    UnmigratedError,
    in_closing_thread,
    in_database_thread,
    in_patient_thread,
)
from games.models.database.unmigrated import Unmigrated
from tests.scraping import counted

# A connection that an earlier test left open in these threads is asked about.
pytestmark = pytest.mark.django_db(transaction=True)

WAYS = (in_database_thread, in_patient_thread, in_closing_thread)


async def test_slow_work_has_its_own_threads() -> None:
    def thread() -> str:
        return threading.current_thread().name.rpartition("_")[0]

    short, patient, slow = [await way(thread)() for way in WAYS]
    assert (patient, slow) == ("changes", "closings")
    assert short not in (patient, slow)


async def test_a_database_that_does_not_answer_is_reported_as_unavailable() -> None:
    def fail() -> None:
        raise OperationalError("the disk is full\nand more")

    before = counted("samedeal_database_failures_total", of="live")
    for way in WAYS:
        with pytest.raises(UnavailableError, match=r"^the disk is full$"):
            await way(fail)()
    assert counted("samedeal_database_failures_total", of="live") == before + len(WAYS)


async def test_a_missing_table_is_logged_once_however_many_clients_come_back(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def ask() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT unheard FROM games_nowhere")

    monkeypatch.setattr(database_thread, "unmigrated", Unmigrated())
    client = Connection(0, "en", lambda: None)
    with caplog.at_level(logging.ERROR):
        for _ in range(2):
            with pytest.raises(UnmigratedError, match="games_nowhere") as caught:
                await in_database_thread(ask)()
            client.fail(caught.value)
    [said] = caplog.messages
    assert said.startswith("Migrations are missing (")


async def test_a_wrong_query_is_still_the_servers_fault() -> None:
    def fail() -> None:
        raise ProgrammingError("syntax error")

    with pytest.raises(ProgrammingError):
        await in_database_thread(fail)()
