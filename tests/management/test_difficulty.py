"""The command that measures how hard deals are."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.solver.difficulty import Difficulty
from games.solver.proof import SHIPPED, read_proofs


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Write a file of two unrated deals."""
    path = tmp_path / "proofs.txt"
    lines = SHIPPED.read_text().splitlines()[:4]
    text = "\n".join(lines) + "\n"
    for difficulty in Difficulty:
        text = text.replace(f" {difficulty} ", " ")
    path.write_text(text)
    return path


def output(*arguments: object) -> str:
    out = StringIO()
    call_command("difficulty", *map(str, arguments), stdout=out)
    return out.getvalue()


@pytest.mark.slow
def test_it_prints_the_same_figures_each_time_and_changes_nothing(file: Path) -> None:
    before = file.read_text()
    assert output(file) == output(file)
    assert file.read_text() == before


def test_it_writes_the_measured_difficulties(file: Path) -> None:
    output(file, "--write")
    assert [p.difficulty for p in read_proofs(file)] == [
        proof.difficulty for _, proof in zip(range(2), read_proofs(), strict=False)
    ]


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="there is no file"):
        output(tmp_path / "none.txt")


def test_difficulties_that_can_not_be_written_are_said_in_a_line(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("pathlib.Path.write_text", refuse)
    with pytest.raises(CommandError, match="can't be written: Read-only file system") as refused:
        output(file, "--write")
    assert refused.value.returncode == 2
