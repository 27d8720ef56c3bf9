"""The bundle of the sources, made from a copy as the image makes it."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

from tests.manage import REPOSITORY

if TYPE_CHECKING:
    from pathlib import Path

SOURCES = ("bundle.js", "package.json")


def make(folder: Path) -> Path:
    """Copy the sources into an empty folder and bundle them; return the bundle's folder.

    :raises AssertionError: if they can't be bundled, with the reason.
    """
    for name in SOURCES:
        shutil.copy(REPOSITORY / name, folder / name)
    bundled = shutil.ignore_patterns("bundled")
    shutil.copytree(REPOSITORY / "frontend", folder / "frontend", ignore=bundled)
    (folder / "node_modules").symlink_to(REPOSITORY / "node_modules")
    done = subprocess.run(
        ["node", "bundle.js"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return folder / "frontend" / "bundled"
