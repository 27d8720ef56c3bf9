"""The ASGI application: Django for HTTP, the races for websockets."""

from __future__ import annotations

import gc
import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire_site.settings")
# Loads the apps, which the consumers need; hence the import after it.
pages = get_asgi_application()

from games.live.routing import websocket_urlpatterns  # noqa: E402
from solitaire_site.headers import WithHeaders  # noqa: E402
from solitaire_site.origins import FromTrustedPages  # noqa: E402
from solitaire_site.proxies import BehindProxies  # noqa: E402
from solitaire_site.static import with_static_files  # noqa: E402

# All that is loaded by now stays: the collector need not go through it again and again.
gc.collect()
gc.freeze()
# Every move leaves something behind that lives as long as its race, and is no garbage. With the
# defaults the search for garbage took a fifth of the time of a loaded server, in pauses of 0.1 s.
gc.set_threshold(20_000, 2, 50)

sockets = FromTrustedPages(
    # The stubs of Channels want a kind of pattern that exists in the stubs alone.
    URLRouter(websocket_urlpatterns),  # type: ignore[arg-type]
    settings.ALLOWED_HOSTS,
    settings.CSRF_TRUSTED_ORIGINS,
)
application = BehindProxies(
    WithHeaders(
        ProtocolTypeRouter({"http": with_static_files(pages), "websocket": sockets}),
        settings.SECURE_HSTS_SECONDS,
    ),
    settings.TRUSTED_PROXIES,
)
