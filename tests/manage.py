"""Running `manage.py` as an operator does, in a process with its own environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

REPOSITORY = Path(__file__).parent.parent
KEPT = ("HOME", "LANG", "PATH", "MUTANT_UNDER_TEST")
"""The last is mutmut's, which activates the mutant in every process."""


def clean_environment(variables: Mapping[str, str]) -> dict[str, str]:
    """Return an environment that is free of this process's configuration."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return kept | {"SECRET_KEY": "only for tests", "PYTHONUNBUFFERED": "1"} | dict(variables)


def run(environment: Mapping[str, str], *arguments: str) -> str:
    """Run a command and return its output.

    :raises AssertionError: if it fails, with its error output.
    """
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=REPOSITORY,
        env=clean_environment(environment),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"manage.py {' '.join(arguments)}: {done.stderr}"
    return done.stdout
