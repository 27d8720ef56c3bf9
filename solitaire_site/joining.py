"""Modules and style sheets joined into one file for each page, when the process starts.

The sources stay what a browser understands by itself: native modules that import each other, and
sheets of `@import` lines. A page of eighty requests is slow on any network, so what is served is
the same with the imports filled in.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

Read: TypeAlias = Callable[[str], str]
"""From the name of a static file to its text."""

IMPORT: Final = re.compile(r'^import\s+\{([^}]*)\}\s+from\s+"([^"]+)";\n', re.MULTILINE)
LATER: Final = re.compile(r'\bawait import\("([^"]+)"\)')
EXPORT: Final = re.compile(r"^export ((?:async )?function\*?|class|const) (\w+)", re.MULTILINE)
OWN_KNOWN: Final = re.compile(r"^(?:let|const|var|function|class) known\b.*", re.MULTILINE)
"""A name that would hide what the joined modules are kept in."""
UNKNOWN: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
COMMENT: Final = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/\n", re.MULTILINE | re.DOTALL)

STYLE_IMPORT: Final = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)
STYLE_COMMENT: Final = re.compile(r"/\*.*?\*/\n*", re.DOTALL)
ADDRESS: Final = re.compile(r'url\("([^":]+)"\)')


class ModuleSyntaxError(ValueError):
    """A module imports or exports in a way that is not joined."""


def joined_modules(entry: str, read: Read) -> Iterator[tuple[str, str]]:
    """The module of a page with all that it imports, and what it loads later with the rest.

    :raises ModuleSyntaxError: a module cannot be joined.
    """
    first = _in_order(entry, read, known=())
    yield (
        entry,
        # The page's own module, the last, exports nothing; and only at the top may it wait.
        f"export const known = {{}};\n{_text(first[:-1], read)}{_linked(entry, read)}",
    )
    for target in LATER.findall(read(entry)):
        later = _beside(entry, target)
        names = ", ".join(_exports(later, read))
        yield (
            later,
            f'import {{ known }} from "{_from(later, entry)}";\n'
            f"{_text(_in_order(later, read, known=first), read)}"
            f'export const {{ {names} }} = known["{later}"];\n',
        )


def joined_styles(entry: str, folder: str, read: Read) -> str:
    """A sheet with the sheets that it imports in their places, for a folder such as `joined/`."""

    def sheet(found: re.Match[str]) -> str:
        name = _beside(entry, found[1])
        return ADDRESS.sub(
            lambda address: f'url("{_from(folder + entry, _beside(name, address[1]))}")',
            STYLE_COMMENT.sub("", read(name)),
        )

    return STYLE_IMPORT.sub(sheet, STYLE_COMMENT.sub("", read(entry)))


def _in_order(entry: str, read: Read, known: Iterable[str]) -> list[str]:
    """A module and what it imports, each after all that it needs."""
    done = dict.fromkeys(known)
    given = len(done)
    open_: list[str] = []

    def visit(name: str) -> None:
        if name in done:
            return
        if name in open_:
            raise ModuleSyntaxError(f"{name} imports itself by a detour")
        open_.append(name)
        for _, target in IMPORT.findall(read(name)):
            visit(_beside(name, target))
        open_.remove(name)
        done[name] = None

    visit(entry)
    return list(done)[given:]


def _text(names: Iterable[str], read: Read) -> str:
    """Modules as expressions whose values are what they export."""
    return "".join(
        f'known["{name}"] = (() => {{\n{_linked(name, read)}'
        f"return {{ {', '.join(_exports(name, read))} }};\n}})();\n"
        for name in names
    )


def _linked(name: str, read: Read) -> str:
    """What a module does, with what it imports taken from where it is kept."""
    source = COMMENT.sub("", read(name))
    linked = IMPORT.sub(lambda found: _taken(name, *found.groups()), source)
    body = EXPORT.sub(r"\1 \2", linked)
    if left := UNKNOWN.search(body) or OWN_KNOWN.search(source):
        raise ModuleSyntaxError(f"{name}: {left[0]}")
    return body


def _exports(name: str, read: Read) -> list[str]:
    return [found for _, found in EXPORT.findall(read(name))]


def _taken(name: str, names: str, target: str) -> str:
    """An import as a declaration: `{ a as b }` is `{ a: b }` there."""
    taken = re.sub(r"\s+as\s+", ": ", names).strip()
    return f'const {{ {taken} }} = known["{_beside(name, target)}"];\n'


def _beside(name: str, target: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), target))


def _from(name: str, target: str) -> str:
    path = posixpath.relpath(target, posixpath.dirname(name))
    return path if path.startswith(".") else f"./{path}"
