"""`.ci/verdict`: what an audit of the packages found comes before what it couldn't reach."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.repository.files import REPOSITORY

SKIPPED = "rich  Dependency not found on PyPI and could not be audited: rich (14.0)\n"
WEAK = "Name   Version ID\ndjango 5.2    PYSEC-2026-1\n"
FOUND = "Found 1 known vulnerability in 1 package\n"
RETRIED = "WARNING: Retrying after connection broken by 'ReadTimeoutError': read timed out\n"
NONE = "No known vulnerabilities found\n"
ONE = "NOT AUDITED: the advisories about 1 of 90 packages couldn't be reached.\n"
ALL = "NOT AUDITED: the advisories about 90 of 90 packages couldn't be reached.\n"


@pytest.mark.parametrize(
    ("status", "output", "errors", "code", "said"),
    [
        (0, "", NONE, 0, ""),
        (0, SKIPPED, NONE, 0, ONE),
        (1, "", "ERROR: Could not resolve host: pypi.org\n", 0, ALL),
        (1, WEAK, FOUND, 1, WEAK + FOUND),
        (1, WEAK, RETRIED + FOUND, 1, WEAK + RETRIED + FOUND),
        (1, WEAK + SKIPPED, RETRIED + FOUND, 1, WEAK + RETRIED + FOUND + ONE),
        (2, "", "error: unrecognized arguments\n", 2, "error: unrecognized arguments\n"),
    ],
)
def test_what_was_found_comes_before_what_was_not_reached(
    tmp_path: Path, status: int, output: str, errors: str, code: int, said: str
) -> None:
    for name, text in (("output", output), ("errors", errors)):
        (tmp_path / name).write_text(text)
    files = [str(tmp_path / name) for name in ("output", "errors")]
    run = subprocess.run(
        ["bash", ".ci/verdict", "90", str(status), *files],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout, run.stderr) == (code, said, "")
