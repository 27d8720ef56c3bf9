"""The release before this one, as its commit in this repository."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path
from typing import Final

from tests.manage import REPOSITORY

COMMIT: Final = "506cda975fb412971f33f0e4ffdaaab8c30b89d5"
"""The last commit before the migrations of this release. A new release names the next one."""

MIGRATION: Final = "0047_earlier_ratings"
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
