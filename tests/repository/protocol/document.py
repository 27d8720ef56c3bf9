"""The frames as tables, for authors of clients."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from textwrap import fill
from typing import Any, Final, get_args, get_type_hints

from msgspec import Meta

from games.live import protocol
from tests.repository.protocol.examples import client_examples, server_examples
from tests.repository.protocol.shapes import (
    Choice,
    Shape,
    client_frames,
    declared,
    named,
    parts,
    server_frames,
)

PLAIN: Final = {
    "bool": "boolean",
    "int": "integer",
    "float": "number",
    "str": "string",
    "Milliseconds": "integer, ms",
    "Seconds": "integer, s",
}
WIDTH: Final = 120
CODES: Final = "SocketCode"
"""The type whose values have their own table, with advice on each."""


def client_text() -> str:
    """Return a section for each frame that a client sends."""
    return _frames(client_frames(), client_examples())


def server_text() -> str:
    """Return a section for each frame that the server sends."""
    return _frames(server_frames(), server_examples())


def types_text() -> str:
    """Return a section for each type used in fields of the server's frames."""
    codes = named(CODES, declared())
    assert isinstance(codes, Choice)
    apart = {CODES, *codes.parts}
    kinds = [kind for kind in parts(server_frames()) if kind.name not in apart]
    return "\n".join(f"### {kind.name}\n\n{kind.meaning}\n\n{_table(kind)}" for kind in kinds)


def reasons_text() -> str:
    """Return a table of the reasons why the rules forbid a move."""
    reasons = named("Reason", declared())
    assert isinstance(reasons, Choice)
    return _table(reasons)


def _frames(frames: Sequence[Shape], examples: Mapping[str, str]) -> str:
    return "\n".join(_frame(frame, examples[str(frame.tag)]) for frame in frames)


def _frame(frame: Shape, example: str) -> str:
    text = f"### `{frame.tag}`\n\n{fill(frame.meaning, WIDTH)}\n\n```json\n{example}\n```\n"
    return f"{text}\n{_table(frame)}" if frame.fields else text


def _table(kind: Shape | Choice) -> str:
    if isinstance(kind, Choice):
        if not any(kind.values.values()):
            return f"One of {', '.join(f'`{value}`' for value in kind.values)}.\n"
        values = ((f"`{value}`", meaning) for value, meaning in kind.values.items())
        return _rows(("value", "means"), values)
    hints = get_type_hints(getattr(protocol, kind.name, object), include_extras=True)
    fields = (
        (
            f"`{field.name}`",
            readable(field.type)
            + _bounds(hints.get(field.name))
            + (", optional" if field.may_be_absent else ""),
            field.meaning,
        )
        for field in kind.fields
    )
    return _rows(("field", "type", "means"), fields)


def _rows(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    rule = f"|{'---|' * len(head)}\n"
    first, *rest = (f"| {' | '.join(line)} |\n" for line in (head, *rows))
    return "".join([first, rule, *rest])


def readable(kind: ast.expr) -> str:
    """Return a Python type in the words of JSON."""
    match kind:
        case ast.Name(id=name) if name in PLAIN:
            return PLAIN[name]
        case ast.Name(id=name) if name == CODES:
            return "[code](#refusal-codes)"
        case ast.Name(id=name):
            return f"[{name}](#{name.lower()})"
        case ast.Constant(value=None):
            return "`null`"
        case ast.BinOp(left=left, right=right):
            return f"{readable(left)}, or {readable(right)}"
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[inner, *_])):
            return readable(inner)
        case ast.Subscript(value=ast.Name(id="list"), slice=inner):
            return f"array of {readable(inner).replace('string', 'strings')}"
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[_, value])):
            return f"object of {readable(value)}s"
    raise TypeError(f"no frame has a field of type {ast.unparse(kind)}")


def _bounds(hint: Any) -> str:
    for meta in get_args(hint)[1:]:
        if isinstance(meta, Meta) and meta.ge is not None:
            return f", {meta.ge:,} to {meta.le:,}"
        if isinstance(meta, Meta) and meta.min_length is not None:
            return f", {meta.min_length} to {meta.max_length} printable ASCII characters"
    return ""
