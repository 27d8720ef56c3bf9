"""Broken frames change nothing that their senders may not: a sample of the benchmark's."""

from __future__ import annotations

import pytest

from tests.benchmarks.fuzz import UNLIMITED, Fuzz, run
from tests.processes import Launch


def test_broken_frames_change_nothing(launch: Launch, capsys: pytest.CaptureFixture[str]) -> None:
    run(launch("sqlite", 1, "daphne", **UNLIMITED), Fuzz(1), 1_200)
    assert capsys.readouterr().out.startswith("1188 frames in")
