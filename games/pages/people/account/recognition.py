"""Who a session logs in, also one from before the site's secret key was replaced."""

from __future__ import annotations

from django.contrib.auth import middleware
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.models import Player


class RecognitionMiddleware(middleware.AuthenticationMiddleware):
    """Django's own, by which whom a previous secret key logged in keeps the session's id.

    Django would give the browser another and delete the one that it has. Of two requests at once
    the later would be a stranger's, whose answer takes the session from a guest for good.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Put the player on the request, who is looked for when somebody asks."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _recognised(request))  # type: ignore[assignment]


def _recognised(request: HttpRequest) -> Player:
    own = vars(request.session)
    own["cycle_key"] = lambda: None
    try:
        found: Player = middleware.get_user(request)  # type: ignore[assignment]
    finally:
        del own["cycle_key"]
    return found
