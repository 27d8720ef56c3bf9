"""Commands whose database can't be used: a line that says what to do, and no traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import manage
from tests.processes import START_SECONDS, Process, free_port

COMMANDS = [
    ["ratings", "--check"],
    ["event", "--check", "QFXKMP"],
    ["race", "agnes-sorel/standard"],
    ["createsuperuser", "--noinput", "--username", "olga", "--email", ""],
]
NAMES = [command[0] for command in COMMANDS]


def said(environment: dict[str, str], command: list[str], code: int = 1) -> str:
    """Run a command that must fail, with this exit code; return what it says."""
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=manage.REPOSITORY,
        env=manage.clean_environment(environment),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stderr
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
    assert text.endswith(" Start it, or check DATABASE_URL.\n")
    assert "Traceback" not in text
    assert "very-secret" not in text


def test_a_traceback_is_there_for_the_asking(tmp_path: Path) -> None:
    assert "Traceback" in said({"DATA_DIR": str(tmp_path)}, ["ratings", "--check", "--traceback"])


@pytest.mark.parametrize("command", [["play"], ["check"], ["backup", "file"]])
def test_settings_that_can_not_be_are_named_in_a_line(tmp_path: Path, command: list[str]) -> None:
    surroundings = {"DATA_DIR": str(tmp_path), "STOCK": "abc"}
    assert said(surroundings, command) == "Settings: STOCK must be a number from 0 up, not 'abc'\n"


def test_a_server_names_such_settings_in_the_same_line(tmp_path: Path) -> None:
    surroundings = {"DATA_DIR": str(tmp_path), "RACES_PER_HOUR": "lots"}
    process = Process(surroundings, tmp_path / "daphne.log")
    process.start()
    assert process.child is not None
    assert process.child.wait(START_SECONDS) == 1
    line = "Settings: RACES_PER_HOUR must be a number from 0 up, not 'lots'\n"
    assert process.log.read_text() == line


def test_an_unknown_command_is_a_wrong_argument(tmp_path: Path) -> None:
    text = said({"DATA_DIR": str(tmp_path)}, ["bakup"], code=2)
    assert "Unknown command: 'bakup'. Did you mean backup?" in text
