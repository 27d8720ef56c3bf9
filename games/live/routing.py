"""The addresses of the websockets."""

from __future__ import annotations

from typing import Final

from django.urls import re_path

from games.live.event_socket import event_socket
from games.live.race_socket import no_socket, race_socket
from games.racing.code import ALPHABET, CODE_LENGTH

CODE: Final = f"[{ALPHABET}{ALPHABET.lower()}]{{{CODE_LENGTH}}}"
"""The pattern of race codes; nothing else reaches the database."""

websocket_urlpatterns = [
    re_path(f"^ws/race/(?P<code>{CODE})/$", race_socket),  # type: ignore[arg-type]
    re_path(f"^ws/event/(?P<code>{CODE})/$", event_socket),  # type: ignore[arg-type]
    re_path("", no_socket),  # type: ignore[arg-type]
]
