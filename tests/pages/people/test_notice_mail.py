"""Notices by mail: asked for, once, in the reader's language, stopped in one click."""

from __future__ import annotations

import re
import socket
from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends import locmem
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from games import racing
from games.background.worker import Lane
from games.models import Challenge, Notice, NoticeKind, Player, Wishes
from games.models.database.instants import to_ms
from games.models.people.wishes import Way
from games.models.play.telling import tell_of_events
from games.models.races.event_players import leave_event
from games.pages.people.notices.mail import mail_due, mail_waiting
from games.pages.site.clock import now
from tests.models.dailies import HOUR, daily, finish
from tests.models.events import MINUTE, planned
from tests.models.stored_races import RULES, join
from tests.models.streaks import put_streak_at_stake
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(bob: Player, visit: Visit) -> Client:
    """Return the browser of Bob, who asks for mails of challenges, in German."""
    EmailAddress.objects.create(user=bob, email="bob@example.org", verified=True, primary=True)
    browser = visit(bob)
    browser.cookies["django_language"] = "de"
    answer = browser.post("/notices/settings/", {"site": ["over"], "mail": ["challenged"]})
    assert answer["Location"] == "/notices/settings/"
    return browser


def work() -> None:
    """Do as a worker does."""
    mail_due()
    for queued in DBTaskResult.objects.ready():
        Lane("deliveries").run_task(queued)


def challenge(challenger: Player, challenged: Player) -> Challenge:
    return Challenge.objects.open(challenger, challenged, RULES, now)


def test_a_mail_is_sent_once_in_the_reader_s_language(
    reader: Client, alice: Player, bob: Player
) -> None:
    race = challenge(alice, bob).race
    work()
    work()
    mail_waiting.func()
    [sent] = mail.outbox
    assert sent.subject == "[Same Deal] Alice fordert dich heraus: Agnes Sorel."
    assert sent.to == ["bob@example.org"]
    assert f"http://testserver/race/{race.code}/" in sent.body
    assert not getattr(sent, "alternatives", [])
    # Nothing of it on the site: that was switched off.
    assert reader.get("/notices/new/").json()["count"] == ""


def test_a_streak_at_stake_is_mailed_unless_it_is_kept_meanwhile(
    reader: Client, alice: Player, bob: Player
) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True)
    wish(alice, mail=["streak"])
    wish(bob, mail=["streak"])
    put_streak_at_stake(alice, 2)
    put_streak_at_stake(bob, 2)
    finish(daily(now()), alice, 2, now=now() - HOUR)
    work()
    [sent] = mail.outbox
    assert sent.to == ["bob@example.org"]
    assert sent.subject == "[Same Deal] Keep your streak: 2 days"
    assert "Your streak of 2 days ends at midnight UTC." in sent.body
    assert "/daily/\n" in sent.body


