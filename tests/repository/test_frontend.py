"""The frontend's unit tests, run in Node.js."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from tests import needs
from tests.repository.files import tracked

if TYPE_CHECKING:
    from pathlib import Path

UNITS = tracked("tests/frontend/*.test.js")


def test_unit_tests_are_found() -> None:
    assert UNITS


@pytest.mark.needs_node
@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name.removesuffix(".test.js"))
def test_in_node(unit: Path) -> None:
    node = needs.node()
    assert node is not None
    done = subprocess.run([node, "--test", str(unit)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
