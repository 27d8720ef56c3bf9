"""Notices by Web Push, in the worker: each once a browser, to those that subscribed.

The library only seals and signs. What goes out takes the way of webhooks, past no guard: an
endpoint is an address that a visitor chose.
"""

from __future__ import annotations

import hashlib
import logging
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override
from django_tasks import task

from games.background.outbound import UndeliverableError, post
from games.background.queue import enqueue_missing
from games.models import Notice, NoticeKind, Push, Wishes
from games.models.database.instants import to_ms
from games.models.people.wishes import Way
from games.pages.people.notices.said import headline, said
from games.pages.people.notices.sealed import sealed, signature

logger = logging.getLogger(__name__)

FRESH: Final = timedelta(days=1)
"""For how long news is worth a push, if nothing ends it sooner."""

URGENT: Final = (NoticeKind.CHALLENGED, NoticeKind.REMATCH, NoticeKind.BEGINS, NoticeKind.EVENT)
"""What wakes a phone that saves its battery: somebody waits."""

GONE: Final = (404, 410)
"""The subscription has ended."""


def push_due() -> None:
    """Queue what waits to be pushed."""
    enqueue_missing(push, Notice.objects.filter(push_due=True).order_by("pk"))
    enqueue_missing(push_to, Push.objects.due(timezone.now()).order_by("pk"))


@task(queue_name="deliveries")
def push(notice: int) -> None:
    """Queue a notice for each browser of its player."""
    found = Notice.objects.filter(pk=notice, push_due=True).first()
    if found is not None:
        Push.objects.send_out(found, timezone.now())


@task(queue_name="deliveries")
def push_to(number: int) -> None:
    """Push a notice to a browser, unless that is no longer wanted."""
    now = timezone.now()
    found = Push.objects.due(now).filter(pk=number).select_related("browser").first()
    if found is None or not found.claim():
        return
    notice = _wanted(found.notice_id, now)
    if notice is None:
        found.delete()
        return
    try:
        status = _sent(found, notice, now)
    except UndeliverableError as error:
        # Not tried again: it may have arrived.
        logger.warning("Push %s wasn't answered: %s", number, error)
        found.delete()
        return
    if status in GONE:
        found.browser.delete()
    elif status == 429 or status >= 500:
        found.put_off(now)
    else:
        if status >= 400:
            logger.warning("Push %s was refused: %s", number, status)
        found.delete()


def _wanted(pk: int, now: datetime) -> Notice | None:
    """Return a notice that its player still wants to be pushed, and hasn't seen."""
    fresh = Notice.objects.filter(pk=pk, at__gt=now - FRESH, seen_at=None).current(now)
    loaded = fresh.with_cause().select_related("player")
    notice = loaded.first()
    if notice is None or not Wishes.objects.of(notice.player).wants(notice.kind, Way.PUSH):
        return None
    return notice


def _sent(push: Push, notice: Notice, now: datetime) -> int:
    """Send a push and return the status of the answer."""
    browser = push.browser
    with override(browser.language):
        message = message_of(notice)
    until = notice.until or notice.at + FRESH
    return post(
        browser.endpoint,
        sealed(message, browser.p256dh, browser.auth),
        {
            "Authorization": signature(browser.endpoint, browser.origin, int(now.timestamp())),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(max(0, int((until - now).total_seconds()))),
            # While a browser is off, the latest push with a topic replaces those before it.
            "Topic": message["tag"],
            "Urgency": "high" if notice.kind in URGENT else "normal",
            "User-Agent": f"SameDeal/{settings.VERSION}",
        },
        own_network=settings.WEBHOOKS_TO_OWN_NETWORK,
    )


def message_of(notice: Notice) -> dict[str, Any]:
    """Return what the service worker shows, in the active language."""
    path = notice.get_absolute_url()
    # Notices of a kind that lead to one page replace each other: many may overtake in one race.
    about = f"{notice.kind} {path}"
    starts = {}
    if notice.is_replanned and notice.until is not None:
        # The worker in the browser knows the reader's time zone.
        starts = {"starts": to_ms(notice.until), "words": _("Starts on %(start)s")}
    return starts | {
        "title": headline(notice) or "Same Deal",
        "body": said(notice),
        "path": path,
        "at": to_ms(notice.at),
        "tag": hashlib.sha256(about.encode()).hexdigest()[:32],
    }
