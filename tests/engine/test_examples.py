"""The examples in the engine's documentation run and are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

from games import engine

FOLDER = Path(engine.__file__).parent
MODULES = sorted(f"games.engine.{module.name}" for module in pkgutil.iter_modules([str(FOLDER)]))


def test_the_examples_of_the_readme_are_true() -> None:
    result = doctest.testfile(str(FOLDER / "README.md"), module_relative=False)
    assert result.attempted > 20
    assert result.failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_modules_are_true(name: str) -> None:
    module = importlib.import_module(name)
    # A module's examples may use everything the engine exports.
    offered = {word: getattr(engine, word) for word in engine.__all__}
    assert doctest.testmod(module, extraglobs=offered).failed == 0


def test_the_engine_needs_nothing_else() -> None:
    # -S hides installed packages.
    command = [sys.executable, "-S", "-c", "import games.engine, games.engine.commands"]
    root = FOLDER.parent.parent
    assert subprocess.run(command, cwd=root, check=False).returncode == 0
