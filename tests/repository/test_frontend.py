"""The frontend's unit tests, run in Node.js."""

from __future__ import annotations

import subprocess

import pytest

from tests import needs
from tests.repository.files import tracked

UNITS = tracked("tests/frontend/*.test.js")


def test_unit_tests_are_found() -> None:
    assert UNITS


@pytest.mark.needs_node
def test_in_node() -> None:
    node = needs.node()
    assert node is not None
    done = subprocess.run([node, "--test", *UNITS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
