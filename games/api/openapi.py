"""The OpenAPI document of the API, made from its types."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from dmr.openapi import OpenAPIConfig, build_schema
from dmr.openapi.objects import License

from games.api.problems import MEDIA_TYPE
from games.api.resource import LONGEST
from games.api.routes import V1
from games.api.stream import Form

SUMMARY: Final = "This server's games, races, dailies and players; with a token, races of your own."

KEPT_FOR: Final = 3600
"""Seconds for which the document may be kept."""

TOO_LARGE: Final = str(HTTPStatus.REQUEST_ENTITY_TOO_LARGE.value)

REFUSALS: Final = {
    "400": "The request is wrong: see `faults`.",
    "401": "There is no valid token.",
    "404": "There is no such thing to be seen.",
    "406": "`Accept` allows none of the types of the answer.",
    "429": "You have written too often: try again after `Retry-After`.",
}
"""What refusals mean for which the framework has words of its own."""

VERBS: Final = ("get", "post", "delete")

Document = Mapping[str, Any]


@cache
def document() -> Document:
    """Return the OpenAPI 3.1 document of the API."""
    config = OpenAPIConfig(
        title="Same Deal",
        version=settings.VERSION,
        summary=SUMMARY,
        license=License(name="AGPL-3.0-or-later", identifier="AGPL-3.0-or-later"),
    )
    made: Document = build_schema(V1, config=config).convert()
    for _address, verb, operation in operations(made):
        # The framework's name repeats the address; client generators name functions after it.
        operation["operationId"] = operation["operationId"].partition("Resource")[0]
        if verb != "get":
            operation["responses"][TOO_LARGE] = {
                "description": f"The body has more than {LONGEST} bytes.",
                "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
            }
        for status, answer in operation["responses"].items():
            if answer["description"].startswith("Raised "):
                answer["description"] = REFUSALS[status]
            # The framework lists both types for every answer; each answer has one of them, or none.
            content = answer.get("content", {})
            for kind in {*content} - {MEDIA_TYPE} if status >= "400" else {MEDIA_TYPE}:
                content.pop(kind, None)
            if Form.EVENTS in content:
                content[Form.EVENTS] = {"schema": _frame(content[Form.LINES]["schema"])}
            if status == str(HTTPStatus.NO_CONTENT.value):
                content.clear()
    return made


def _frame(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a server-sent event whose data is JSON with a schema."""
    data = {"type": "string", "contentMediaType": "application/json", "contentSchema": schema}
    fields = {"id": {"type": "string"}, "event": {"type": "string"}, "data": data}
    return {"type": "object", "properties": fields, "required": ["event", "data"]}


def operations(made: Document) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield what can be asked: an address, a verb such as `get`, and the operation."""
    for address, item in made["paths"].items():
        yield from ((address, verb, item[verb]) for verb in VERBS if verb in item)


@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """Send the OpenAPI document."""
    answer = HttpResponse(json.dumps(document(), indent=1), content_type="application/json")
    answer["Cache-Control"] = f"public, max-age={KEPT_FOR}"
    return answer
