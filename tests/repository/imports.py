"""Imports between modules, read from the sources, including local and type-only ones."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path


def modules(root: Path, packages: Collection[str]) -> Mapping[str, Path]:
    """Return the files of some packages by module name."""
    return {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
        for package in packages
        for path in (root / package).rglob("*.py")
    }


def imported(path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """Yield the known modules that a file imports; their parent packages don't count.

    A name that a package re-exports counts as an import of the module it comes from.
    """
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names if alias.name in known)
            case ast.ImportFrom(module=str(package), level=0):
                for name in (alias.name for alias in node.names):
                    if f"{package}.{name}" in known:
                        yield f"{package}.{name}"
                    elif package in known:
                        yield _passed_on(known[package]).get(name, package)


@cache
def _passed_on(path: Path) -> Mapping[str, str]:
    """Return the modules that a package's imported names come from; empty for a module."""
    if path.name != "__init__.py":
        return {}
    return {
        alias.name: node.module
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom) and node.module is not None
        for alias in node.names
    }
