"""Commands whose database can't be used: a line that says what to do, and no traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import manage
from tests.processes import free_port

COMMANDS = [
    ["ratings", "--check"],
    ["event", "--check", "QFXKMP"],
    ["race", "agnes-sorel/standard"],
    ["createsuperuser", "--noinput", "--username", "olga", "--email", ""],
]
NAMES = [command[0] for command in COMMANDS]


def said(environment: dict[str, str], command: list[str]) -> str:
    """Run a command that must fail; return what it says."""
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=manage.REPOSITORY,
        env=manage.clean_environment(environment),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    return done.stderr


@pytest.mark.parametrize("command", COMMANDS, ids=NAMES)
def test_it_asks_for_the_migrations(tmp_path: Path, command: list[str]) -> None:
    last = said({"DATA_DIR": str(tmp_path)}, command).splitlines()[-1]
    assert last.startswith("Migrations are missing: ")
    assert last.endswith(". Run manage.py migrate first.")


def test_it_says_that_the_database_is_down() -> None:
    url = f"postgres://me:very-secret@127.0.0.1:{free_port()}/games"
    text = said({"DATABASE_URL": url}, ["ratings", "--check"])
    assert "The database can't be used: " in text
    assert text.endswith("Start it, or check DATABASE_URL.\n")
    assert "Traceback" not in text
    assert "very-secret" not in text


def test_a_traceback_is_there_for_the_asking(tmp_path: Path) -> None:
    assert "Traceback" in said({"DATA_DIR": str(tmp_path)}, ["ratings", "--check", "--traceback"])
