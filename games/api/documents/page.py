"""The page that shows the OpenAPI document to people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.api.documents.described import Field, field_of, marked, type_in_words, types
from games.api.documents.examples import example
from games.api.documents.openapi import document, operations, scopes
from games.api.requests.callers import PER_MINUTE
from games.api.requests.resource import LONGEST
from games.api.streaming.stream import Form


@dataclass(frozen=True)
class Operation:
    """Something that can be asked."""

    name: str
    verb: str
    address: str
    summary: str
    scope: str
    """The scopes of the token that it takes; empty if it takes none."""
    parameters: list[Field]
    sends: str
    """The name of the type in its body; empty without a body."""
    answers: str
    """The name of the type that answers; empty for an answer without a body."""
    command: str
    """How to ask with curl."""


@dataclass(frozen=True)
class Chapter:
    """Operations about one thing."""

    name: str
    summary: str
    operations: list[Operation]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show what the API can be asked, and what it answers."""
    made = document()
    origin = request.build_absolute_uri("/").rstrip("/")
    shown = [(_operation(origin, *found), found[2]["tags"]) for found in operations(made)]
    chapters = [
        Chapter(
            tag["name"],
            tag["description"],
            [operation for operation, tags in shown if tag["name"] in tags],
        )
        for tag in made["tags"]
    ]
    sent = {operation.sends for operation, _tags in shown}
    context = {
        "version": made["info"]["version"],
        "summary": marked(made["info"]["summary"]),
        "origin": origin,
        "chapters": chapters,
        "types": list(types(made["components"]["schemas"], sent)),
        "writes": PER_MINUTE,
        "longest": f"{LONGEST:,}",
        "streams": settings.STREAMS_PER_CALLER,
    }
    return render(request, "site/api.html", context)


def _operation(origin: str, address: str, verb: str, operation: Mapping[str, Any]) -> Operation:
    good = next(answer for code, answer in operation["responses"].items() if code < "300")
    return Operation(
        name=operation["operationId"],
        verb=verb.upper(),
        address=address,
        summary=marked(operation["summary"]),
        scope=" ".join(scopes(operation)),
        parameters=[
            field_of(
                parameter["name"],
                parameter["schema"] | {"description": parameter["description"]},
                is_required=parameter.get("required", False),
            )
            for parameter in operation.get("parameters", ())
        ],
        sends=_body(operation.get("requestBody", {})),
        answers=_body(good),
        command=_command(f"{origin}{address}", verb, operation),
    )


def _body(message: dict[str, Any]) -> str:
    contents = message.get("content", {})
    content = contents.get("application/json") or contents.get(Form.LINES)
    return type_in_words(content["schema"]) if content else ""


def _command(address: str, verb: str, operation: Mapping[str, Any]) -> str:
    """Return how to ask with curl."""
    words = ["curl"]
    types = document()["components"]["schemas"]
    if verb != "get":
        words.append(f"-X {verb.upper()}")
    if scopes(operation):
        words.append('-H "Authorization: Bearer $TOKEN"')
    if body := _body(operation.get("requestBody", {})):
        said = json.dumps(types[body]["examples"][0])
        words.append(f"-H 'Content-Type: application/json' -d '{said}'")
    for parameter in operation.get("parameters", ()):
        name, where = parameter["name"], parameter["in"]
        value = example(parameter["schema"], types, f".{name}")
        if where == "path":
            address = address.replace(f"{{{name}}}", str(value))
        elif where == "query" and parameter.get("required"):
            address += f"?{name}={value}"
    return " ".join([*words, address if "?" not in address else f"'{address}'"])
