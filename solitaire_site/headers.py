"""Headers that every answer has: pages, static files, redirects and errors alike."""

from __future__ import annotations

from typing import Any, Final

from solitaire_site.proxies import Application, Scope

ALLOWED: Final = (
    "autoplay",
    "clipboard-write",
    "publickey-credentials-create",
    "publickey-credentials-get",
)
"""Features of browsers that the site uses: the countdown sounds, links are copied, passkeys.

Some browsers complain of names that they do not know, as Chromium on Linux of `web-share`; what is
left out is the site's own by default.
"""

DENIED: Final = (
    *("accelerometer", "browsing-topics", "camera", "clipboard-read", "display-capture"),
    *("encrypted-media", "fullscreen", "geolocation", "gyroscope", "hid", "idle-detection"),
    *("local-fonts", "magnetometer", "microphone", "midi", "payment", "picture-in-picture"),
    *("screen-wake-lock", "serial", "storage-access", "sync-xhr", "usb", "window-management"),
    "xr-spatial-tracking",
)
"""Those that it does not, so that nobody can use them in its name."""

EVERYWHERE: Final = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(
        [*(f"{name}=(self)" for name in ALLOWED), *(f"{name}=()" for name in DENIED)]
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class WithHeaders:
    """An ASGI application whose answers have these headers, unless they say otherwise.

    `hsts_seconds` is how long browsers insist on HTTPS once they came by it; 0 sends no header.
    """

    def __init__(self, application: Application, hsts_seconds: int) -> None:
        self._application = application
        self._headers = _raw(EVERYWHERE)
        self._secure_headers = dict(self._headers)
        if hsts_seconds:
            self._secure_headers |= _raw({"Strict-Transport-Security": f"max-age={hsts_seconds}"})

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        headers = self._secure_headers if scope.get("scheme") == "https" else self._headers

        async def send_with_headers(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                told = list(message.get("headers", ()))
                known = {bytes(name).lower() for name, _value in told}
                told += [pair for pair in headers.items() if pair[0] not in known]
                message = message | {"headers": told}
            await send(message)

        await self._application(scope, receive, send_with_headers)


def _raw(headers: dict[str, str]) -> dict[bytes, bytes]:
    return {name.lower().encode(): value.encode() for name, value in headers.items()}
