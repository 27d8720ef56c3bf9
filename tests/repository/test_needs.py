"""Tests that need a missing service."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repository.files import REPOSITORY

NEEDY = """
from __future__ import annotations

import pytest


@pytest.mark.needs_node
def test_of_the_frontend() -> None:
    pass
"""


@pytest.fixture
def needy(tmp_path: Path) -> Path:
    """Write a test that needs Node.js."""
    path = tmp_path / "test_needy.py"
    path.write_text(NEEDY)
    return path


def run_without_node(
    test: Path, workers: int = 0, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-p", "tests.conftest"),
            *("--numprocesses", str(workers)),
            *("-c", str(REPOSITORY / "pyproject.toml"), "--rootdir", str(REPOSITORY), str(test)),
        ],
        cwd=REPOSITORY,
        env={**os.environ, "REQUIRE_ALL": "", "PATH": "", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("workers", [0, 1])
def test_they_are_skipped_and_the_end_says_what_is_missing(needy: Path, workers: int) -> None:
    done = run_without_node(needy, workers)
    assert "Not run: 1 that need Node.js (apt install nodejs)" in done.stdout
    assert done.returncode == 0


def test_they_fail_where_everything_is_required(needy: Path) -> None:
    done = run_without_node(needy, REQUIRE_ALL="1")
    assert "Node.js is missing: apt install nodejs" in done.stdout
    assert done.returncode == 1
