"""The command that finds and checks proofs."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command


def output(**options: object) -> str:
    out = StringIO()
    call_command("proofs", stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "proofs.txt"
    path.write_text(output(find=2, rules=["beleaguered-castle"], states=5_000))
    return path


def test_it_finds_proofs_that_pass_the_check(file: Path) -> None:
    said = output(check=file, sample=1)
    assert said == "beleaguered-castle/standard: 2 lines replayed to the win\n"


def test_proofs_are_printed_for_programs_too(file: Path) -> None:
    lines = file.read_text().splitlines()
    found = output(find=2, rules=["beleaguered-castle"], states=5_000, json=True)
    assert json.loads(found) == {"proofs": lines, "interrupted": False}
    again = output(again=file, states=5_000, json=True)
    assert json.loads(again) == {"proofs": lines, "interrupted": False}


def test_it_can_check_a_sample(file: Path) -> None:
    assert ": 1 lines" in output(check=file, sample=2)


def test_a_wrong_line_fails_the_check(file: Path) -> None:
    file.write_text(file.read_text().replace(" t", " f", 1))
    with pytest.raises(CommandError, match="is not a move"):
        output(check=file)


def test_a_missing_file_fails_the_check(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="there is no file"):
        output(check=tmp_path / "none.txt")
