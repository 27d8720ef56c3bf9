"""Commands whose database can't be used: a line that says what to do, and no traceback."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import OperationalError

from games.management.troubles import trouble
from tests import manage, needs
from tests.processes import START_SECONDS, Process, free_port

pytestmark = pytest.mark.processes

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
    assert last.startswith(f"Migrations are missing in {tmp_path / 'db.sqlite3'}: no such table: ")
    assert last.endswith(". Run manage.py migrate first.")


@pytest.mark.parametrize(
    ("command", "beginning"),
    [
        *((command, "The") for command in COMMANDS),
        (["migrate"], "The"),
        (["erase", "olga", "--yes"], "The"),
        (["backup", "{folder}/new.backup"], "CommandError: nothing was backed up: the"),
        (["export", "{folder}/new.jsonl"], "The"),
    ],
    ids=[*NAMES, "migrate", "erase", "backup", "export"],
)
def test_a_line_says_where_no_database_answers(
    tmp_path: Path, command: list[str], beginning: str
) -> None:
    port = free_port()
    down = {"DATABASE_URL": f"postgres://me:very-secret@127.0.0.1:{port}/games"}
    text = said(
        # Without Redis, a warning comes before it.
        {**down, "REDIS_URL": "redis://127.0.0.1:1/0"},
        [word.format(folder=tmp_path) for word in command],
    )
    assert text.strip().removesuffix(".") == (
        f'{beginning} database can\'t be used: connection to server at "127.0.0.1", port {port}'
        " failed: Connection refused. Start it, or check DATABASE_URL"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_restore_says_so_before_it_reads_the_file(tmp_path: Path) -> None:
    port = free_port()
    file = tmp_path / "damaged.backup"
    file.write_bytes(b"PGDMP and no more")
    text = said(
        {"DATABASE_URL": f"postgres://127.0.0.1:{port}/games"}, ["restore", str(file), "--replace"]
    )
    assert text == (
        "CommandError: nothing was restored: the database can't be used: connection to server at"
        f' "127.0.0.1", port {port} failed: Connection refused. Start it, or check DATABASE_URL\n'
    )


@pytest.mark.needs_postgres
def test_it_says_why_it_gets_no_connection() -> None:
    server = needs.postgres()
    assert server is not None
    url = f"{server.rpartition('/')[0]}/no_such_games"
    text = said({"DATABASE_URL": url}, ["ratings", "--check"])
    assert text.count('FATAL: database "no_such_games" does not exist') == 1
    assert "error connecting" not in text


def test_a_full_disk_is_to_be_emptied() -> None:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorname = "SQLITE_FULL"
    outer = OperationalError(str(error))
    outer.__cause__ = error
    said_of_it = "The database can't be used: database or disk is full. Make room on its disk."
    assert trouble(outer) == said_of_it


def test_a_traceback_is_there_for_the_asking(tmp_path: Path) -> None:
    assert "Traceback" in said({"DATA_DIR": str(tmp_path)}, ["ratings", "--check", "--traceback"])


@pytest.mark.parametrize("command", [["play"], ["check"], ["backup", "file"]])
def test_settings_that_can_not_be_are_named_in_a_line(tmp_path: Path, command: list[str]) -> None:
    surroundings = {"DATA_DIR": str(tmp_path), "STOCK": "abc"}
    assert said(surroundings, command) == "Settings: STOCK must be a number from 0 up, not 'abc'\n"


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["help"], "leaderboards"),
        ([], "leaderboards"),
        (["restore", "--help"], "a file that `manage.py backup` has written"),
        (["help", "worker"], "usage: manage.py worker"),
        (["createsuperuser", "-h"], "usage: manage.py createsuperuser"),
    ],
)
def test_help_needs_no_right_settings(tmp_path: Path, command: list[str], told: str) -> None:
    (tmp_path / "file").touch()
    wrong = {
        "DATA_DIR": str(tmp_path / "file" / "data"),
        "DATABASE_URL": "postgres://localhost",
        "ROLE": "live",
        "SECRET_KEY": "guess",
        "STOCK": "abc",
    }
    assert told in manage.run(wrong, *command)


def test_help_is_an_option_only_before_two_dashes(tmp_path: Path) -> None:
    surroundings = {"DATA_DIR": str(tmp_path), "STOCK": "abc"}
    assert "Settings: STOCK must" in said(surroundings, ["dbshell", "--", "--help"])


def test_a_server_names_such_settings_in_the_same_line(tmp_path: Path) -> None:
    surroundings = {"DATA_DIR": str(tmp_path), "RACES_PER_HOUR": "lots"}
    process = Process(surroundings, tmp_path / "daphne.log")
    process.start()
    assert process.child is not None
    assert process.child.wait(START_SECONDS) == 1
    line = "Settings: RACES_PER_HOUR must be a number from 0 up, not 'lots'\n"
    assert process.log.read_text() == line


def test_a_folder_that_can_not_be_made_is_named_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    text = said({"DATA_DIR": str(folder)}, ["ratings", "--check"])
    assert text == f"Settings: DATA_DIR={folder} can't be used: Not a directory\n"


def test_an_unknown_command_is_a_wrong_argument(tmp_path: Path) -> None:
    text = said({"DATA_DIR": str(tmp_path)}, ["bakup"], code=2)
    assert "Unknown command: 'bakup'. Did you mean backup?" in text
