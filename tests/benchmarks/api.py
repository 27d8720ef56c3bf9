"""What an answer of the API costs beside that of a plain Django view with the same JSON.

    python -m tests.benchmarks.api

Both answer in one process, through the site's middleware and the same conditional GET; processor
time, the median of rounds that take turns.
"""

from __future__ import annotations

import os
import sys
import time
from statistics import median
from typing import Any, Final

ROUNDS: Final = 15
REQUESTS: Final = 200


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire_site.settings")
    import django

    django.setup()
    from django.http import HttpRequest, HttpResponse, JsonResponse
    from django.test import Client
    from django.urls import path
    from django.views.decorators.http import conditional_page

    from solitaire_site import urls

    body: dict[str, Any] = Client(SERVER_NAME="127.0.0.1").get("/api/v1/games").json()

    @conditional_page
    def plain(request: HttpRequest) -> HttpResponse:
        return JsonResponse(body, headers={"Cache-Control": "public, max-age=3600"})

    urls.urlpatterns.insert(0, path("plain", plain))
    client = Client(SERVER_NAME="127.0.0.1")
    times: dict[str, list[float]] = {"/plain": [], "/api/v1/games": []}
    for _ in range(ROUNDS):
        for address, taken in times.items():
            begun = time.process_time()
            for _ in range(REQUESTS):
                assert client.get(address).status_code == 200
            taken.append((time.process_time() - begun) / REQUESTS)
    for address, taken in times.items():
        each = median(taken)
        sys.stdout.write(f"{address:16} {1e6 * each:6.0f} µs, {1 / each:5.0f}/s a core\n")
    ratio = median(times["/api/v1/games"]) / median(times["/plain"])
    sys.stdout.write(f"API against plain: {ratio:.2f}\n")


if __name__ == "__main__":
    main()
