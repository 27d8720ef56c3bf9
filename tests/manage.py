"""Running `manage.py` as an operator does, in processes with their own environment."""

from __future__ import annotations

import json
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
    # Tests look at pages at once after what changed them, as strangers too.
    usual = {
        "SECRET_KEY": "only for tests, and known to everybody",
        "PYTHONUNBUFFERED": "1",
        "PAGE_SECONDS": "0",
    }
    return kept | usual | dict(variables)


def run(environment: Mapping[str, str], *arguments: str, code: Path = REPOSITORY) -> str:
    """Run a command of the code in a folder and return its output.

    :raises AssertionError: if it fails, with its error output.
    """
    return _done(environment, arguments, code).stdout


def warnings(environment: Mapping[str, str], *arguments: str) -> str:
    """Run a command and return what it says on the error stream.

    :raises AssertionError: if it fails.
    """
    return _done(environment, arguments, REPOSITORY).stderr


def _done(
    environment: Mapping[str, str], arguments: tuple[str, ...], code: Path
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=code,
        env=clean_environment(environment),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"manage.py {' '.join(arguments)}: {done.stderr}"
    return done


class Operator:
    """Someone who runs commands on one site, in a process that the first one starts."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._child: subprocess.Popen[str] | None = None

    def run(self, *arguments: str) -> str:
        """Run a command and return its output.

        :raises AssertionError: if it fails, with its error output.
        """
        if self._child is None:
            settings = {"DJANGO_SETTINGS_MODULE": "solitaire_site.settings"}
            self._child = subprocess.Popen(
                [sys.executable, "-m", "tests.operator"],
                cwd=REPOSITORY,
                env=clean_environment({**self._environment, **settings}),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                bufsize=1,
            )
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.write(json.dumps(arguments) + "\n")
        status, said, faults = json.loads(self._child.stdout.readline())
        assert status == 0, f"manage.py {' '.join(arguments)}: {faults}"
        return str(said)

    def end(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.communicate()
            self._child = None
