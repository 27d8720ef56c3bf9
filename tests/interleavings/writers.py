"""The functions of the house that change what is stored, found in the sources."""

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


def writers(path: Path, module: str) -> Iterator[str]:
    """The functions of a file that call such a method of anything, as `module.Class.function`."""
    yield from _within(ast.parse(path.read_text(encoding="utf-8")), module)


def _within(node: ast.AST, name: str) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            inner = f"{name}.{child.name}"
            if not isinstance(child, ast.ClassDef) and _changes(child):
                yield inner
            yield from _within(child, inner)
        else:
            yield from _within(child, name)


def _changes(function: ast.AST) -> bool:
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in CHANGES
        for node in ast.walk(function)
    )
