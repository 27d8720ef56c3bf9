from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.models import Delivery, Player, Webhook
from games.models.races.webhook import AT_MOST, WebhookFormat
from tests.pages.page import text

pytestmark = pytest.mark.django_db

ASKED = {"address": "https://club.example.org/races", "format": "json"}


def test_a_secret_is_shown_once(browser: Client) -> None:
    made = browser.post("/account/webhooks/", ASKED)
    assert made.status_code == 201
    [secret] = re.findall(r"whsec_[^<]{44}", made.content.decode())
    assert Webhook.objects.get().secret == secret
    assert Webhook.objects.get().origin == "http://testserver"
    after = browser.get("/account/webhooks/")
    assert "https://club.example.org/races" in text(after)
    assert secret not in after.content.decode()


def test_a_chat_needs_no_secret(browser: Client) -> None:
    made = browser.post("/account/webhooks/", {**ASKED, "format": "slack"})
    assert "whsec_" not in made.content.decode()


def test_the_page_shows_deliveries_and_what_fails(browser: Client, alice: Player) -> None:
    browser.post("/account/webhooks/", ASKED)
    hook, now = Webhook.objects.get(), timezone.now()
    sent = {"webhook": hook, "number": 1, "code": "QFXKMP", "at": now}
    Delivery.objects.create(kind="opened", status=204, **sent)
    Delivery.objects.create(kind="over", fault="The receiver answered 500.", **sent)
    hook.back_off(now)
    shown = text(browser.get("/account/webhooks/"))
    assert "over QFXKMP, The receiver answered 500." in shown
    assert "opened QFXKMP, 204" in shown
    assert "failing since" in shown
    Webhook.objects.update(disabled_at=now)
    assert "off after a week of failures" in text(browser.get("/account/webhooks/"))


def test_a_player_tests_own_webhooks_only(browser: Client, alice: Player, bob: Player) -> None:
    hers, his = (
        Webhook.objects.make(player, ASKED["address"], WebhookFormat.JSON, "", timezone.now())
        for player in (alice, bob)
    )
    for hook in (hers, his):
        browser.post(f"/account/webhooks/{hook.pk}/test/")
    assert [queued.args_kwargs["args"] for queued in DBTaskResult.objects.ready()] == [[hers.pk]]
    assert "A test is on its way." in text(browser.get("/account/webhooks/"))


def test_a_player_deletes_own_webhooks_only(browser: Client, alice: Player, bob: Player) -> None:
    for player in (alice, bob):
        Webhook.objects.make(player, ASKED["address"], WebhookFormat.JSON, "", timezone.now())
    for hook in Webhook.objects.all():
        browser.post(f"/account/webhooks/{hook.pk}/delete/")
    assert [hook.player for hook in Webhook.objects.all()] == [bob]


def test_a_bad_address_and_one_too_many_are_refused(browser: Client, alice: Player) -> None:
    refused = browser.post("/account/webhooks/", {**ASKED, "address": "club"})
    assert refused.status_code == 400
    assert "Nothing can be sent there." in text(refused)
    for _ in range(AT_MOST):
        browser.post("/account/webhooks/", ASKED)
    assert f"You have {AT_MOST} webhooks." in text(browser.post("/account/webhooks/", ASKED))


def test_the_page_is_for_accounts(client: Client) -> None:
    assert client.get("/account/webhooks/").status_code == 302
