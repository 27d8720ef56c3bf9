"""Games are named only where their rules, words and layouts are."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from games.engine import GAMES
from tests.repository.files import REPOSITORY, tracked

NAMES = re.compile("|".join(map(re.escape, GAMES)))
TEMPLATES = tracked("frontend/templates/*.html")
MODULES = [
    path
    for path in tracked("frontend/src/*.js")
    if not path.is_relative_to(REPOSITORY / "frontend/src/table/layouts")
]
# The engine and the solver have a module for each game.
SOURCES = [
    path
    for path in tracked("games/*.py", "solitaire_site/*.py")
    if not re.match(r"games/(engine|solver|migrations)/", path.relative_to(REPOSITORY).as_posix())
]


def documentation(tree: ast.AST) -> set[ast.Constant]:
    """Return the constants that are statements, such as docstrings."""
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


def keys_naming_games(source: str) -> Iterator[int]:
    """Yield the lines on which a mapping has a game, or rules of one, as a key."""
    for node in ast.walk(ast.parse(source)):
        for key in node.keys if isinstance(node, ast.Dict) else ():
            if isinstance(key, ast.Constant) and NAMES.match(str(key.value)):
                yield key.lineno


def places() -> set[str]:
    """Return the files and folders that a new game touches, as CONTRIBUTING lists them."""
    text = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition("\n## A new game\n")[2].partition("\n## ")[0]
    return set(re.findall(r"`((?:games|frontend|tests|docs)/[^` ]+)`", section))


def test_the_places_of_a_new_game_exist_for_every_game() -> None:
    for place in places():
        for game in GAMES:
            name = game.replace("-", "_") if place.endswith(".py") else game
            assert (REPOSITORY / place.replace("<game>", name)).exists(), f"{place} of {game}"


def test_a_name_in_code_is_found_and_a_key_is_allowed() -> None:
    game = next(iter(GAMES))
    assert list(names_in_code(f'"""{game}"""\nX = "{game}/standard"')) == [2]
    assert list(names_in_code(f'X = {{"{game}": 1}}')) == []


def test_code_names_games_only_as_keys_of_mappings() -> None:
    found = {path: list(names_in_code(path.read_text())) for path in SOURCES}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_lists_of_games_stand_where_contributing_says() -> None:
    for path in SOURCES:
        name = path.relative_to(REPOSITORY).as_posix()
        if list(keys_naming_games(path.read_text())):
            listed = any(f"{name}/".startswith(f"{place}/") for place in places())
            assert listed, f"CONTRIBUTING does not tell who adds a game of {name}"


def test_templates_and_modules_name_no_game() -> None:
    for path in TEMPLATES + MODULES:
        text = re.sub(r"^ *(/\*\*|\*|//).*$", "", path.read_text(), flags=re.MULTILINE)
        assert NAMES.findall(text) == [], path
