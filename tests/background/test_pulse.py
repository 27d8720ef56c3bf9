"""What a process logs of its start and of outages."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest
from django.db import OperationalError

from games.background.pulse import Outage, start_pulse

if TYPE_CHECKING:
    from pytest_django.fixtures import Settings


def test_a_process_says_what_it_is(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr("games.background.pulse._beat", lambda _: None)
    settings.METRICS_ADDRESS = ("127.0.0.1", 9100)
    with caplog.at_level(logging.INFO, "games.background.pulse"):
        start_pulse("live")
    (said,) = caplog.messages
    assert said.startswith("Started: live, pid ")
    assert said.endswith(", metrics at 127.0.0.1:9100")


def test_an_outage_and_its_end_are_one_line_each(caplog: pytest.LogCaptureFixture) -> None:
    outage = Outage()
    outage.end()
    for _ in range(3):
        outage.begin(OperationalError("no connection\nhint"))
    outage.end()
    outage.end()
    assert caplog.messages == [
        "The database can't be used: no connection",
        "The database can be used again.",
    ]
