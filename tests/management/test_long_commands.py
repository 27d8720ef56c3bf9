"""Commands that take long, as an operator runs them: in a process, on a terminal or in a pipe."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests import manage

WAIT = 120.0
"""Seconds to wait for a process."""


class Run:
    """A command whose progress goes to a terminal, and whose output to a program."""

    def __init__(self, *arguments: str) -> None:
        self._terminal, terminal = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", *arguments],
            cwd=manage.REPOSITORY,
            env=manage.clean_environment({"TERM": "xterm"}),
            stdout=subprocess.PIPE,
            stderr=terminal,
            text=True,
        )
        os.close(terminal)
        self.shown = ""

    def read_until(self, pattern: str) -> None:
        """Read the terminal until it shows something."""
        end = time.monotonic() + WAIT
        while not re.search(pattern, self.shown):
            assert time.monotonic() < end, self.shown[-500:]
            if select.select([self._terminal], [], [], 1.0)[0]:
                try:
                    self.shown += os.read(self._terminal, 4096).decode()
                except OSError:
                    pytest.fail(f"it ended and never showed {pattern}: {self.shown[-500:]}")

    def close(self) -> None:
        """End the process if it still runs."""
        self.process.kill()
        self.process.communicate()
        os.close(self._terminal)


@pytest.fixture
def sample() -> Iterator[Run]:
    """Solve more deals than anyone waits for."""
    run = Run("solve", "freecell", "--sample", "1000000", "--states", "2000", "--json")
    yield run
    run.close()


def test_a_terminal_shows_how_far_it_is_and_ctrl_c_ends_it_with_what_is_known(sample: Run) -> None:
    sample.read_until(r"Solving freecell/standard.* [1-9][0-9]*/1000000.*/s, [0-9:]+ left")
    sample.process.send_signal(signal.SIGINT)
    sample.read_until("CommandError: interrupted; this is what was done until then")
    said, _ = sample.process.communicate(timeout=WAIT)
    assert sample.process.returncode == 130
    result = json.loads(said)
    assert result["interrupted"]
    (found,) = result["samples"]
    assert 0 < found["deals"] < 1_000_000
    assert sum(one["deals"] for one in found["verdicts"].values()) == found["deals"]


def test_an_interrupted_backup_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    backup = "games.management.backups.sqlite.SqliteBackup.write"
    if os.environ.get("DATABASE_URL"):
        backup = "games.management.backups.postgres.PostgresBackup.write"
    monkeypatch.setattr(backup, interrupted)
    with pytest.raises(CommandError, match="interrupted; nothing was backed up") as refused:
        call_command("backup", tmp_path / "of-today.backup")
    assert refused.value.returncode == 130
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("solve", "freecell/standrad", "--sample", "1"), "did you mean standard?"),
        (("solve", "frecell", "--sample", "1"), "did you mean freecell?"),
        (("solve", "freecell", "--key", "xyz"), "is not a key in hexadecimal, such as 9f86d081"),
        (("proofs", "--find", "1"), "--find needs --rules, such as --rules freecell"),
        (("proofs", "--again", "--json"), "--json goes with --check"),
        (("proofs", "--check", "none.txt"), "none.txt"),
        (("difficulty", "--rules", "aplegate"), "did you mean applegate?"),
        (("event", "--check", "x"), "letters, such as QFXKMP"),
    ],
)
def test_wrong_arguments_name_what_would_be_right(
    arguments: tuple[str, ...], complaint: str
) -> None:
    with pytest.raises(CommandError) as refused:
        call_command(*arguments, stdout=StringIO())
    assert complaint in str(refused.value)
    assert refused.value.returncode == 2


def answer(*arguments: str) -> Any:
    """Return what a command says to programs."""
    out = StringIO()
    call_command(*arguments, "--json", stdout=out)
    return json.loads(out.getvalue())


def test_programs_read_what_people_read() -> None:
    solved = answer("solve", "freecell", "--deal", "#1")["deals"][0]
    assert solved["verdict"] == "winnable"
    assert solved["record"].startswith("[Record")
    checked = answer("proofs", "--check", "--sample", "500")
    assert checked["faults"] == []
    assert sum(checked["replayed"].values()) > 0
    (measured,) = answer("difficulty", "--rules", "freecell", "--first", "3")["rules"]
    assert measured["deals"] == sum(measured["divided"].values()) == 3


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["leaderboards", "ratings"])
def test_programs_read_what_was_compared(command: str) -> None:
    for mode, key in (("--check", "wrong"), ("--repair", "repaired")):
        assert answer(command, mode) == {
            "compared": command,
            "stored": 0,
            key: [],
            "interrupted": False,
        }
