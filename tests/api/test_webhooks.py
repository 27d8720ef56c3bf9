from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from hmac import digest
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from games.api.webhooks.announcer import message
from games.api.webhooks.deliveries import TEST_PAUSE, deliver, deliver_due, signature
from games.background.outbound import is_public
from games.background.worker import Lane
from games.models import Challenge, Delivery, Player, RaceEvent, Webhook
from games.models.people.token import Scope
from games.models.races.closing import close_race
from games.models.races.identity import erase
from games.models.races.transition import change_race
from games.models.races.webhook import AT_MOST, GIVEN_UP_AFTER, WebhookFormat
from games.pages.site.clock import now
from games.tasks import forget
from tests.api.programs import Program, token_of
from tests.clocks import at
from tests.models.stored_races import LIMIT, NOW, RULES, closed_race, join, open_race
from tests.receiver import Receiver, receiving

pytestmark = pytest.mark.django_db

ORIGIN = "https://play.example.org"


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    settings.WEBHOOKS_TO_OWN_NETWORK = True
    with receiving() as receiver:
        yield receiver


def webhook(player: Player | None, receiver: Receiver, form: str = "json") -> Webhook:
    form = WebhookFormat(form)
    return Webhook.objects.make(player, receiver.address, form, ORIGIN, timezone.now())


def send(hook: Webhook) -> Webhook:
    """Send what waits, whenever the next attempt was to come."""
    RaceEvent.objects.number_new()
    Webhook.objects.filter(pk=hook.pk).update(retry_at=None)
    deliver.func(hook.pk)
    hook.refresh_from_db()
    return hook


def work_on(hook: Webhook) -> None:
    """Do as a worker does when the time of the next attempt has come."""
    Webhook.objects.filter(pk=hook.pk).update(retry_at=None)
    deliver_due()
    for queued in DBTaskResult.objects.ready():
        Lane("deliveries").run_task(queued)
    hook.refresh_from_db()


def test_events_come_in_order_and_signed(alice: Player, bob: Player, receiver: Receiver) -> None:
    closed_race(alice, bob)
    hook = webhook(alice, receiver)
    race = closed_race(alice, bob)
    open_race(bob)
    send(hook)
    # What came before it was made isn't sent, nor what is only another's.
    assert {one["code"] for one in receiver.sent} == {race.code}
    assert [one["event"] for one in receiver.sent] == [
        *("opened", "changed", "countdown", "started", "over"),
    ]
    key = b64decode(hook.secret.removeprefix("whsec_"))
    for body, headers, told in zip(receiver.bodies, receiver.headers, receiver.sent, strict=True):
        signed = f"{told['id']}.{headers['Webhook-Timestamp']}.".encode() + body
        assert b64decode(headers["Webhook-Signature"].removeprefix("v1,")) == digest(
            key, signed, sha256
        )
        assert headers["Webhook-Id"] == str(told["id"])
    send(hook)
    assert len(receiver.sent) == 5


def test_the_documented_signature() -> None:
    secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    assert signature(secret, "1207", 1_700_000_000, b'{"event":"opened"}') == (
        "v1,VsNbWYrvvG4iDFrqrUm6jtLOgmxvfHB0VJKGg3iQCUw="
    )


@pytest.mark.parametrize("status", [302, 404, 500])
def test_a_failure_is_tried_again_and_nothing_overtakes_it(
    alice: Player, bob: Player, receiver: Receiver, status: int
) -> None:
    hook = webhook(alice, receiver)
    open_race(alice, bob)
    receiver.status = status
    for failures in (1, 2):
        assert send(hook).failures == failures
        assert hook.retry_at is not None
        assert len(receiver.sent) == failures
    deliver.func(hook.pk)
    assert len(receiver.sent) == 2
    receiver.status = 200
    send(hook)
    assert [one["event"] for one in receiver.sent] == ["opened", "opened", "opened", "changed"]
    assert (hook.failures, hook.failing_since, hook.retry_at) == (0, None, None)


