"""Headers on every response: pages, static files, redirects and errors alike.

They are set around Django because static files are served in front of it: its SecurityMiddleware
and XFrameOptionsMiddleware, and the packages for Permissions-Policy, reach pages only.
"""

from __future__ import annotations

import re
from typing import Any, Final

from solitaire_site.proxies import Application, Scope

ALLOWED: Final = (
    "autoplay",
    "clipboard-write",
    "publickey-credentials-create",
    "publickey-credentials-get",
)
"""Browser features that the site uses: the countdown sound, copying links, passkeys.

Some browsers warn about names they don't know, such as `web-share` in Chromium on Linux. A feature
in neither list keeps its default, which is the site itself.
"""

DENIED: Final = (
    *("accelerometer", "browsing-topics", "camera", "clipboard-read", "display-capture"),
    *("encrypted-media", "fullscreen", "geolocation", "gyroscope", "hid", "idle-detection"),
    *("local-fonts", "magnetometer", "microphone", "midi", "payment", "picture-in-picture"),
    *("screen-wake-lock", "serial", "storage-access", "sync-xhr", "usb", "window-management"),
    "xr-spatial-tracking",
)
"""Browser features that the site doesn't use, so injected code can't either."""

EVERYWHERE: Final = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(
        [*(f"{name}=(self)" for name in ALLOWED), *(f"{name}=()" for name in DENIED)]
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

TRUSTWORTHY: Final = {"Cross-Origin-Opener-Policy": "same-origin"}
"""What browsers heed over HTTPS and from this machine; elsewhere they log an error instead."""

LOOPBACK: Final = re.compile(rb"(localhost|127(\.\d+){3}|\[::1\])(:\d+)?")


class WithHeaders:
    """ASGI middleware that adds these headers to responses that don't set them.

    A response that sets one to nothing goes without it.

    `hsts_seconds` is how long browsers insist on HTTPS after one visit over it; 0 sends no header.
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
        is_secure = scope.get("scheme") == "https"
        headers = self._secure_headers if is_secure else self._headers
        if is_secure or _is_loopback(scope):
            headers = headers | _raw(TRUSTWORTHY)

        async def send_with_headers(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                sent = list(message.get("headers", ()))
                known = {bytes(name).lower() for name, _value in sent}
                sent = [pair for pair in sent if pair[1]]
                sent += [pair for pair in headers.items() if pair[0] not in known]
                message = message | {"headers": sent}
            await send(message)

        await self._application(scope, receive, send_with_headers)


def _is_loopback(scope: Scope) -> bool:
    """Return whether the browser knows the site by a name of its own machine."""
    hosts = [bytes(value) for name, value in scope.get("headers", ()) if name == b"host"]
    return any(LOOPBACK.fullmatch(host) for host in hosts)


def _raw(headers: dict[str, str]) -> dict[bytes, bytes]:
    return {name.lower().encode(): value.encode() for name, value in headers.items()}
