"""The frontend's unit tests, run in Node.js."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests import needs
from tests.repository.files import tracked

UNITS = tracked("tests/frontend/*.test.js")
STYLES = tracked("frontend/styles/*.css")


def test_unit_tests_are_found() -> None:
    assert UNITS


@pytest.mark.needs_node
def test_in_node() -> None:
    node = needs.node()
    assert node is not None
    done = subprocess.run([node, "--test", *UNITS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_no_style_looks_through_the_whole_page(path: Path) -> None:
    """Browsers look again whenever something in it changes: 10 ms for each word on a slow phone."""
    assert not re.search(r"(html|:root|body):(has|not\(:has)\(", path.read_text(encoding="utf-8"))
