from __future__ import annotations

import re

import pytest

from tests.repository.files import REPOSITORY, tracked

SOURCES = tracked("*.py", "*.js", "*.css", "*.html")
TEXTS = [
    path
    for path in tracked()
    if path.suffix not in {".gif", ".ico", ".mo", ".png", ".woff2"} and path.name != "LICENSE"
]
MAX_LINES = 500
# Names that say nothing of what is inside.
VAGUE = {"common", "helper", "helpers", "misc", "util", "utils"}
# Absolute paths of one person's machine.
MACHINE = re.compile(r"(?<![\w.:/])/(home|opt|root|work|Users)/\w")
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX)\b")


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path.relative_to(REPOSITORY)}:{number}: {line.strip()}"
        for path in TEXTS
        if path.name != "test_files.py"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if pattern.search(line)
    ]


def test_there_are_files_to_look_at() -> None:
    assert {"manage.py", "settings.py"} <= {path.name for path in SOURCES}


@pytest.mark.parametrize("limit", [MAX_LINES])
def test_no_source_file_is_long(limit: int) -> None:
    assert [path for path in SOURCES if len(path.read_text().splitlines()) > limit] == []


def test_no_name_is_vague() -> None:
    assert [path for path in SOURCES if VAGUE & {path.stem, *path.parts}] == []


def test_no_path_belongs_to_one_machine() -> None:
    assert lines_with(MACHINE) == []


def test_nothing_is_marked_as_unfinished() -> None:
    assert lines_with(UNFINISHED) == []
