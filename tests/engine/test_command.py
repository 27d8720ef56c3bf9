"""`python -m games.engine`, called as a function."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.engine import Action, Board, Deal, Record, Rules
from games.engine.commands import main


@pytest.fixture
def valid(tmp_path: Path) -> Path:
    rules, deal = Rules.parse("agnes-sorel"), Deal.from_key(b"1")
    path = tmp_path / "valid.txt"
    path.write_text(str(Record(rules, deal, (Action(1000, "deal"),))), encoding="utf-8")
    return path


def test_a_valid_record_is_reported_as_valid(
    valid: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(valid)]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == (f"{valid}: valid, agnes-sorel/standard, 1 actions\n", "")


def test_each_file_has_a_line_and_the_worst_decides(
    valid: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged, strange, missing = (tmp_path / name for name in ("forged", "strange", "missing"))
    forged.write_text(valid.read_text("utf-8").replace("open 1", "open 2"), "utf-8")
    strange.write_bytes(b"\xff")
    files = [str(path) for path in (strange, valid, forged, missing)]
    assert main(["verify", *files]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == files
    assert [line.split(":")[1].split(",")[0].strip() for line in lines] == [
        *("unreadable", "valid", "invalid", "unreadable")
    ]
    assert main(["verify", str(forged), str(valid)]) == 1


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "command"),
        (["verify"], "FILE"),
        (["check", "file"], "invalid choice: 'check'"),
        (["show", "file", "--at", "x"], "--at"),
        (["play", "whist"], "unknown game 'whist': known are freecell, "),
        (["play", "applegate", "xy"], "not a key in hexadecimal: 'xy'"),
        (["play", "applegate", ""], "the key is empty; leave it out"),
        (["play", "applegate", " "], "the key is empty; leave it out"),
    ],
)
def test_wrong_usage_is_explained(
    arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exited:
        main(arguments)
    said = capsys.readouterr()
    assert (exited.value.code, said.out) == (2, "")
    assert named in said.err


def test_any_moment_of_a_record_is_shown(valid: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = Board(Rules.parse("agnes-sorel"), Deal.from_key(b"1"))
    assert main(["show", str(valid), "--at", "0"]) == 0
    dealt = capsys.readouterr().out
    assert dealt == f"agnes-sorel/standard, action 0 of 1\n\n{board}\n\nopen, 1 of 52\n"
    board.push(board.find_move("deal"))
    assert main(["show", str(valid)]) == 0
    assert str(board) in (last := capsys.readouterr().out)
    assert last.startswith("agnes-sorel/standard, action 1 of 1: 0:01.000 deal\n")


@pytest.mark.parametrize("at", ["-1", "2"])
def test_a_moment_that_is_not_there_is_refused(
    at: str, valid: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", str(valid), "--at", at]) == 2
    assert capsys.readouterr().err == f"the record has 1 actions, not {at}\n"


def test_an_invalid_record_is_not_shown(
    valid: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = tmp_path / "forged.txt"
    forged.write_text(valid.read_text("utf-8").replace("open 1", "open 2"), "utf-8")
    assert main(["show", str(forged)]) == 1
    assert "the result is" in capsys.readouterr().err
