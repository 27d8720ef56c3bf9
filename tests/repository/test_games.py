"""A game is named where its rules, words and layout are, and nowhere else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.engine import GAMES
from tests.repository.files import REPOSITORY, tracked

NAMES = re.compile("|".join(map(re.escape, GAMES)))
TEMPLATES = tracked("frontend/templates/*.html")
MODULES = [
    path
    for path in tracked("frontend/src/*.js")
    if not path.is_relative_to(REPOSITORY / "frontend/src/table/layouts")
]
# The engine and the solver hold a module for each game; commands show one in their examples.
SOURCES = [
    path
    for path in tracked("games/*.py", "solitaire_site/*.py")
    if not re.match(r"games/(engine|solver|migrations)/", path.relative_to(REPOSITORY).as_posix())
]


def documentation(tree: ast.AST) -> set[ast.Constant]:
    """The constants that stand alone, which is what docstrings do."""
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def names_in_code(source: str) -> Iterator[int]:
    """Yield the lines on which code names a game other than as a key of a mapping."""
    tree = ast.parse(source)
    keys = {key for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys}
    apart = keys | documentation(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in apart:
            if NAMES.search(node.value):
                yield node.lineno


def test_a_name_in_code_is_found_and_a_key_is_not() -> None:
    game = next(iter(GAMES))
    assert list(names_in_code(f'"""{game}"""\nX = "{game}/standard"')) == [2]
    assert list(names_in_code(f'X = {{"{game}": 1}}')) == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(REPOSITORY).as_posix())
def test_code_names_games_only_as_keys_of_its_lists(path: Path) -> None:
    assert list(names_in_code(path.read_text())) == []


@pytest.mark.parametrize(
    "path", TEMPLATES + MODULES, ids=lambda path: path.relative_to(REPOSITORY).as_posix()
)
def test_templates_and_modules_name_no_game(path: Path) -> None:
    text = re.sub(r"^ *(/\*\*|\*|//).*$", "", path.read_text(), flags=re.MULTILINE)
    assert NAMES.findall(text) == []
