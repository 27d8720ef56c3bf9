"""Notices by mail: asked for, once, in the reader's language, stopped in one click."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends import locmem
from django.test import Client
from django_tasks_db.models import DBTaskResult

from games.background.worker import Lane
from games.models import Challenge, Notice, NoticeKind, Player, Wishes
from games.models.people.wishes import Way
from games.pages.people.notices.mail import mail as send
from games.pages.people.notices.mail import mail_due
from games.pages.site.clock import now
from tests.models.stored_races import RULES, join
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
    send.func(Notice.objects.get().pk)
    [sent] = mail.outbox
    assert sent.subject == "[Same Deal] Alice fordert dich heraus: Agnes Sorel."
    assert sent.to == ["bob@example.org"]
    assert f"http://testserver/race/{race.code}/" in sent.body
    assert not getattr(sent, "alternatives", [])
    # Nothing of it on the site: that was switched off.
    assert reader.get("/notices/new/").json()["count"] == ""


def test_one_click_stops_the_mails_of_a_kind(reader: Client, alice: Player, bob: Player) -> None:
    challenge(alice, bob)
    work()
    headers = mail.outbox[0].extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    found = re.fullmatch(r"<http://testserver(/notices/stop/.+/)>", headers["List-Unsubscribe"])
    assert found is not None
    program = Client(enforce_csrf_checks=True)
    assert "Mails beenden?" in text(reader.get(found[1]))
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


def test_a_mail_server_that_is_down_gets_it_later(
    reader: Client, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    challenge(alice, bob)

    def down(*_: Any) -> None:
        raise ConnectionRefusedError

    with monkeypatch.context() as patch:
        patch.setattr(locmem.EmailBackend, "open", down)
        work()
    assert mail.outbox == []
    work()
    assert len(mail.outbox) == 1


def test_who_is_overtaken_often_gets_one_mail(alice: Player, bob: Player) -> None:
    EmailAddress.objects.create(user=bob, email="bob@example.org", verified=True)
    wishes = Wishes(player=bob)
    wishes.choose({Way.SITE: ["overtaken"], Way.MAIL: ["overtaken"]})
    wishes.keep()
    for cause in ("attempt 1", "attempt 2"):
        Notice.objects.tell([bob.pk], NoticeKind.OVERTAKEN, cause, now(), by=alice.pk)
    work()
    assert len(mail.outbox) == 1
    Notice.objects.see(bob, Notice.objects.latest("pk").pk, Notice.objects.latest("pk").at)
    Notice.objects.tell([bob.pk], NoticeKind.OVERTAKEN, "attempt 3", now(), by=alice.pk)
    work()
    assert len(mail.outbox) == 2


def test_mails_need_a_confirmed_address(visit: Visit, guest: Player, bob: Player) -> None:
    for player, why in ((guest, "an account with"), (bob, "Mails need a confirmed")):
        browser = visit(player)
        assert why in text(browser.get("/notices/settings/"))
        browser.post("/notices/settings/", {"mail": ["over"], "push": ["over"], "site": ["odd"]})
        wishes = Wishes.objects.get(player=player)
        assert (wishes.mailed, wishes.pushed) == ([], ["over"])
        assert len(wishes.quiet) == len(NoticeKind)
    assert urlsplit(Client().get("/notices/settings/")["Location"]).path == "/accounts/login/"