def test_a_fault_of_the_site_is_tried_again_too(
    alice: Player, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = webhook(alice, receiver)
    open_race(alice)

    def fail(*_: Any) -> bytes:
        raise OperationalError("the database is locked")

    with monkeypatch.context() as patch:
        patch.setattr("games.api.webhooks.deliveries.body_of", fail)
        for failures in range(1, 5):
            work_on(hook)
            assert hook.failures == failures
            assert hook.retry_at is not None
    work_on(hook)
    assert [one["event"] for one in receiver.sent] == ["opened"]


def test_pauses_grow_and_a_week_of_failures_ends_it(alice: Player, receiver: Receiver) -> None:
    hook = webhook(alice, receiver)
    open_race(alice)
    receiver.status = 500
    pauses = []
    for _ in range(9):
        before = timezone.now()
        assert send(hook).retry_at
        pauses.append(round((hook.retry_at - before).total_seconds(), -1))  # type: ignore[operator]
    assert pauses == [10, 40, 160, 640, 2560, 10240, 21600, 21600, 21600]
    long_ago = timezone.now() - GIVEN_UP_AFTER
    Webhook.objects.filter(pk=hook.pk).update(failing_since=long_ago)
    assert send(hook).disabled_at is not None
    count = len(receiver.sent)
    send(hook)
    assert len(receiver.sent) == count


def test_the_own_network_gets_nothing(
    alice: Player, receiver: Receiver, settings: Settings
) -> None:
    settings.WEBHOOKS_TO_OWN_NETWORK = False
    hook = webhook(alice, receiver)
    open_race(alice)
    send(hook)
    assert receiver.bodies == []
    assert Delivery.objects.get().fault == "No public address has this name."


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.0.0.1", "169.254.169.254", "192.168.1.1", "100.64.0.1", "0.0.0.1"),
        *("::1", "fe80::1%eth0", "fc00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::"),
        *("fec0::2", "::127.0.0.1", "100::1", "4000::1", "2001::1"),
        *("192.0.0.1", "192.0.0.9", "::ffff:192.0.0.1", "3fff::1", "5f00::1"),
        *("224.0.0.1", "255.255.255.255", "::"),
    ],
)
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)


def test_chats_get_sentences(alice: Player, bob: Player, receiver: Receiver) -> None:
    alice.name = "A*lice <@1> https://a.example"
    alice.save()
    chats = [webhook(alice, receiver, "discord"), webhook(alice, receiver, "slack")]
    race = open_race(alice, bob)
    for hook in chats:
        send(hook)
    change_race(race.code, lambda r, n: r.start(alice.pk, n), at(now() - LIMIT - 60_000))
    close_race(race, at(now()))
    for hook in chats:
        send(hook)
    opened, slack, over, slack_over = receiver.sent
    # One player opens a race, whoever has come since.
    assert opened["content"].startswith("A race of Agnes Sorel is open: A\\*lice")
    assert "Bob" not in opened["content"]
    assert over["content"].startswith("A race of Agnes Sorel is over.")
    assert over["allowed_mentions"] == {"parse": []}
    assert slack["text"].endswith(f" waits for you. {ORIGIN}/race/{race.code}/")
    assert "&lt;@\N{WORD JOINER}1&gt;" in slack["text"]
    assert slack_over["text"].startswith("A race of Agnes Sorel is over.")
    # The only link is the site's own.
    for text in (opened["content"], slack["text"]):
        assert text.count("://") == text.count(f"{ORIGIN}/race/") == 1
    assert "Webhook-Signature" not in receiver.headers[0]
    assert message("slack", "a & b") == {"text": "a &amp; b", "mrkdwn": False}


def test_chats_are_not_called_to_a_race_that_has_started(
    alice: Player, bob: Player, receiver: Receiver
) -> None:
    hook = webhook(bob, receiver, "slack")
    race = Challenge.objects.open(alice, bob, RULES, at(NOW)).race
    join(race, bob)
    receiver.status = 500
    send(hook)
    change_race(race.code, lambda r, n: r.start(alice.pk, n), at(now() - LIMIT - 60_000))
    receiver.bodies.clear()
    receiver.status = 204
    send(hook)
    assert receiver.sent == []
    close_race(race, at(now()))
    send(hook)
    assert [one["text"].partition(".")[0] for one in receiver.sent] == [
        "A race of Agnes Sorel is over"
    ]


def test_a_webhook_takes_the_scope_that_reads(alice: Player, receiver: Receiver) -> None:
    program = Program(token_of(alice, Scope.ACCOUNT))
    assert program.post("me/webhooks", {"address": receiver.address}).status_code == 403
    assert program.get("me/webhooks").json() == {"webhooks": []}


