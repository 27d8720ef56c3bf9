"""The ASGI application: Django for HTTP, live races for websockets."""

from __future__ import annotations

import atexit
import gc
import os
import sys

from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire_site.settings")
try:
    # Loads the apps, which the race socket needs, so it comes before the other imports.
    pages = get_asgi_application()
except ImproperlyConfigured as error:
    # As manage.py does. Servers would show where they import this module, not what is wrong.
    sys.exit(f"Settings: {error}")

from games import metrics, tracing
from games.api.streaming.ongoing import WithStreams
from games.background.pulse import start_pulse, stopped
from games.live.routing import websocket_urlpatterns
from solitaire_site import bodies
from solitaire_site.headers import WithHeaders
from solitaire_site.numbered import Numbered
from solitaire_site.origins import FromTrustedPages
from solitaire_site.proxies import BehindProxies
from solitaire_site.roles import NoSockets, OnlyHealth
from solitaire_site.static import with_static_files
from solitaire_site.turns import Turns

bodies.bound()
try:
    metrics.serve(settings.METRICS_ADDRESS)
except ImproperlyConfigured as error:
    sys.exit(f"Settings: {error}")
if settings.TRACES:
    tracing.start(settings.ROLE, settings.VERSION)
# Everything loaded by now stays loaded, so keep the garbage collector from scanning it.
gc.collect()
gc.freeze()
# Each move leaves objects that live as long as their race. With the default thresholds, collection
# took a fifth of a loaded server's time, in pauses of 0.1 s. The last number bounds what pages and
# closed sockets leave in cycles: 150 MB with 50, as `python -m tests.soak` showed.
gc.set_threshold(20_000, 2, 10)


def serves(role: str) -> ProtocolTypeRouter:
    """Return the application of a process with a role."""
    sockets = FromTrustedPages(
        # The Channels stubs require a pattern type that exists only in the stubs.
        URLRouter(websocket_urlpatterns),  # type: ignore[arg-type]
        settings.ALLOWED_HOSTS,
        settings.CSRF_TRUSTED_ORIGINS,
    )
    in_turn = WithStreams(Turns(pages, settings.REQUESTS_PER_ADDRESS))
    return ProtocolTypeRouter(
        {
            "http": OnlyHealth(pages) if role == "live" else with_static_files(in_turn),
            "websocket": NoSockets() if role == "pages" else sockets,
        }
    )


try:
    served = serves(settings.ROLE)
except ImproperlyConfigured as error:
    sys.exit(f"Settings: {error}")
application = BehindProxies(
    Numbered(WithHeaders(served, settings.SECURE_HSTS_SECONDS)), settings.TRUSTED_PROXIES
)
if settings.PULSE:
    start_pulse(settings.ROLE)
    atexit.register(stopped, settings.ROLE)
