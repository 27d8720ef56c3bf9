"""The page that shows the OpenAPI document to people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.api.callers import SCHEME
from games.api.described import Field, marked, type_in_words, types
from games.api.openapi import document, operations
from games.api.stream import Form


@dataclass(frozen=True)
class Operation:
    """Something that can be asked."""

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


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show what the API can be asked, and what it answers."""
    made = document()
    context = {
        "version": made["info"]["version"],
        "summary": marked(made["info"]["summary"]),
        "operations": [_operation(*found) for found in operations(made)],
        "types": list(types(made["components"]["schemas"])),
    }
    return render(request, "site/api.html", context)


def _operation(address: str, verb: str, operation: dict[str, Any]) -> Operation:
    parameters = [
        Field(
            parameter["name"],
            type_in_words(parameter["schema"]),
            marked(parameter.get("description") or parameter["schema"].get("description", "")),
        )
        for parameter in operation.get("parameters", ())
    ]
    needs = operation.get("security")
    good = next(answer for code, answer in operation["responses"].items() if code < "300")
    return Operation(
        verb=verb.upper(),
        address=address,
        summary=marked(operation["summary"]),
        scope=" ".join(needs[0][SCHEME]) if needs else "",
        parameters=parameters,
        sends=_body(operation.get("requestBody", {})),
        answers=_body(good),
    )


def _body(message: dict[str, Any]) -> str:
    contents = message.get("content", {})
    content = contents.get("application/json") or contents.get(Form.LINES)
    return type_in_words(content["schema"]) if content else ""