def test_one_click_stops_the_mails_of_a_kind(reader: Client, alice: Player, bob: Player) -> None:
    challenge(alice, bob)
    work()
    headers = mail.outbox[0].extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    found = re.fullmatch(r"<http://testserver(/notices/stop/.+/)>", headers["List-Unsubscribe"])
    assert found is not None
    program = Client(enforce_csrf_checks=True)
    assert "Mails abbestellen?" in text(reader.get(found[1]))
    assert Wishes.objects.get().mailed == ["challenged"]
    assert program.post(found[1], {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert Wishes.objects.get().mailed == []
    challenge(alice, bob)
    work()
    assert len(mail.outbox) == 1
    forged = found[1][:-8] + "abcdefg/"
    assert program.post(forged).status_code == 404


@pytest.mark.parametrize("why", ["unconfirmed", "declined", "joined", "stopped", "seen", "old"])
def test_what_is_moot_is_not_mailed(why: str, reader: Client, alice: Player, bob: Player) -> None:
    asked = challenge(alice, bob)
    notice = Notice.objects.get()
    match why:
        case "unconfirmed":
            EmailAddress.objects.update(verified=False)
        case "declined":
            asked.decline(now())
        case "joined":
            join(asked.race, bob)
        case "stopped":
            Wishes.objects.stop_mails(bob.pk, "challenged")
        case "seen":
            Notice.objects.update(seen_at=notice.at)
        case "old":
            Notice.objects.update(until=notice.at)
    work()
    assert mail.outbox == []
    assert not Notice.objects.filter(mail_due=True).exists()


def test_a_mail_server_that_is_down_is_left_alone_and_gets_it_later(
    reader: Client, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    challenge(alice, bob)
    challenge(alice, bob)
    tries: list[datetime] = []

    def down(*_: Any) -> None:
        tries.append(timezone.now())
        raise ConnectionRefusedError

    with monkeypatch.context() as patch:
        patch.setattr(locmem.EmailBackend, "open", down)
        work()
        assert len(tries) == 1
        # Neither a later round nor a new notice tries it sooner.
        challenge(alice, bob)
        work()
        assert len(tries) == 1
        rest_is_over()
        work()
        assert len(tries) == 2
    assert mail.outbox == []
    work()
    assert mail.outbox == []
    rest_is_over()
    work()
    assert len(mail.outbox) == 3


@pytest.mark.parametrize(("waited_s", "rests_s"), [(0, 10), (60, 60), (3600, 900)])
def test_a_mail_server_rests_the_longer_the_longer_it_is_down(
    waited_s: int, rests_s: int, alice: Player, bob: Player
) -> None:
    challenge(alice, bob)
    at = timezone.now()
    Notice.objects.update(mail_due=True, at=at - timedelta(seconds=waited_s))
    Notice.objects.rest_mails(at)
    assert not Notice.objects.to_mail(at + timedelta(seconds=rests_s - 1)).exists()
    assert Notice.objects.to_mail(at + timedelta(seconds=rests_s)).exists()


def test_a_mail_server_that_says_nothing_takes_one_connection_a_round(
    reader: Client, alice: Player, bob: Player, settings: Settings
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = silent.getsockname()
        settings.EMAIL_TIMEOUT = 0.2
        for _ in range(3):
            challenge(alice, bob)
        work()
        work()
        silent.accept()[0].close()
        silent.settimeout(0.2)
        with pytest.raises(TimeoutError):
            silent.accept()
    assert Notice.objects.filter(mail_due=True).count() == 3


def test_a_refused_mail_holds_up_no_other(
    reader: Client, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        challenge(alice, bob)
    failing(monkeypatch, SMTPRecipientsRefused({}))
    work()
    assert len(mail.outbox) == 2
    assert not Notice.objects.filter(mail_due=True).exists()


def test_a_mail_that_may_have_arrived_is_not_sent_again(
    reader: Client, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        challenge(alice, bob)
    failing(monkeypatch, SMTPServerDisconnected("timed out"))
    work()
    assert mail.outbox == []
    rest_is_over()
    work()
    assert len(mail.outbox) == 2


def test_a_fault_of_one_mail_ends_the_mailing_for_a_moment_only(
    reader: Client, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(5):
        challenge(alice, bob)
    failing(monkeypatch, *[ValueError("an odd address")] * 4)
    for _ in range(5):
        work()
    assert len(mail.outbox) == 1


def failing(monkeypatch: pytest.MonkeyPatch, *errors: Exception) -> None:
    """Let the first mails fail."""
    left, send_messages = list(errors), locmem.EmailBackend.send_messages

    def fail(backend: locmem.EmailBackend, messages: Any) -> int:
        if left:
            raise left.pop()
        return send_messages(backend, messages)

    monkeypatch.setattr(locmem.EmailBackend, "send_messages", fail)


def rest_is_over() -> None:
    """Let the time pass for which a mail server is left alone."""
    Notice.objects.filter(mail_retry_at__isnull=False).update(mail_retry_at=timezone.now())


def test_an_event_is_mailed_to_those_who_still_take_part(
    reader: Client, alice: Player, bob: Player
) -> None:
    reader.post("/notices/settings/", {"mail": ["event"]})
    events = [planned(alice, bob, now=now() - 40 * MINUTE) for _ in range(2)]
    tell_of_events(to_ms(events[0].starts_at) - racing.NEAR)
    leave_event(events[1], bob, now)
    work()
    [sent] = mail.outbox
    assert sent.subject == "[Same Deal] Dein Turnier beginnt gleich: Club night."
    assert f"http://testserver{events[0].get_absolute_url()}" in sent.body


def overtake(rival: Player, player: Player, number: int) -> None:
    cause = f"attempt {number}"
    Notice.objects.tell([player.pk], NoticeKind.OVERTAKEN, cause, now(), by=rival.pk)


def wish(player: Player, **ways: list[str]) -> None:
    """Set what a player with a confirmed address wants to be told."""
    EmailAddress.objects.get_or_create(
        user=player, defaults={"email": "bob@example.org", "verified": True}
    )
    wishes = Wishes(player=player)
    wishes.choose({Way(way): kinds for way, kinds in ways.items()})
    wishes.keep()


def test_who_is_overtaken_often_gets_one_mail(alice: Player, bob: Player) -> None:
    wish(bob, site=["overtaken"], mail=["overtaken"])
    overtake(alice, bob, 1)
    overtake(alice, bob, 2)
    work()
    assert len(mail.outbox) == 1
    Notice.objects.see(bob, Notice.objects.latest("pk").pk, Notice.objects.latest("pk").at)
    overtake(alice, bob, 3)
    work()
    assert len(mail.outbox) == 2


def test_what_was_told_before_mails_were_on_keeps_none_back(alice: Player, bob: Player) -> None:
    wish(bob, site=["overtaken"])
    overtake(alice, bob, 1)
    work()
    wish(bob, site=["overtaken"], mail=["overtaken"])
    overtake(alice, bob, 2)
    work()
    assert len(mail.outbox) == 1


def test_who_reads_of_it_only_by_mail_gets_one_until_the_next_visit(
    alice: Player, bob: Player
) -> None:
    wish(bob, mail=["overtaken"])
    for number in (1, 2):
        overtake(alice, bob, number)
        work()
    assert len(mail.outbox) == 1
    bob.see(timezone.now())
    for number in (3, 4):
        overtake(alice, bob, number)
        work()
    assert len(mail.outbox) == 2


def test_mails_need_a_confirmed_address(visit: Visit, guest: Player, bob: Player) -> None:
    for player, why in ((guest, "an account with"), (bob, "Emails need a confirmed")):
        browser = visit(player)
        assert why in text(browser.get("/notices/settings/"))
        browser.post("/notices/settings/", {"mail": ["over"], "push": ["over"], "site": ["odd"]})
        wishes = Wishes.objects.get(player=player)
        assert (wishes.mailed, wishes.pushed) == ([], ["over"])
        assert len(wishes.quiet) == len(NoticeKind)
    assert urlsplit(Client().get("/notices/settings/")["Location"]).path == "/accounts/login/"
