"""The tracked files of the repository."""

from __future__ import annotations

import subprocess
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]


def tracked(*patterns: str) -> list[Path]:
    """Return the tracked files that match any of the patterns, such as `*.py`."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--", *patterns],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = (REPOSITORY / name for name in listing.stdout.split("\0") if name)
    return [path for path in paths if path.is_file()]
