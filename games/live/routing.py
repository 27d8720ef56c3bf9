"""The addresses of the websockets."""

from __future__ import annotations

from django.urls import path

from games.live.consumers import RaceConsumer

websocket_urlpatterns = [
    path("ws/race/<str:code>/", RaceConsumer.as_asgi())  # type: ignore[arg-type]
]
