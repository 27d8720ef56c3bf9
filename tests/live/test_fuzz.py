"""Broken frames change nothing that their senders may not: a sample of the benchmark's."""

from __future__ import annotations

from io import StringIO

from games.management.progress import Progress
from tests.benchmarks.fuzz import UNLIMITED, Fuzz, run
from tests.processes import Launch


def test_broken_frames_change_nothing(launch: Launch) -> None:
    site = launch("sqlite", 1, "daphne", **UNLIMITED)
    sent, *_ = run(site, Fuzz(1), 1_200, Progress(StringIO(), "Sending frames"))
    assert sent["frames"] == 1_188