def test_a_slow_receiver_leaves_the_worker_to_others(
    alice: Player, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = webhook(alice, receiver)
    open_race(alice)
    monkeypatch.setattr("games.api.webhooks.deliveries.LONG", 0)
    before = timezone.now()
    assert send(hook).retry_at
    assert hook.failures == 0
    assert before < hook.retry_at < timezone.now() + timedelta(seconds=60)  # type: ignore[operator]
    open_race(alice)
    deliver.func(hook.pk)
    assert len(receiver.sent) == 1


def try_out(hook: Webhook, program: Program) -> None:
    """Ask for a test, twice, and do as a worker does."""
    for _ in range(2):
        assert program.post(f"me/webhooks/{hook.pk}/test", {}).status_code == 204
    for queued in DBTaskResult.objects.ready():
        Lane("deliveries").run_task(queued)


def test_a_test_comes_once_though_events_fail(alice: Player, receiver: Receiver) -> None:
    mine, hook = Program(token_of(alice)), webhook(alice, receiver)
    open_race(alice)
    receiver.status = 500
    send(hook)
    try_out(hook, mine)
    receiver.status = 204
    # Not a second one at once: the receiver may be anybody's.
    try_out(hook, mine)
    assert len(receiver.sent) == 2
    Delivery.objects.update(at=timezone.now() - TEST_PAUSE)
    try_out(hook, mine)
    hook.refresh_from_db()
    assert hook.failures == 1
    assert [(one["event"], one["race"]) for one in receiver.sent[1:]] == [("test", None)] * 2
    headers, body = receiver.headers[-1], receiver.bodies[-1]
    stamp = int(headers["Webhook-Timestamp"])
    assert headers["Webhook-Id"] == f"test-{stamp}"
    assert headers["Webhook-Signature"] == signature(hook.secret, f"test-{stamp}", stamp, body)
    done = mine.get(f"me/webhooks/{hook.pk}/deliveries").json()["deliveries"]
    assert [(one["event"], one["status"]) for one in done] == [
        *(("test", 204), ("test", 500), ("opened", 500)),
    ]


def test_a_chat_is_tested_by_a_sentence(alice: Player, receiver: Receiver) -> None:
    try_out(webhook(alice, receiver, "slack"), Program(token_of(alice)))
    [sent] = receiver.sent
    assert sent["text"] == f"This is a test: your races will be announced here. {ORIGIN}/"


def test_a_program_has_webhooks(alice: Player, bob: Player, receiver: Receiver) -> None:
    mine, hers = Program(token_of(alice)), Program(token_of(bob))
    made = mine.post("me/webhooks", {"address": receiver.address})
    assert made.status_code == 201
    number = made.json()["id"]
    assert made.json()["secret"].startswith("whsec_")
    [listed] = mine.get("me/webhooks").json()["webhooks"]
    assert listed == made.json() | {"secret": None}
    race = open_race(alice)
    send(Webhook.objects.get())
    [done] = mine.get(f"me/webhooks/{number}/deliveries").json()["deliveries"]
    assert (done["event"], done["code"], done["status"]) == ("opened", race.code, 204)
    assert hers.get(f"me/webhooks/{number}/deliveries").status_code == 404
    assert hers.delete(f"me/webhooks/{number}").status_code == 404
    assert mine.delete(f"me/webhooks/{number}").status_code == 204
    assert not Delivery.objects.exists()


@pytest.mark.parametrize(
    "address",
    [
        *("x", "ftp://a.example/", "https://", "http://a.example:99999/", "http://u:p@a.example/"),
        *("https://a.example/ x", "https://\u00e4.example/", "http://[::1/"),
    ],
)
def test_a_bad_address_is_a_problem(alice: Player, address: str) -> None:
    answer = Program(token_of(alice)).post("me/webhooks", {"address": address})
    assert answer.status_code == 400
    assert [fault["where"] for fault in answer.json()["faults"]] == ["body.address"]


def test_a_player_has_so_many_and_takes_them_along(alice: Player, receiver: Receiver) -> None:
    program = Program(token_of(alice))
    for _ in range(AT_MOST):
        webhook(alice, receiver)
    assert program.post("me/webhooks", {"address": receiver.address}).status_code == 409
    erase(alice, timezone.now())
    assert not Webhook.objects.exists()


def test_the_site_s_webhook_tells_of_public_races(
    alice: Player, bob: Player, receiver: Receiver, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("webhook", receiver.address, ORIGIN)
    hook = Webhook.objects.get()
    assert hook.secret in capsys.readouterr().out
    closed_race(alice, bob)
    send(hook)
    assert receiver.sent == []
    Program(token_of(alice)).post("quick-races", {"game": "applegate"})
    send(hook)
    assert [one["event"] for one in receiver.sent] == ["opened"]
    Delivery.objects.update(at=timezone.now() - timedelta(days=9))
    forget()
    assert not Delivery.objects.exists()
    call_command("webhook", delete=hook.pk)
    assert not Webhook.objects.exists()
