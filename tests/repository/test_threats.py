from __future__ import annotations

import ast
import re

from tests.repository.files import REPOSITORY

PAGE = (REPOSITORY / "docs/explanation/threats.md").read_text()
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", PAGE)
PEOPLE = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)


def test_every_answer_to_a_threat_names_a_test_that_exists() -> None:
    rows = re.findall(r"^\| (?!attempt|---)", PAGE, re.MULTILINE)
    assert len(rows) == len(NAMED)
    for path, name in NAMED:
        tree = ast.parse((REPOSITORY / path).read_text())
        functions = (ast.FunctionDef, ast.AsyncFunctionDef)
        assert name in {node.name for node in ast.walk(tree) if isinstance(node, functions)}


def test_everyone_who_may_be_a_threat_is_there() -> None:
    text = " ".join(PEOPLE).lower()
    for who in ("cheater", "flooder", "spectator", "thief", "organiser", "redis", "operator"):
        assert who in text
