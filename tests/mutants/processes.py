"""Judging surviving mutants by slow tests that start real servers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from games.management.progress import Progress
from tests.mutants.verdicts import VERDICTS, Judged, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tests.mutants.parts import Part

LIMIT_SECONDS = 900


def judge_with_servers(tree: Path, part: Part, found: Iterable[Judged]) -> list[Judged]:
    """Judge the survivors among these again with the tests that start servers."""
    if not part.processes:
        return list(found)
    judged = list(found)
    with Progress(sys.stderr, "Judging with servers", len(judged)) as progress:
        return [
            replace(each, verdict=_verdict(tree, part, each.name))
            if each.verdict in (Verdict.SURVIVED, Verdict.UNTESTED)
            else each
            for each in progress.over(judged)
        ]


def _verdict(tree: Path, part: Part, mutant: str) -> Verdict:
    # Killing the process group also ends servers that a test left running.
    child = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-qx", "--servers", *part.processes],
        cwd=tree / "mutants",
        env={**os.environ, "MUTANT_UNDER_TEST": mutant},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return VERDICTS.get(child.wait(LIMIT_SECONDS), Verdict.UNKNOWN)
    except subprocess.TimeoutExpired:
        return Verdict.TIMEOUT
    finally:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
