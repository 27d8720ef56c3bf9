"""What all visitors share is read once a second, however many come."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.conf import settings
from django.core.cache import caches

T = TypeVar("T")


def remembered(what: str, read: Callable[[], T]) -> T:
    """Return what was read less than `PAGE_SECONDS` ago in this process, or read it.

    `what` names it among all that is remembered. None is read again each time.
    """
    kept: T | None = caches["pages"].get(what) if settings.PAGE_SECONDS else None
    if kept is None:
        kept = read()
        caches["pages"].set(what, kept, settings.PAGE_SECONDS)
    return kept
