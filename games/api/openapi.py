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
from games.api.routes import V1

SUMMARY: Final = "This server's games, races, dailies and players; with a token, races of your own."

KEPT_FOR: Final = 3600
"""Seconds for which the document may be kept."""

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
    for _address, _verb, operation in operations(made):
        for status, answer in operation["responses"].items():
            # The framework lists both types for every answer; each answer has one of them, or none.
            content = answer.get("content", {})
            content.pop("application/json" if status >= "400" else MEDIA_TYPE, None)
            if status == str(HTTPStatus.NO_CONTENT.value):
                content.clear()
    return made


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
