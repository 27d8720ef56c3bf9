"""The types of a document for programs, in words for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html, format_html_join

Schema = Mapping[str, Any]


@dataclass(frozen=True)
class Field:
    """A field, a parameter, or a word of a choice."""

    name: str
    type: str
    description: str


@dataclass(frozen=True)
class Type:
    """An object in an answer, or a choice of words."""

    name: str
    description: str
    fields: list[Field]
    words: str
    """The words of a choice; empty for an object."""


def types(schemas: Schema) -> Iterator[Type]:
    """Yield the types of a document by name."""
    for name, schema in schemas.items():
        shown = fields(schema)
        words = "" if shown else type_in_words(schema)
        yield Type(name, marked(schema["description"]), shown, words)


def fields(schema: Schema) -> list[Field]:
    """Return the fields of an object, or the words of a choice that explains them."""
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
    for many in ("anyOf", "oneOf", "allOf"):
        if many in schema:
            return " or ".join(type_in_words(one) for one in schema[many])
    kind = schema.get("type", "any")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        return f"list of {type_in_words(schema.get('items', {}))}"
    return str(schema.get("format", kind))
