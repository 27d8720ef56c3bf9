"""The release before this one, as its commit in this repository."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path
from typing import Final

from tests.manage import REPOSITORY

COMMIT: Final = "6870707aa0a9e3c558f847266bc5cea3168383ab"
"""The last commit before the migrations of this release. A new release names the next one."""

MIGRATION: Final = "0042_mailed_notices"
"""Its last migration."""


def is_there() -> bool:
    """Tell whether the history reaches back so far."""
    try:
        found = _git("cat-file", "-e", f"{COMMIT}^{{commit}}")
    except OSError:
        return False
    return found.returncode == 0


def export(folder: Path) -> None:
    """Write the code of the release into an empty folder."""
    archive = _git("archive", "--format=tar", COMMIT)
    assert archive.returncode == 0, archive.stderr
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")


def _git(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", *arguments], cwd=REPOSITORY, capture_output=True, check=False)
