from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.repository.files import REPOSITORY, tracked

SOURCES = tracked("*.py", "*.js", "*.css", "*.html")
TEXTS = [
    path
    for path in tracked()
    if path.suffix not in {".gif", ".ico", ".mo", ".png", ".woff2"} and path.name != "LICENSE"
]
MAX_LINES = 350
MAX_FUNCTION_LINES = 45
EXCUSE = re.compile(r"# Long: \w+")
"""The comment in which a longer file or function gives its reason: `# Long: ...`."""
# Names that don't say what is inside.
VAGUE = {"common", "helper", "helpers", "misc", "util", "utils"}
# Absolute paths on one person's machine.
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


def test_files_are_found() -> None:
    assert {"manage.py", "settings.py"} <= {path.name for path in SOURCES}


def test_long_files_give_a_reason() -> None:
    written = [path for path in SOURCES if path.parent.name != "migrations"]
    long = [path for path in written if len(path.read_text().splitlines()) > MAX_LINES]
    assert [path for path in long if not EXCUSE.search(path.read_text())] == []


def long_functions(path: Path) -> Iterator[str]:
    """Yield the functions of a file that are long and give no reason."""
    lines = path.read_text().splitlines()
    for node in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            own = lines[node.lineno - 1 : node.end_lineno]
            if len(own) > MAX_FUNCTION_LINES and not EXCUSE.search("\n".join(own)):
                yield f"{path.relative_to(REPOSITORY)}: {node.name} has {len(own)} lines"


def test_long_functions_give_a_reason() -> None:
    assert [found for path in tracked("*.py") for found in long_functions(path)] == []


def test_no_name_is_vague() -> None:
    assert [path for path in SOURCES if VAGUE & {path.stem, *path.parts}] == []


def test_no_path_belongs_to_one_machine() -> None:
    assert lines_with(MACHINE) == []


def test_nothing_is_marked_as_unfinished() -> None:
    assert lines_with(UNFINISHED) == []
