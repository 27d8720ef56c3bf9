from __future__ import annotations

import ast
import re

from tests.repository.files import REPOSITORY

PAGE = (REPOSITORY / "docs/explanation/threats.md").read_text()
GUIDE = (REPOSITORY / "docs/how-to/operate-a-server.md").read_text()
TEST = r"`(tests/[\w/]+\.py)::(test_\w+)`"
NAMED = re.findall(TEST, PAGE)
PEOPLE = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)


def functions(path: str) -> set[str]:
    """Return the names of the functions in a file."""
    tree = ast.parse((REPOSITORY / path).read_text())
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in ast.walk(tree) if isinstance(node, kinds)}


def test_every_answer_to_a_threat_names_a_test_that_exists() -> None:
    rows = re.findall(r"^\| (?!attempt|---)", PAGE, re.MULTILINE)
    assert len(rows) == len(NAMED)
    for path, name in NAMED:
        assert name in functions(path)


def test_what_an_operator_is_told_to_do_names_the_tests_that_try_it() -> None:
    tried = re.findall(TEST, GUIDE)
    assert len(tried) >= 9
    for path, name in tried:
        assert name in functions(path)


def test_everyone_who_may_be_a_threat_is_there() -> None:
    text = " ".join(PEOPLE).lower()
    for who in ("cheater", "flooder", "spectator", "thief", "organiser", "redis", "operator"):
        assert who in text
