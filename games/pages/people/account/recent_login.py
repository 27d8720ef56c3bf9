"""Log-ins so recent that players needn't confirm who they are once more."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from allauth.account import app_settings
from allauth.account.authentication import (
    AUTHENTICATION_METHODS_SESSION_KEY,
    get_authentication_records,
)
from django.http import HttpRequest

from games.models import Player

RECORDS: Final = (AUTHENTICATION_METHODS_SESSION_KEY, f"{AUTHENTICATION_METHODS_SESSION_KEY}_user")
"""Where allauth keeps in a session what was used to log in, and by whom."""

CONFIRMING: Final = ("password", "mfa")
"""What confirms an identity. A code by mail doesn't: others may read a mailbox that is open."""


def has_just_logged_in(request: HttpRequest) -> bool:
    """Tell whether a password or second factor was used as recently as a confirmation lasts.

    Allauth counts only those that were asked for again, not the ones of the log-in.
    """
    records = get_authentication_records(request, request.user)
    since = time.time() - app_settings.REAUTHENTICATION_TIMEOUT
    return any(one["method"] in CONFIRMING and one["at"] > since for one in records)


@contextmanager
def keeping_records(request: HttpRequest, player: Player) -> Iterator[None]:
    """Carry over what a player used to log in: Django ends the session of the guest before."""
    is_theirs = bool(get_authentication_records(request, player))
    kept = {name: request.session[name] for name in RECORDS if is_theirs}
    yield
    request.session.update(kept)
