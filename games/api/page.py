"""The page that shows the OpenAPI document to people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html, format_html_join
from django.views.decorators.http import require_safe

from games.api.callers import SCHEME
from games.api.openapi import Document, document, operations

Schema = dict[str, Any]


@dataclass(frozen=True)
class Field:
    """A field or a parameter."""

    name: str
    type: str
    description: str


@dataclass(frozen=True)
class Operation:
    """Something that can be asked."""

    verb: str
    address: str
    summary: str
    scope: str
    """The scope of the token that it takes; empty if it takes none."""
    parameters: list[Field]
    sends: str
    """The name of the type in its body; empty without a body."""
    answers: str
    """The name of the type that answers; empty for an answer without a body."""


@dataclass(frozen=True)
class Type:
    """An object in an answer, or a choice of words."""

    name: str
    description: str
    fields: list[Field]
    words: str
    """The words of a choice; empty for an object."""


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show what the API can be asked, and what it answers."""
    made = document()
    context = {
        "version": made["info"]["version"],
        "summary": _marked(made["info"]["summary"]),
        "operations": [_operation(*found) for found in operations(made)],
        "types": list(_types(made)),
    }
    return render(request, "site/api.html", context)


def _operation(address: str, verb: str, operation: dict[str, Any]) -> Operation:
    parameters = [
        Field(
            parameter["name"],
            _type(parameter["schema"]),
            _marked(parameter.get("description") or parameter["schema"].get("description", "")),
        )
        for parameter in operation.get("parameters", ())
    ]
    needs = operation.get("security")
    good = next(answer for code, answer in operation["responses"].items() if code < "300")
    return Operation(
        verb=verb.upper(),
        address=address,
        summary=_marked(operation["summary"]),
        scope=needs[0][SCHEME][0] if needs else "",
        parameters=parameters,
        sends=_body(operation.get("requestBody", {})),
        answers=_body(good),
    )


def _body(message: dict[str, Any]) -> str:
    content = message.get("content", {}).get("application/json")
    return _type(content["schema"]) if content else ""


def _types(made: Document) -> Iterator[Type]:
    for name, schema in made["components"]["schemas"].items():
        fields = [
            Field(field, _type(of), _marked(of.get("description", "")))
            for field, of in schema.get("properties", {}).items()
        ]
        yield Type(name, _marked(schema["description"]), fields, "" if fields else _type(schema))


def _marked(text: str) -> str:
    """Return a text as HTML, with what stands in backticks as code."""
    parts = enumerate(text.split("`"))
    return format_html_join(
        "", "{}", ((format_html("<code>{}</code>", part) if n % 2 else part,) for n, part in parts)
    )


def _type(schema: Schema) -> str:
    """Name a type in a few words: "integer or null", "list of Seat"."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return ", ".join(f"“{value}”" for value in schema["enum"])
    for many in ("anyOf", "oneOf"):
        if many in schema:
            return " or ".join(_type(one) for one in schema[many])
    kind = schema.get("type", "any")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return str(schema.get("format", kind))
