"""The types of a document for programs, in words for people."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html, format_html_join

from games.api.requests.schemas import limits

Schema = Mapping[str, Any]


@dataclass(frozen=True)
class Field:
    """A field, a parameter, or a word of a choice."""

    name: str
    type: str
    description: str
    note: str = ""
    """Whether it must be sent, or what holds if it isn't."""


@dataclass(frozen=True)
class Type:
    """An object in an answer, or a choice of words."""

    name: str
    description: str
    fields: list[Field]
    words: str
    """The words of a choice; empty for an object."""
    example: str = ""
    """An example as JSON, if there is one."""


def types(schemas: Schema, sent: Collection[str] = ()) -> Iterator[Type]:
    """Yield the types of a document by name; of those `sent`, with what must be sent."""
    for name, schema in schemas.items():
        shown = fields(schema, is_sent=name in sent)
        words = "" if shown else type_in_words(schema)
        examples = schema.get("examples")
        example = json.dumps(examples[0], indent=2, ensure_ascii=False) if examples else ""
        yield Type(name, marked(schema["description"]), shown, words, example)


def field_of(name: str, schema: Schema, *, is_required: bool) -> Field:
    """Return a field of a request."""
    default = schema.get("default")
    shown = f"“{default}”" if isinstance(default, str) else json.dumps(default)
    note = "" if default is None else f"default {shown}"
    description = marked(schema.get("description", ""))
    return Field(name, type_in_words(schema), description, "required" if is_required else note)


def fields(schema: Schema, *, is_sent: bool = False) -> list[Field]:
    """Return the fields of an object, or the words of a choice that explains them."""
    if is_sent:
        required = schema.get("required", ())
        return [
            field_of(name, of, is_required=name in required)
            for name, of in schema["properties"].items()
        ]
    explained = [one for one in schema.get("oneOf", ()) if "const" in one]
    return [
        *(
            Field(name, type_in_words(of), marked(of.get("description", "")))
            for name, of in schema.get("properties", {}).items()
        ),
        *(Field(one["const"], "", marked(one["description"])) for one in explained),
    ]


def marked(text: str) -> str:
    """Return a text as HTML, with what stands in backticks as code."""
    parts = enumerate(text.split("`"))
    return format_html_join(
        "", "{}", ((format_html("<code>{}</code>", part) if n % 2 else part,) for n, part in parts)
    )


def type_in_words(schema: Schema) -> str:
    """Name a type in a few words: "integer or null", "list of Seat"."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return f"“{schema['const']}”"
    if "enum" in schema:
        return ", ".join(f"“{value}”" for value in schema["enum"])
    if "examples" in schema:
        return f"{schema.get('type', 'string')}, such as “{schema['examples'][0]}”"
    for many in ("anyOf", "oneOf", "allOf"):
        if many in schema:
            return " or ".join(type_in_words(one) for one in schema[many])
    kind = schema.get("type", "any")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        return f"list of {type_in_words(schema.get('items', {}))}"
    kept = limits(schema)
    return f"{schema.get('format', kind)}{kept and f', {kept}'}"
