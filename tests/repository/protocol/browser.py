"""The frames as JSDoc types, for the browser's modules."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from tests.repository.protocol.shapes import Choice, Shape, client_frames, parts, server_frames

PLAIN: Final = {
    "bool": "boolean",
    "int": "number",
    "float": "number",
    "str": "string",
    "Milliseconds": "number",
    "Seconds": "number",
}

VIEW: Final = ("View", "Accepts", "Outcome")
"""The types that the table uses too, which imports nothing from `net`."""


def frame_types() -> str:
    """Return the types of all frames, as JSDoc comments."""
    server = server_frames()
    known = [kind for kind in parts(server) if kind.name not in VIEW]
    union = [f"{_title(frame)}Frame" for frame in server]
    return "\n".join(
        [
            '/** @import { View } from "../lib/view.js" */',
            *map(_typedef, known),
            *map(_typedef, server),
            _alias("ServerFrame", union),
            _alias("ClientFrame", [_inline(frame) for frame in client_frames()]),
            "",
        ]
    )


def view_types() -> str:
    """Return the types of a board, as JSDoc comments."""
    return "".join(f"{_typedef(kind)}\n" for kind in parts(server_frames()) if kind.name in VIEW)


def tags() -> list[str]:
    """Return the tags of the frames that the browser receives."""
    return [str(frame.tag) for frame in server_frames()]


def _typedef(kind: Shape | Choice) -> str:
    if isinstance(kind, Choice):
        return _alias(kind.name, [f'"{value}"' for value in kind.values] + list(kind.parts))
    name = kind.name if kind.tag is None else f"{_title(kind)}Frame"
    lines = ["/**", f" * @typedef {{object}} {name}", *_tag(kind)]
    for field in kind.fields:
        known = f"[{field.name}]" if field.may_be_absent else field.name
        lines.append(f" * @property {{{script(field.type)}}} {known}")
    return "\n".join([*lines, " */"])


def _tag(frame: Shape) -> list[str]:
    return [] if frame.tag is None else [f' * @property {{"{frame.tag}"}} t']


def _inline(frame: Shape) -> str:
    fields = [f'"{frame.tag}"', *(script(field.type) for field in frame.fields)]
    names = ["t", *(field.name for field in frame.fields)]
    pairs = (f"{name}: {kind}" for name, kind in zip(names, fields, strict=True))
    return f"{{ {', '.join(pairs)} }}"


def _alias(name: str, alternatives: Sequence[str]) -> str:
    line = f"/** @typedef {{{' | '.join(alternatives)}}} {name} */"
    if len(line) <= 120:
        return line
    # Keep alternatives whole: no line breaks at their spaces.
    joined = " ".join(f"{each} |".replace(" ", "\0") for each in alternatives)
    lines = [line.replace("\0", " ") for line in wrap(joined, 110, break_on_hyphens=False)]
    union = "\n *   ".join(lines).removesuffix(" |")
    return f"/**\n * @typedef {{{union}}} {name}\n */"


def script(kind: ast.expr) -> str:
    """Return a Python type as a TypeScript type."""
    match kind:
        case ast.Name(id=name):
            return PLAIN.get(name, name)
        case ast.Constant(value=None):
            return "null"
        case ast.BinOp(left=left, right=right):
            return f"{script(left)} | {script(right)}"
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[inner, *_])):
            return script(inner)
        case ast.Subscript(value=ast.Name(id="list"), slice=inner):
            return f"{script(inner)}[]"
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[key, value])):
            return f"Record<{script(key)}, {script(value)}>"
    raise TypeError(f"no frame has a field of type {ast.unparse(kind)}")


def _title(frame: Shape) -> str:
    return str(frame.tag).capitalize()
