"""The frontend: who imports whom, and its own tests, which run in Node.js."""

from __future__ import annotations

import os
import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests import services
from tests.repository.files import REPOSITORY, tracked

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = REPOSITORY / "frontend" / "src"
# What the modules of a folder may import besides each other; those of a page may import all of it.
MAY_KNOW: dict[str, set[str]] = {"table": {"lib"}, "net": {"lib"}, "lib": set()}
UNITS = tracked("tests/frontend/*.test.js")


def imports(module: Path) -> list[Path]:
    """The modules that one imports, or names in its types."""
    found = re.findall(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']+)["']""", module.read_text())
    return [(module.parent / target).resolve() for target in found]


MODULES = {module: imports(module) for module in tracked("frontend/src/**.js")}


def folder(module: Path) -> str:
    return module.relative_to(SOURCE).parts[0]


def test_there_are_modules_to_look_at() -> None:
    assert any(MODULES.values())


def test_every_import_leads_to_a_file() -> None:
    assert {
        module: target
        for module, found in MODULES.items()
        for target in found
        if not target.exists()
    } == {}


def test_every_module_knows_only_whom_it_may() -> None:
    assert {
        f"{module.relative_to(SOURCE)} imports {target.relative_to(SOURCE)}"
        for module, found in MODULES.items()
        for target in found
        if target.is_relative_to(SOURCE)
        if folder(target) not in {folder(module), *MAY_KNOW.get(folder(module), MAY_KNOW)}
    } == set()


@pytest.mark.needs_node
@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.stem.removesuffix(".test"))
def test_in_node(unit: Path) -> None:
    node = services.node()
    assert node is not None
    done = subprocess.run(
        [node, "--test", str(unit)], capture_output=True, text=True, check=False, env=os.environ
    )
    assert done.returncode == 0, done.stdout + done.stderr
