"""`python -m games.racing verify`: what it prints, and its exit status."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from games.racing.__main__ import main
from tests.racing.verification.races import FIXTURES

RACES = FIXTURES / "races"
VALID = RACES / "bell-after-the-finish.json"
ROOT = FIXTURES.parents[1]


def forged(folder: Path, old: str, new: str) -> Path:
    text = VALID.read_text("utf-8")
    assert old in text
    file = folder / "forged.json"
    file.write_text(text.replace(old, new), "utf-8")
    return file


def test_each_check_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(VALID)]) == 0
    head, *checks, end = capsys.readouterr().out.splitlines()
    assert head == f"{VALID}: race BCDFGH, agnes-bernauer/standard, ranked, 2 players"
    assert [line.split()[0] for line in checks] == ["ok"] * 7 + ["unknown"] * 4
    assert checks[-5] == (
        "ok       runs[1].result, runs[1].place: Slow, place 2: ended, progress 3, 3 moves"
    )
    assert end == f"{VALID}: valid"


def test_a_false_document_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = forged(tmp_path, '"place":2', '"place":1')
    assert main(["verify", str(file)]) == 1
    said = capsys.readouterr().out
    assert "false    runs[1].place: 1, but the rules give 2\n" in said
    assert said.endswith(f"{file}: invalid: 1 of what it says is false\n")


def test_an_unreadable_one_is_another_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = forged(tmp_path, '"place":2', '"place":2.0')
    assert main(["verify", str(file)]) == 2
    assert capsys.readouterr().out == f"{file}: unreadable: '2.0' isn't a whole number\n"
    assert main(["verify", str(tmp_path / "missing.json")]) == 2
    assert "No such file" in capsys.readouterr().out


def test_a_name_cannot_write_to_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = forged(tmp_path, '"Slow"', r'"\u001b[2J\n\ud800"')
    assert main(["verify", str(file)]) == 0
    assert r"\x1b[2J\n\ud800, place 2" in capsys.readouterr().out


def test_standard_input_will_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(VALID.read_bytes())))
    assert main(["verify", "-"]) == 0
    assert capsys.readouterr().out.endswith("-: valid\n")


@pytest.mark.parametrize("words", [["games.racing", "verify"], ["games.engine", "verify-race"]])
def test_it_needs_nothing_but_python(words: list[str]) -> None:
    # -S hides installed packages.
    command = [sys.executable, "-S", "-m", *words, str(VALID)]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout.splitlines()[-1]) == (0, f"{VALID}: valid")


def test_the_engine_alone_says_that_it_judges_no_races(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games/engine").symlink_to(ROOT / "games/engine")
    command = [sys.executable, "-S", "-m", "games.engine", "verify-race", str(VALID)]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout) == (1, "")
    assert "in the whole repository" in said.stderr
