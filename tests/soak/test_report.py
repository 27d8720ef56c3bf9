"""The report of a soak: what it counts as wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.benchmarks.load.figures import Latency
from tests.soak.memory import Memory, Sample
from tests.soak.report import Report, errors

FLAT = Memory("a process", tuple(Sample(60.0 * minute, 100.0) for minute in range(30)))
GROWING = Memory("a process", tuple(Sample(60.0 * n, 100.0 + n) for n in range(30)))

RIGHT = Report(
    seconds=1800.0,
    capacity=2000.0,
    rate=1000.0,
    races=100,
    acknowledged=1_500_000,
    stored=1_500_000,
    latency=Latency(1.0, 2.0, 3.0, 4.0),
    reconnections=500,
    watched=900,
    pages=18_000,
    put_off=0,
    analysed=80,
    memory=[FLAT],
    errors={},
)


def test_a_right_run_has_no_faults() -> None:
    assert RIGHT.faults == []
    said = str(RIGHT)
    assert "30.0 minutes, 833 moves/s (1,000 asked for, half of 2,000)" in said
    assert "memory of a process: 100 to 100 MB, at most 100, +0.0 MB an hour: flat" in said
    assert said.endswith("faults: none\n")


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        (replace(RIGHT, stored=1_499_999), "1,500,000 acknowledged, 1,499,999 stored"),
        (replace(RIGHT, rate=1050.0), "833 moves/s reached, 1,050 asked for"),
        (replace(RIGHT, errors={"Race X: closing failed": 2}), "2 times: Race X: closing failed"),
        (replace(RIGHT, memory=[FLAT, GROWING]), f"memory of {GROWING} grows"),
    ],
)
def test_what_is_wrong_is_a_fault(wrong: Report, fault: str) -> None:
    assert wrong.faults == [fault]
    assert f"FAULT {fault}\nfaults: 1\n" in str(wrong)
    assert wrong.as_json()["faults"] == [fault]


def test_a_short_run_may_move_less() -> None:
    assert replace(RIGHT, seconds=100.0, acknowledged=9, stored=9).faults == []


def test_errors_are_found_in_logs() -> None:
    log = (
        "2026-11-22 10:00:00,000 INFO games.live started\n"
        "2026-11-22 10:00:01,000 ERROR games.live.journal The journal could not write: gone\n"
        "Traceback (most recent call last):\n"
        '  File "x.py", line 1\n'
        "2026-11-22 10:00:02,000 WARNING django.request Not Found: /ERROR \n"
    )
    assert errors(log) == {
        "games.live.journal The journal could not write: gone": 1,
        "Traceback": 1,
    }
