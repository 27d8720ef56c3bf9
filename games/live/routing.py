"""The addresses of the websockets."""

from __future__ import annotations

from django.urls import path

from games.live.consumers import race_socket

websocket_urlpatterns = [
    path("ws/race/<str:code>/", race_socket)  # type: ignore[arg-type]
]
