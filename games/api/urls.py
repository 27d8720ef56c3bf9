"""The addresses of the API, of its description, and the answer everywhere else below `/api/`."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from games.api.documents import socket, texts
from games.api.documents.openapi import openapi
from games.api.documents.page import page
from games.api.requests.problems import refuse
from games.api.routes import V1


@csrf_exempt
def unknown(request: HttpRequest, address: str) -> HttpResponse:
    """Say that the API has no such address."""
    return refuse(
        HTTPStatus.NOT_FOUND, f"The API has no address {request.path}. /api/ lists those it has."
    )


urlpatterns = [
    path("api/", page, name="api"),
    path("api/v1/openapi.json", openapi, name="openapi"),
    path("api/socket/", socket.page, name="socket"),
    path("api/v1/asyncapi.json", socket.asyncapi, name="asyncapi"),
    V1.to_urlpatterns(),
    *(
        path(f"api/{name}.md", texts.text, {"name": name}, name=f"{name}-text")
        for name in texts.TEXTS
    ),
    path("api/<path:address>", unknown, name="api-unknown"),
]
