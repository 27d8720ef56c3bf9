"""Commands that take long, as an operator runs them: in a process, on a terminal or in a pipe."""

from __future__ import annotations

import json
import os
import pty
import pwd
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

from games.management.long_command import counted, misused
from games.models import Race
from tests import manage

USER = pwd.getpwuid(os.geteuid()).pw_name

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
    said = StringIO()
    with pytest.raises(CommandError, match="interrupted; nothing was backed up") as refused:
        call_command("backup", tmp_path / "of-today.backup", "--json", stdout=said)
    assert refused.value.returncode == 130
    assert json.loads(said.getvalue()) == {"interrupted": True}
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("solve", "freecell/standrad", "--sample", "1"), "did you mean standard?"),
        (("solve", "frecell", "--sample", "1"), "did you mean freecell?"),
        (("solve", "freecell", "--key", "1"), "such as 9f86d081: two digits for each byte"),
        (("solve", "freecell", "--key", "xyz"), "is not a key in hexadecimal, such as 9f86d081"),
        (("proofs", "--find", "1"), "--find needs --rules, such as --rules freecell"),
        (("proofs", "--check", "none.txt"), "there is no file none.txt"),
        (("proofs", "--again", "tests"), "tests is a folder: name a file in it"),
        (("proofs", "--check", "frontend/art/icon-192.png"), "holds no text: name a file of"),
        (("difficulty", "none.txt"), "there is no file none.txt"),
        (("difficulty", "frontend/art/icon-192.png"), "holds no text: name a file of proofs"),
        (("difficulty", "--rules", "aplegate"), "did you mean applegate?"),
        (("event", "--check", "x"), "6 of the letters BCDFGHJKMNPQRSTVWXYZ, such as QFXKMP"),
        (("restore", "none.backup"), "there is no file none.backup"),
        (("import", "none.accounts"), "there is no file none.accounts"),
        (("restore", "tests"), "tests is a folder: name a file in it"),
        (("import", "manage.py/accounts"), "there is no file manage.py/accounts"),
        (("backup", "tests"), "is a folder: name a file in it, such as tests/of-today.backup"),
        (("backup", "missing/of-today.backup"), "there is no folder missing"),
        (("export", "missing/accounts"), "there is no folder missing"),
    ],
)
def test_wrong_arguments_name_what_would_be_right(
    arguments: tuple[str, ...], complaint: str
) -> None:
    with pytest.raises(CommandError) as refused:
        call_command(*arguments, stdout=StringIO())
    assert complaint in str(refused.value)
    assert refused.value.returncode == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "freecell", "--sample", "0"),
        ("proofs", "--check", "--sample", "-1"),
        ("proofs", "--find", "none"),
        ("difficulty", "--first", "0"),
        ("bot", "QFXKMP", "--moves", "0"),
        ("webhook", "--delete", "first"),
        ("worker", "--parent", "x"),
    ],
)
def test_what_is_counted_starts_at_one(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="is no whole number from 1 up"):
        call_command(*arguments)


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (("proofs", "--find", "1", "--from", "x"), "--from: 'x' is no whole number from 0 up"),
        (("proofs", "--find", "1", "--from=-1"), "--from: '-1' is no whole number from 0 up"),
        (("race", "freecell", "--countdown", "x"), "'x' is no whole number from 3 to 60"),
        (("race", "freecell", "--countdown", "61"), "'61' is no whole number from 3 to 60"),
        (("race", "freecell", "--limit", "9"), "'9' is no whole number from 120 to 3600"),
        (("bot", "QFXKMP", "--seed", "x"), "--seed: 'x' is no whole number"),
    ],
)
def test_a_number_that_is_none_says_what_would_be_one(
    arguments: tuple[str, ...], wanted: str
) -> None:
    with pytest.raises(CommandError, match=wanted):
        call_command(*arguments)


@pytest.mark.parametrize("seconds", ["-1", "0", "inf", "nan", "soon"])
def test_a_time_is_longer_than_none(seconds: str) -> None:
    for arguments in (
        ("solve", "freecell", "--key", "11", "--seconds"),
        ("worker", "--lost-after"),
    ):
        with pytest.raises(CommandError, match=f"'{seconds}' is no number of seconds above 0"):
            call_command(*arguments, seconds)


@pytest.mark.django_db
def test_webhooks_are_named_where_none_is_meant() -> None:
    said = StringIO()
    call_command("webhook", stderr=said)
    assert "The site has no webhooks" in said.getvalue()
    with pytest.raises(CommandError, match="no webhook 7; it has none at all") as refused:
        call_command("webhook", "--delete", "7")
    assert refused.value.returncode == 2


@pytest.mark.django_db
def test_a_webhook_says_what_its_line_is_and_when_it_is_deleted() -> None:
    out, said = StringIO(), StringIO()
    origin = "https://play.example"
    call_command("webhook", "https://there.example/", origin, stdout=out, stderr=said)
    number, secret = out.getvalue().split()
    assert secret.startswith("whsec_")
    assert "the webhook's number and the secret that signs" in said.getvalue()
    call_command("webhook", "--delete", number, stderr=said)
    assert said.getvalue().endswith(f"Webhook {number} is deleted.\n")
    with pytest.raises(CommandError, match="For your own network, set WEBHOOKS_TO_OWN_NETWORK"):
        call_command("webhook", "http://192.168.1.7/", origin)


def test_one_thing_is_not_many() -> None:
    said = [counted(number, "connection") for number in (0, 1, 1000)]
    assert said == ["0 connections", "1 connection", "1,000 connections"]


@pytest.mark.parametrize("command", ["backup", "export"])
def test_who_may_not_write_is_named_with_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(CommandError) as refused:
        call_command(command, tmp_path / "of-today")
    assert f"{USER} may not write {tmp_path / 'of-today'}: " in str(refused.value)
    assert str(refused.value).endswith(f"install -d -o {USER} -m 700 {tmp_path}")
    assert refused.value.returncode == 2


@pytest.mark.parametrize("command", ["backup", "export"])
def test_a_folder_that_may_not_be_entered_is_one_that_may_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.exists", refuse)
    with pytest.raises(CommandError, match=f"{USER} may not write ") as refused:
        call_command(command, tmp_path / "of-today")
    assert refused.value.returncode == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("command", ["backup", "export"])
def test_a_file_that_can_not_be_written_has_its_own_name(tmp_path: Path, command: str) -> None:
    file = tmp_path / ("x" * 255)
    with pytest.raises(CommandError) as refused:
        call_command(command, file)
    assert str(refused.value).endswith(f": {file} can't be written: File name too long")


def test_the_user_may_read_a_file_or_not() -> None:
    refused = misused(PermissionError(13, "Permission denied", "of-today.backup"))
    assert str(refused) == f"{USER} may not read of-today.backup: run this as a user who may"
    assert str(misused(OSError(5, "Input/output error", "x"))) == (
        "x can't be read: Input/output error"
    )


@pytest.mark.django_db
def test_a_race_opens_to_bots_and_programs() -> None:
    race = Race.objects.find(answer("race", "freecell", "--bots")["code"])
    assert race.bots_allowed
    assert answer("race", "freecell")["path"].startswith("/race/")


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
