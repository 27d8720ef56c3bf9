"""Notices by mail, in the worker: each tried once, to those who asked for it.

A notice is marked before its mail is handed over, so none goes twice. A process that dies in
between loses that mail; the bell still tells of it. A mail server that doesn't answer marks
nothing: the next round tries again, for a day.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from smtplib import SMTPException
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import override
from django_tasks import task

from games.background.queue import enqueue_missing
from games.models import Notice, NoticeKind, Player, Wishes
from games.models.people.wishes import Way
from games.pages.people.notices.said import said
from games.pages.people.notices.stopping import stop_address

logger = logging.getLogger(__name__)

GIVEN_UP_AFTER: Final = timedelta(days=1)


def mail_due() -> None:
    """Queue the mails that wait."""
    enqueue_missing(mail, Notice.objects.filter(mail_due=True).order_by("pk"))


@task(queue_name="deliveries")
def mail(notice: int) -> None:
    """Mail a notice, unless that is no longer wanted."""
    now = timezone.now()
    waiting = Notice.objects.filter(pk=notice, mail_due=True)
    loaded = waiting.with_cause().select_related("player")
    found = loaded.filter(at__gt=now - GIVEN_UP_AFTER).current(now).first()
    wishes = None if found is None else Wishes.objects.of(found.player)
    address = None if found is None else confirmed_address(found.player)
    if found is None or wishes is None or not address or not _is_wanted(found, wishes):
        waiting.update(mail_due=False)
        return
    line = get_connection()
    message = message_of(found, wishes, address)
    try:
        # Before the notice is marked: a server that is down has taken nothing.
        line.open()
    except (OSError, SMTPException) as error:
        logger.warning("The mail server doesn't answer, trying again: %r", error)
        return
    try:
        if waiting.update(mail_due=False) == 1:
            line.send_messages([message])
    finally:
        line.close()


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
        link = wishes.origin + notice.get_absolute_url()
        context = {"said": sentence, "link": link, "stop": stop, "notice": notice}
        text = render_to_string("people/notices/mail.txt", context)
    return EmailMessage(
        f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{sentence}",
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
    before = Notice.objects.filter(
        player=notice.player_id,
        kind=NoticeKind.OVERTAKEN,
        trial=notice.trial_id,
        seen_at=None,
        shown=True,
        pk__lt=notice.pk,
    )
    return notice.kind != NoticeKind.OVERTAKEN or not before.exists()
