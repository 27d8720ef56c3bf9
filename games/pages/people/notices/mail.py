"""Notices by mail, in the worker: each tried once, to those who asked for it.

A notice is marked before its mail is handed over, so none goes twice. A process that dies in
between loses that mail; the bell still tells of it. A mail server that doesn't answer is left alone
for a while, and gets what waits for up to a day.
"""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from datetime import timedelta
from smtplib import SMTPNotSupportedError, SMTPRecipientsRefused, SMTPResponseException
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import override
from django_tasks import task

from games.background.queue import enqueue_once
from games.models import Notice, NoticeKind, Player, Wishes
from games.models.people.wishes import Way
from games.pages.people.notices.said import headline, said
from games.pages.people.notices.stopping import stop_address

logger = logging.getLogger(__name__)

GIVEN_UP_AFTER: Final = timedelta(days=1)

TURN: Final = 10.0
"""Seconds after which mails yield to other deliveries."""

REFUSALS: Final = (SMTPNotSupportedError, SMTPRecipientsRefused, SMTPResponseException)
"""How a mail server refuses one mail; it may take the next."""


def mail_due() -> None:
    """Queue a task for all mails that wait: a slow mail server holds up one lane, not all."""
    if Notice.objects.to_mail(timezone.now()).exists():
        enqueue_once(mail_waiting)


@task(queue_name="deliveries")
def mail_waiting() -> None:
    """Mail the notices that wait, until the server fails or the turn is over."""
    end = time.monotonic() + TURN
    server = get_connection()
    try:
        while time.monotonic() < end:
            notice = Notice.objects.to_mail(timezone.now()).first()
            if notice is None or not _goes_on(notice.pk, server):
                break
    except Exception:
        # The queue gives up a task that failed three times, and all mails need this one.
        logger.exception("Mailing notices failed")
    finally:
        _hang_up(server)


def _goes_on(pk: int, server: BaseEmailBackend) -> bool:
    """Mail a notice, unless that is no longer wanted; return whether the server takes more."""
    now = timezone.now()
    waiting = Notice.objects.filter(pk=pk, mail_due=True)
    loaded = waiting.with_cause().select_related("player")
    found = loaded.filter(at__gt=now - GIVEN_UP_AFTER).current(now).first()
    wishes = None if found is None else Wishes.objects.of(found.player)
    address = None if found is None else confirmed_address(found.player)
    if found is None or wishes is None or not address or not _is_wanted(found, wishes):
        waiting.update(mail_due=False)
        return True
    try:
        # Before the notice is marked: a server that is down has taken nothing.
        server.open()
    except OSError as error:
        logger.warning("The mail server doesn't answer, trying again later: %r", error)
        Notice.objects.rest_mails(now)
        return False
    if waiting.update(mail_due=False, mailed_at=now) != 1:
        return True
    try:
        server.send_messages([message_of(found, wishes, address)])
    except REFUSALS as error:
        logger.warning("The mail of notice %s was refused: %r", pk, error)
        # The server may have closed the connection.
        _hang_up(server)
    except OSError as error:
        # Not tried again: it may have arrived.
        logger.warning("The mail of notice %s wasn't answered: %r", pk, error)
        Notice.objects.rest_mails(now)
        return False
    return True


def _hang_up(server: BaseEmailBackend) -> None:
    with suppress(OSError):
        server.close()


def confirmed_address(player: Player) -> str:
    """Return the address at which a player may be mailed; empty if there is none."""
    if player.guest:
        return ""
    confirmed = EmailAddress.objects.filter(user=player, verified=True).order_by("-primary", "pk")
    return confirmed.values_list("email", flat=True).first() or ""


def message_of(notice: Notice, wishes: Wishes, address: str) -> EmailMessage:
    """Return the mail of a notice, in its player's language, with a way to stop such mails."""
    stop = wishes.origin + stop_address(notice.player_id, notice.kind)
    with override(wishes.language):
        sentence = said(notice)
        subject = headline(notice) or sentence
        link = wishes.origin + notice.get_absolute_url()
        context = {"said": sentence, "link": link, "stop": stop, "notice": notice}
        text = render_to_string("people/notices/mail.txt", context)
    return EmailMessage(
        f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}",
        text,
        to=[address],
        # RFC 8058: a mail program stops them in one click.
        headers={
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )


def _is_wanted(notice: Notice, wishes: Wishes) -> bool:
    """Tell whether a mail is still wanted: one is enough until its reader has looked."""
    if notice.seen_at is not None or not wishes.wants(notice.kind, Way.MAIL):
        return False
    of_others = notice.kind in (NoticeKind.OVERTAKEN, NoticeKind.PLAYED)
    return not of_others or not notice.mailed_before().exists()
