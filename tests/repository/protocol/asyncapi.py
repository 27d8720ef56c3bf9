"""The frames as an AsyncAPI 3.0 document, for programs."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, get_args, get_type_hints

from msgspec import Meta

from games.live import protocol
from tests.repository.protocol.examples import client_examples, server_examples
from tests.repository.protocol.shapes import (
    Choice,
    Field,
    Shape,
    client_frames,
    event_frames,
    parts,
    server_frames,
)

Schema = dict[str, Any]

PLAIN: Final = {
    "bool": "boolean",
    "int": "integer",
    "float": "number",
    "str": "string",
    "Milliseconds": "integer",
    "Seconds": "integer",
}

SERVERS: Final = {
    "site": {
        "host": "{host}",
        "protocol": "wss",
        "description": "A site; one of your own without TLS takes `ws`.",
        "variables": {"host": {"default": "127.0.0.1:8000", "description": "Where the site is."}},
    }
}

QUERY: Final = {
    "v": {
        "type": "integer",
        "enum": list(protocol.VERSIONS),
        "description": "The version of the protocol; the newest without it.",
    },
    "ticket": {"type": "string", "description": "A ticket, instead of a token: it works once."},
    "language": {"type": "string", "description": "The language of sentences, such as `de`."},
    "presence": {
        "type": "string",
        "enum": ["none"],
        "description": "The connection only shows the race: its player isn't there.",
    },
    "session": {
        "type": "string",
        "enum": ["required"],
        "description": "Close with 4401 unless the connection has a session.",
    },
}


COMMON: Final = frozenset({"Sync", "Ping", "ProbeReply", "Pong", "ReadProbe", "Refused"})
"""The frames of the race socket that the event socket has too."""


def text() -> str:
    """Return the document as it is served."""
    return json.dumps(document(), indent=1, ensure_ascii=False) + "\n"


def document() -> Schema:
    """Return the AsyncAPI document of the sockets."""
    # Long: it is laid out as the document is.
    client, server, events = client_frames(), server_frames(), event_frames()
    races = server[: -len(events)]
    examples = (client_examples(), server_examples())
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Same Deal: the sockets of races and events",
            "version": str(protocol.VERSIONS[-1]),
            "description": "Watch a race or an event, or play. Each frame is one JSON text.",
            "license": {"name": "AGPL-3.0-or-later"},
        },
        "defaultContentType": "application/json",
        "servers": SERVERS,
        "channels": {
            "race": _channel("race", "One race, shown to one person.", [*client, *races]),
            "event": _channel(
                "event", "One event, shown to one person.", [*_common(client, races), *events]
            ),
        },
        "operations": {
            "receive": _operation("receive", "What a client sends.", "race", client),
            "send": _operation("send", "What the server sends.", "race", races),
            "sendEvent": _operation("send", "What the server sends of an event.", "event", events),
        },
        "components": {
            "messages": {
                frame.name: _message(frame, known[str(frame.tag)])
                for frames, known in zip((client, server), examples, strict=True)
                for frame in frames
            },
            "schemas": {
                **{frame.name: _frame(frame, closed=True) for frame in client},
                **{frame.name: _frame(frame, closed=False) for frame in server},
                **{kind.name: _named(kind) for kind in parts([*client, *server])},
            },
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "An access token with the scope `race`.",
                }
            },
        },
    }


def _channel(what: str, description: str, frames: Sequence[Shape]) -> Schema:
    return {
        "address": f"/ws/{what}/{{code}}/",
        "description": description,
        "parameters": {"code": {"description": f"The {what}'s code, such as QFXKMP."}},
        "messages": {
            frame.name: {"$ref": f"#/components/messages/{frame.name}"} for frame in frames
        },
        "bindings": {
            "ws": {
                "method": "GET",
                "query": {"type": "object", "properties": QUERY},
                "bindingVersion": "0.1.0",
            }
        },
    }


def _common(*frames: Sequence[Shape]) -> list[Shape]:
    return [frame for some in frames for frame in some if frame.name in COMMON]


def _operation(action: str, summary: str, channel: str, frames: Sequence[Shape]) -> Schema:
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "summary": summary,
        "security": [{"$ref": "#/components/securitySchemes/token"}],
        "messages": [{"$ref": f"#/channels/{channel}/messages/{frame.name}"} for frame in frames],
    }


def _message(frame: Shape, example: str) -> Schema:
    return {
        "name": frame.tag,
        "summary": _unlinked(frame.meaning),
        "payload": {"$ref": f"#/components/schemas/{frame.name}"},
        "examples": [{"payload": json.loads(example)}],
    }


def _frame(frame: Shape, *, closed: bool) -> Schema:
    made = _object(frame)
    made["required"] = ["t", *made["required"]]
    made["properties"] = {"t": {"type": "string", "const": frame.tag}, **made["properties"]}
    # A later server may send more; it takes no more than it knows.
    return made | ({"additionalProperties": False} if closed else {})


def _named(kind: Shape | Choice) -> Schema:
    if isinstance(kind, Shape):
        return _object(kind)
    described = {"description": _unlinked(kind.meaning)}
    if kind.parts:
        return {**described, "anyOf": [_reference(part) for part in kind.parts]}
    if any(kind.values.values()):
        values = [
            {"const": value, "description": _unlinked(meaning)}
            for value, meaning in kind.values.items()
        ]
        return {**described, "type": "string", "oneOf": values}
    return {**described, "type": "string", "enum": list(kind.values)}


def _object(kind: Shape) -> Schema:
    hints = get_type_hints(getattr(protocol, kind.name, object), include_extras=True)
    return {
        "type": "object",
        "description": _unlinked(kind.meaning),
        "required": [field.name for field in kind.fields if not field.may_be_absent],
        "properties": {field.name: _field(field, hints.get(field.name)) for field in kind.fields},
    }


def _field(field: Field, hint: Any) -> Schema:
    made = schema(field.type)
    if "$ref" in made:
        # Beside a reference, nothing else counts.
        made = {"allOf": [made]}
    return {**made, **_bounds(hint), "description": _unlinked(field.meaning)}


def schema(kind: ast.expr) -> Schema:
    """Return a Python type as a JSON schema."""
    match kind:
        case ast.Name(id=name) if name in PLAIN:
            return {"type": PLAIN[name]}
        case ast.Name(id=name):
            return _reference(name)
        case ast.Constant(value=None):
            return {"type": "null"}
        case ast.BinOp(left=left, right=right):
            one, other = schema(left), schema(right)
            if one.keys() == other.keys() == {"type"}:
                return {"type": [one["type"], other["type"]]}
            return {"anyOf": [one, other]}
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[inner, *_])):
            return schema(inner)
        case ast.Subscript(value=ast.Name(id="list"), slice=inner):
            return {"type": "array", "items": schema(inner)}
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[_, value])):
            return {"type": "object", "additionalProperties": schema(value)}
    raise TypeError(f"no frame has a field of type {ast.unparse(kind)}")


def _bounds(hint: Any) -> Schema:
    names: Mapping[str, str] = {
        "ge": "minimum",
        "le": "maximum",
        "min_length": "minLength",
        "max_length": "maxLength",
        "pattern": "pattern",
    }
    found = {
        name: getattr(meta, bound)
        for meta in get_args(hint)[1:]
        if isinstance(meta, Meta)
        for bound, name in names.items()
        if getattr(meta, bound) is not None
    }
    if "pattern" in found:
        # JSON schemas know the patterns of JavaScript, where these mean the whole text.
        found["pattern"] = found["pattern"].replace(r"\A", "^").replace(r"\Z", "$")
    return found


def _reference(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _unlinked(meaning: str) -> str:
    """Return a text without links, which lead to places of another document."""
    return re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", meaning)
