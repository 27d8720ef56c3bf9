"""A process whose clock is shifted sees it in every clock that can be set."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import manage
from tests.live.shifted import Shifted

CLOCKS = """
import datetime, json, sys, time
from django.conf import settings
from django.utils import timezone
settings.configure(USE_TZ=True)
def look():
    print(json.dumps({
        "time": time.time(),
        "time_ns": time.time_ns() / 1e9,
        "realtime": time.clock_gettime(time.CLOCK_REALTIME),
        "gmtime": datetime.datetime(*time.gmtime()[:6], tzinfo=datetime.UTC).timestamp(),
        "now": datetime.datetime.now(datetime.UTC).timestamp(),
        "today": datetime.datetime.today().timestamp(),
        "django": timezone.now().timestamp(),
        "monotonic": time.monotonic(),
        "counter": time.perf_counter(),
    }), flush=True)
look()
sys.stdin.readline()
look()
"""

STEADY = ("monotonic", "counter")
JUMP = 3600.0
SLACK = 60.0


@pytest.mark.processes
def test_a_jump_moves_time_and_dates_but_not_what_counts_seconds(tmp_path: Path) -> None:
    clock = Shifted(tmp_path / "clock")
    with subprocess.Popen(
        [sys.executable, "-c", CLOCKS],
        env=manage.clean_environment(clock.surroundings),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdin
        assert child.stdout
        before = json.loads(child.stdout.readline())
        clock.put_to(time.time_ns() // 1_000_000 + int(JUMP * 1000))
        child.stdin.write("\n")
        child.stdin.close()
        after = json.loads(child.stdout.readline())
    for name, first in before.items():
        moved = 0.0 if name in STEADY else JUMP
        assert abs(after[name] - first - moved) < SLACK, name
        if name not in STEADY:
            assert abs(first - time.time()) < SLACK, name
