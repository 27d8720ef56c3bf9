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

from games.api.documents.examples import example
from games.api.documents.tags import TAGS, tag_of
from games.api.requests.callers import SCHEME
from games.api.requests.problems import MEDIA_TYPE
from games.api.requests.resource import LONGEST
from games.api.routes import V1
from games.api.streaming.stream import Form
from games.models.people.application import OFFERED
from games.models.people.token import Scope

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

OAUTH: Final = "application"

FLOWS: Final = {
    "type": "oauth2",
    "description": "A token that a player allowed an application, by OAuth 2 with PKCE.",
    "flows": {
        "authorizationCode": {
            "authorizationUrl": "/oauth/authorize",
            "tokenUrl": "/oauth/token",
            "refreshUrl": "/oauth/token",
            "scopes": {scope.value: str(scope.label) for scope in OFFERED},
        }
    },
}
"""How applications get tokens; the device flow has no place in OpenAPI 3.1."""

EVENT: Final = {
    "operationId": "event",
    "summary": "What happened to a race of yours, as `GET /me/events` streams it.",
    "tags": ["Events"],
    "parameters": [
        {
            "name": name,
            "in": "header",
            "required": True,
            "description": said,
            "schema": {"type": "string"},
        }
        for name, said in (
            ("Webhook-Id", "The event's number; one that comes again has the same."),
            ("Webhook-Timestamp", "When this attempt was signed, in seconds since 1970."),
            ("Webhook-Signature", "`v1,` and the Base64 of HMAC-SHA256 of `ID.TIMESTAMP.BODY`."),
        )
    ],
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/EventDocument"}}},
    },
    "responses": {"2XX": {"description": "It arrived. With any other status it is sent again."}},
}
"""What a webhook gets."""

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
    made: dict[str, Any] = build_schema(V1, config=config).convert()
    made["tags"] = [{"name": name, "description": said} for name, said in TAGS.items()]
    made["webhooks"] = {"event": {"post": EVENT}}
    made["components"]["securitySchemes"][OAUTH] = FLOWS
    schemas = made["components"]["schemas"]
    for name, schema in schemas.items():
        if "properties" in schema:
            schema["examples"] = [example({"title": name, **schema}, schemas)]
    for address, verb, operation in operations(made):
        operation["tags"] = [tag_of(address)]
        # An application's token does what an access token does.
        needs = operation.get("security", [])
        needs += [{OAUTH: need[SCHEME]} for need in needs if Scope.BOT not in need[SCHEME]]
        if needs and not scopes(operation):
            needs.insert(0, {})
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


def scopes(operation: Mapping[str, Any]) -> list[str]:
    """Return the scopes of the token that an operation takes; none if it needs no token."""
    found = (need[SCHEME] for need in operation.get("security", ()) if SCHEME in need)
    return next(found, [])


@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """Send the OpenAPI document."""
    answer = HttpResponse(json.dumps(document(), indent=1), content_type="application/json")
    answer["Cache-Control"] = f"public, max-age={KEPT_FOR}"
    return answer
