"""Benchmarks as one runs them: what they print for people and programs, and their exit codes."""

from __future__ import annotations

import json
import re
import runpy
import signal
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from games.engine import GAMES
from games.management.progress import Progress
from tests import manage
from tests.benchmarks.report import Row, report

FOLDER: Final = Path(__file__).parent


def commands() -> Iterator[str]:
    """Yield the modules that are commands."""
    for path in sorted(FOLDER.rglob("*.py")):
        text = path.read_text()
        if "\nif __name__" in text and "sys.exit(" in text:
            parts = path.relative_to(manage.REPOSITORY).with_suffix("").parts
            yield ".".join(parts).removesuffix(".__main__")
    yield from ("tests.faults", "tests.mutants", "tests.soak")


@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
@pytest.mark.parametrize("command", tuple(commands()))
def test_every_command_explains_itself_and_refuses_what_it_does_not_know(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def started(*_: object, **__: object) -> None:
        pytest.fail("it started a program")

    monkeypatch.setattr(subprocess, "Popen", started)
    for argument, code in (("--help", 0), ("--fastest", 2)):
        monkeypatch.setattr("sys.argv", [command, argument])
        with pytest.raises(SystemExit) as ended:
            runpy.run_module(command, run_name="__main__", alter_sys=True)
        assert ended.value.code == code
        said = capsys.readouterr()
        assert f"usage: python -m {command} " in (said.err if code else said.out)
        assert ("--json" in said.out) is not bool(code)


def engine(*arguments: str) -> subprocess.Popen[str]:
    """Start a benchmark that is small."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.engine", *arguments],
        cwd=manage.REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_programs_read_an_object_a_row() -> None:
    said, _ = engine("--games", "1", "--json").communicate(timeout=120)
    assert [json.loads(line)["game"] for line in said.splitlines()] == list(GAMES)


def test_ctrl_c_ends_it_with_the_rows_that_are_known() -> None:
    process = engine("--games", "300", "--json")
    assert process.stdout is not None
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    others, told = process.communicate(timeout=120)
    assert process.returncode == 130
    known = [json.loads(line)["game"] for line in (first + others).splitlines()]
    assert known == list(GAMES)[: len(known)]
    assert 0 < len(known) < len(GAMES)
    assert re.search(r"interrupted; Playing: \d of 6 ", told)


def rows(*_: object) -> Iterator[Row]:
    yield {"races": 1200, "s": 0.012345, "a second": 97_204.9}
    yield {"races": 7, "s": 12.345, "a second": None}
    yield {"measure": "moves", "reached": True}


def missed(_: Namespace, progress: Progress) -> Iterator[Row]:
    progress.begin("Measuring", 1)
    yield {"measure": "moves", "reached": False}


def test_people_read_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(Namespace(json=False), rows) == 0
    assert capsys.readouterr().out == (
        "| races | s | a second |\n"
        "| --- | --- | --- |\n"
        "| 1,200 | 0.0123 | 97,205 |\n"
        "| 7 | 12.3 |  |\n"
        "\n"
        "| measure | reached |\n"
        "| --- | --- |\n"
        "| moves | yes |\n"
    )


def test_a_missed_target_is_told_by_the_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(Namespace(json=True), missed) == 1
    assert json.loads(capsys.readouterr().out) == {"measure": "moves", "reached": False}
