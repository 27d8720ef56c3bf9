"""How commands end when their output takes no more, or Ctrl-C comes early: without a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from tests import manage

pytestmark = pytest.mark.processes

SOLVE = ["solve", "freecell", "--deal", "#1"]


def ended(
    command: list[str], output: IO[bytes] | int, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command with its output there."""
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=manage.REPOSITORY,
        env=manage.clean_environment(environment),
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_output_that_takes_no_more_is_named_in_a_line(unbuffered: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = ended(SOLVE, full, PYTHONUNBUFFERED=unbuffered)
    assert done.stderr == "Can't write the output: No space left on device\n"
    assert done.returncode == 1


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_leaves_is_no_error_to_tell(unbuffered: str) -> None:
    with subprocess.Popen(["true"], stdin=subprocess.PIPE) as reader:
        reader.wait()
        assert reader.stdin is not None
        done = ended(SOLVE, reader.stdin, PYTHONUNBUFFERED=unbuffered)
        assert (done.stderr, done.returncode) == ("", 141)


def test_ctrl_c_before_a_command_has_begun_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "cut_short.py").write_text("raise KeyboardInterrupt\n")
    done = ended(
        ["check"],
        subprocess.DEVNULL,
        PYTHONPATH=str(tmp_path),
        DJANGO_SETTINGS_MODULE="cut_short",
    )
    assert (done.stderr, done.returncode) == ("Interrupted.\n", 130)


def test_a_python_without_django_is_told_which_one_has_it(tmp_path: Path) -> None:
    # Without site-packages, as the Python of the system.
    done = subprocess.run(
        [sys.executable, "-S", "manage.py", "check"],
        cwd=manage.REPOSITORY,
        env=manage.clean_environment({"DATA_DIR": str(tmp_path)}),
        capture_output=True,
        text=True,
        check=False,
    )
    advice = "run .venv/bin/python manage.py …, or make play first, which installs it there"
    assert done.stderr == f"{sys.executable} has no Django: {advice}\n"
    assert done.returncode == 1
