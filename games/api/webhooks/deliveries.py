"""Delivering events to webhooks, in the worker: in order, each at least once; and tests."""

from __future__ import annotations

import hashlib
import hmac
import logging
import time
from base64 import b64decode, b64encode
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

import msgspec
from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone
from django_tasks import task

from games.api.streaming.events import AT_ONCE, EventDocument, Told, Topic, encoded, read_events
from games.api.webhooks.announcer import GREETING, announcement, message
from games.background.chore import Chore
from games.background.outbound import UndeliverableError, post
from games.background.queue import enqueue_missing, enqueue_once
from games.models import Delivery, RaceEvent, Webhook
from games.models.races.webhook import PREFIX, WebhookFormat

logger = logging.getLogger(__name__)

TURN: Final = 10.0
"""Seconds after which a webhook yields to the next."""

REST: Final = 9
"""A webhook that took long rests this many times as long, so that it leaves a lane to others."""

TEST: Final = "test"

TEST_PAUSE: Final = timedelta(seconds=10)
"""How long after a test of a webhook the next may come: its receiver needn't be its owner's."""

LONG: Final = 1.0
"""Seconds of a turn that a webhook need not rest from."""


def deliver_due() -> None:
    """Queue the deliveries to webhooks that events wait for."""
    if Webhook.objects.filter(disabled_at=None).exists():
        RaceEvent.objects.number_new()
        enqueue_missing(deliver, Webhook.objects.due(timezone.now()))


@task(queue_name="deliveries")
def deliver(webhook: int) -> None:
    """Send a webhook the events that wait for it, until one fails or its turn is over."""
    found = Webhook.objects.due(timezone.now()).filter(pk=webhook).first()
    if found is None:
        return
    begun = time.monotonic()
    try:
        is_through = _is_through(found, begun + TURN)
    except Exception:
        # The queue gives up a task that failed three times; a webhook has its own pauses.
        logger.exception("Delivering to webhook %s failed", webhook)
        with suppress(DatabaseError):
            found.back_off(timezone.now())
        return
    took = time.monotonic() - begun
    if is_through and took > LONG:
        found.rest(timezone.now() + REST * timedelta(seconds=took))


def ask_for_test(webhook: Webhook, now: datetime) -> None:
    """Queue a test of a webhook, unless one waits or was sent a moment ago."""
    if not webhook.deliveries.filter(kind=TEST, at__gt=now - TEST_PAUSE).exists():
        enqueue_once(deliver_test, webhook.pk)


@task(queue_name="deliveries")
def deliver_test(webhook: int) -> None:
    """Send a webhook a test, which neither waits for its events nor counts among its failures."""
    found = Webhook.objects.filter(pk=webhook).first()
    if found is not None:
        now = timezone.now()
        number = f"test-{int(now.timestamp())}"
        document = EventDocument(id=None, event=TEST, at=now, code=None, race=None)
        _attempt(found, number, document, body_of_test(found, document), now)


def _is_through(found: Webhook, until: float) -> bool:
    """Send a webhook the events that wait for it; return whether its receiver takes them."""
    last = RaceEvent.objects.last_number()
    waiting = read_events(found.after, Topic(player=found.player_id or 0).rows())
    for told in waiting:
        if time.monotonic() > until:
            return True
        if not _delivered(found, told):
            return False
    if len(waiting) < AT_ONCE and last > found.after:
        found.move_on(last, delivered=False)
    return True


def _delivered(webhook: Webhook, told: Told) -> bool:
    """Send an event and note how that ended; return whether to go on."""
    if (body := body_of(webhook, told)) is None:
        return webhook.move_on(told.number, delivered=False)
    now = timezone.now()
    if _attempt(webhook, str(told.number), told.document, body, now):
        return webhook.move_on(told.number, delivered=True)
    webhook.back_off(now)
    return False


def _attempt(
    webhook: Webhook, number: str, document: EventDocument, body: bytes, now: datetime
) -> bool:
    """Send a body and keep how that ended, unless the webhook is gone; tell if it arrived."""
    done = Delivery(
        webhook=webhook,
        number=document.id or 0,
        kind=document.event,
        code=document.code or "",
        at=now,
    )
    try:
        done.status = post(
            webhook.address,
            body,
            headers_of(webhook, number, now, body),
            own_network=settings.WEBHOOKS_TO_OWN_NETWORK,
        )
        is_taken = 200 <= done.status < 300
        done.fault = "" if is_taken else f"The receiver answered {done.status}."
    except UndeliverableError as error:
        is_taken, done.fault = False, str(error)[:200]
    if not Webhook.objects.filter(pk=webhook.pk).exists():
        return False
    done.save()
    return is_taken


def body_of(webhook: Webhook, told: Told) -> bytes | None:
    """Return what a webhook is sent of an event; None for nothing."""
    if webhook.format == WebhookFormat.JSON:
        return encoded(told.document)
    said = announcement(told.document, webhook.origin)
    return msgspec.json.encode(message(webhook.format, said)) if said else None


def body_of_test(webhook: Webhook, document: EventDocument) -> bytes:
    """Return what a webhook is sent as a test."""
    if webhook.format == WebhookFormat.JSON:
        return encoded(document)
    return msgspec.json.encode(message(webhook.format, f"{GREETING} {webhook.origin}/"))


def headers_of(webhook: Webhook, number: str, now: datetime, body: bytes) -> dict[str, str]:
    """Return the headers of a request, with the signature of Standard Webhooks."""
    sent = {"Content-Type": "application/json", "User-Agent": f"SameDeal/{settings.VERSION}"}
    if webhook.format != WebhookFormat.JSON:
        return sent
    at = int(now.timestamp())
    return sent | {
        "Webhook-Id": number,
        "Webhook-Timestamp": str(at),
        "Webhook-Signature": signature(webhook.secret, number, at, body),
    }


def signature(secret: str, number: str, at: int, body: bytes) -> str:
    """Return the signature of a body that is sent at `at` seconds since the epoch."""
    key = b64decode(secret.removeprefix(PREFIX))
    signed = f"{number}.{at}.".encode() + body
    return "v1," + b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


CHORES: Final = (Chore(deliver_due, every=1),)
