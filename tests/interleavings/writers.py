"""Writers: the functions of `games` that change the database, found in the sources."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

CHANGES: Final = frozenset(
    {
        *("save", "create", "update", "delete", "bulk_create", "bulk_update"),
        *("get_or_create", "update_or_create", "copy", "execute", "executemany"),
    }
)
"""The methods by which Django and its drivers change tables."""

WITHOUT_DATABASE: Final = {"engine", "racing", "solver", "migrations"}
"""Packages that don't import Django (import-linter checks that), and migrations."""


def writers(package: Path) -> Iterator[str]:
    """Yield the functions of a package that call such a method, as `module.Class.function`."""
    for path in sorted(package.rglob("*.py")):
        if WITHOUT_DATABASE.isdisjoint(path.relative_to(package).parts):
            module = path.relative_to(package.parent).with_suffix("").parts
            yield from _within(ast.parse(path.read_text(encoding="utf-8")), ".".join(module))


def _within(node: ast.AST, name: str) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield from _within(child, f"{name}.{child.name}")
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            if any(_changes(inner) for inner in ast.walk(child)):
                yield f"{name}.{child.name}"
        else:
            yield from _within(child, name)


def _changes(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in CHANGES
    )
