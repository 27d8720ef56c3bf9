"""The types of the race socket, read from the sources that declare them, with their docstrings."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, get_args

from games.live import event_frames as event_frames_module
from games.live import protocol
from tests.repository.files import REPOSITORY

SOURCES: Final = (
    "games/live/protocol.py",
    "games/live/event_frames.py",
    "games/live/match_state.py",
    "games/engine/board.py",
    "games/engine/errors.py",
    "games/engine/view.py",
    "games/racing/bell.py",
    "games/racing/decision.py",
    "games/racing/errors.py",
    "games/racing/event.py",
    "games/racing/kind.py",
    "games/racing/reactions.py",
    "games/racing/run.py",
    "games/racing/spectators.py",
)
"""The files that declare frames and their types; the first declaration of a name counts."""

Node = ast.ClassDef | ast.AnnAssign


@dataclass(frozen=True)
class Field:
    """A field of a frame or of an object in it."""

    name: str
    type: ast.expr
    meaning: str
    may_be_absent: bool


@dataclass(frozen=True)
class Shape:
    """A frame, or an object in one. Only frames have a tag."""

    name: str
    tag: str | None
    meaning: str
    fields: Sequence[Field]


@dataclass(frozen=True)
class Choice:
    """A type that is one of some texts, by meaning (empty if undocumented), or of other types."""

    name: str
    meaning: str
    values: Mapping[str, str]
    parts: Sequence[str]


@cache
def declared() -> Mapping[str, tuple[Node, str]]:
    """Return the classes and type aliases of the sources by name, with their docstrings."""
    found: dict[str, tuple[Node, str]] = {}
    for source in SOURCES:
        tree = ast.parse((REPOSITORY / source).read_text(encoding="utf-8"))
        for node, meaning in documented(tree.body):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, (node, _one_line(ast.get_docstring(node) or "")))
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found.setdefault(node.target.id, (node, meaning))
    return found


def documented(body: Sequence[ast.stmt]) -> Iterator[tuple[ast.stmt, str]]:
    """Yield each statement with the docstring that follows it, empty if there is none."""
    for statement, following in zip(body, [*body[1:], None], strict=True):
        meaning = ""
        if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            meaning = _one_line(str(following.value.value))
        yield statement, meaning


def client_frames() -> list[Shape]:
    """Return the frames that a client sends."""
    return [_shape(frame) for frame in get_args(protocol.Message)]


def server_frames() -> list[Shape]:
    """Return the frames that the server sends, those of events last."""
    found = [*protocol.Outgoing.__subclasses__()]
    return [_shape(frame) for frame in sorted(found, key=_is_of_events)]


def event_frames() -> list[Shape]:
    """Return the frames that the server sends over the event socket alone."""
    return [_shape(frame) for frame in protocol.Outgoing.__subclasses__() if _is_of_events(frame)]


def _is_of_events(frame: type[Any]) -> bool:
    return frame.__module__ == event_frames_module.__name__


def parts(frames: Sequence[Shape]) -> list[Shape | Choice]:
    """Return the named types that frames use, in order of first use."""
    sources = declared()
    found: dict[str, Shape | Choice] = {}
    waiting = [name for frame in frames for name in _names(frame)]
    while waiting:
        name = waiting.pop(0)
        if name in found or (kind := named(name, sources)) is None:
            continue
        found[name] = kind
        waiting[:0] = _names(kind)
    return list(found.values())


def named(name: str, sources: Mapping[str, tuple[Node, str]]) -> Shape | Choice | None:
    """Return a declared object or choice; None for a plain type such as `Seconds`."""
    if name not in sources:
        return None
    node, meaning = sources[name]
    if isinstance(node, ast.AnnAssign):
        values = dict.fromkeys(_texts(node.value), "")
        alternatives = _mentioned(node.value) if _is_union(node.value) else []
        return Choice(name, meaning, values, alternatives) if values or alternatives else None
    if any(getattr(base, "id", "") == "StrEnum" for base in node.bases):
        return Choice(name, meaning, dict(_members(node)), ())
    return Shape(name, None, meaning, _fields(node))


def _shape(frame: type[Any]) -> Shape:
    node, meaning = declared()[frame.__name__]
    assert isinstance(node, ast.ClassDef)
    return Shape(frame.__name__, str(frame.__struct_config__.tag), meaning, _fields(node))


def _fields(node: ast.ClassDef) -> list[Field]:
    return [
        Field(field.target.id, _present(field), meaning, _may_be_absent(field))
        for field, meaning in documented(node.body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
    ]


def _present(field: ast.AnnAssign) -> ast.expr:
    """Return the type of a field when present: an optional field is never null."""
    match field.annotation:
        case ast.BinOp(left=left) if field.value is not None:
            return left
        case ast.Subscript(value=ast.Name(id="NotRequired"), slice=inner):
            return inner
    return field.annotation


def _may_be_absent(field: ast.AnnAssign) -> bool:
    return field.value is not None or _present(field) is not field.annotation


def _members(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for member, meaning in documented(node.body):
        if isinstance(member, ast.Assign) and isinstance(member.value, ast.Constant):
            yield str(member.value.value), meaning


def _names(kind: Shape | Choice) -> list[str]:
    if isinstance(kind, Choice):
        return list(kind.parts)
    return [name for field in kind.fields for name in _mentioned(field.type)]


def _mentioned(expression: ast.AST | None) -> list[str]:
    """Return the names in an expression, in order."""
    if isinstance(expression, ast.Name):
        return [expression.id]
    inside = ast.iter_child_nodes(expression) if expression else ()
    return [name for node in inside for name in _mentioned(node)]


def _texts(expression: ast.expr | None) -> list[str]:
    """Return the values of a `Literal[...]`."""
    if not isinstance(expression, ast.Subscript) or _mentioned(expression.value) != ["Literal"]:
        return []
    inside = expression.slice
    elements = inside.elts if isinstance(inside, ast.Tuple) else [inside]
    return [str(element.value) for element in elements if isinstance(element, ast.Constant)]


def _is_union(expression: ast.expr | None) -> bool:
    return isinstance(expression, ast.BinOp) and isinstance(expression.op, ast.BitOr)


def _one_line(text: str) -> str:
    return " ".join(text.split())
