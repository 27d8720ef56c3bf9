"""`python -m games.engine verify`, called as a function."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.engine import Action, Deal, Record, Rules
from games.engine.__main__ import USAGE, main


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


def test_each_file_has_a_line_and_one_invalid_file_fails(
    valid: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    strange = tmp_path / "strange.txt"
    strange.write_bytes(b"\xff")
    missing = tmp_path / "missing.txt"
    assert main(["verify", str(strange), str(valid), str(missing)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == [str(strange), str(valid), str(missing)]
    assert [": invalid: " in line for line in lines] == [True, False, True]


@pytest.mark.parametrize("arguments", [[], ["verify"], ["check", "file"]])
def test_wrong_usage_prints_the_usage(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"{USAGE}\n")
    assert USAGE == "usage: python -m games.engine verify FILE..."
