"""Whether this server can do its work."""

from __future__ import annotations

import logging

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

logger = logging.getLogger(__name__)


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 while the database answers, 503 while it does not."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        logger.error("The database does not answer: %s", error)
        return JsonResponse({"status": "down", "database": "down"}, status=503)
    return JsonResponse({"status": "up", "database": "up"})
