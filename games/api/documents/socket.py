"""The AsyncAPI document of the race socket, and the page that shows it to people."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import live
from games.api.documents.described import Field, fields, marked, types
from games.api.documents.openapi import KEPT_FOR

PATH: Final = Path(live.__file__).with_name("asyncapi.json")


@dataclass(frozen=True)
class Frame:
    """A frame that goes one way."""

    name: str
    summary: str
    fields: list[Field]
    example: str


@cache
def text() -> str:
    """Return the AsyncAPI 3.0 document, which is made from the types of the frames."""
    return PATH.read_text(encoding="utf-8")


@require_safe
def asyncapi(request: HttpRequest) -> HttpResponse:
    """Send the AsyncAPI document."""
    made = json.loads(text())
    made["servers"]["site"] |= {
        "host": request.get_host(),
        "protocol": "wss" if request.is_secure() else "ws",
    }
    del made["servers"]["site"]["variables"]
    answer = HttpResponse(json.dumps(made, indent=1), content_type="application/json")
    answer["Cache-Control"] = f"public, max-age={KEPT_FOR}"
    return answer


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show what is sent over the race socket, both ways."""
    document = json.loads(text())
    frames = {
        action: [_frame(document, each["$ref"]) for each in operation["messages"]]
        for action, operation in document["operations"].items()
    }
    schemas = document["components"]["schemas"]
    sent = document["components"]["messages"]
    context = {
        "version": document["info"]["version"],
        "address": document["channels"]["race"]["address"],
        "event_address": document["channels"]["event"]["address"],
        "query": fields(document["channels"]["race"]["bindings"]["ws"]["query"]),
        "frames": frames,
        "types": types({name: of for name, of in schemas.items() if name not in sent}),
    }
    return render(request, "site/socket.html", context)


def _frame(document: dict[str, Any], reference: str) -> Frame:
    name = reference.rpartition("/")[2]
    message = document["components"]["messages"][name]
    schema = document["components"]["schemas"][name]
    return Frame(
        name=message["name"],
        summary=marked(message["summary"]),
        fields=[field for field in fields(schema) if field.name != "t"],
        example=json.dumps(message["examples"][0]["payload"], ensure_ascii=False),
    )
