"""Notices by Web Push, against a push service of the tests' own that reads as a browser does."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import http_ece
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from games import racing
from games.background.worker import Lane
from games.models import Challenge, Notice, NoticeKind, Player, Push, PushSubscription, Race
from games.models.database.instants import to_datetime, to_ms
from games.models.people.push_subscription import AT_MOST
from games.models.play.telling import SETTLED_MS, tell, tell_of_events
from games.models.races.event_players import leave_event
from games.models.races.identity import erase
from games.models.races.new_race import STANDARD, new_race
from games.models.races.push import TRIES
from games.pages.people.notices.push import push_due, push_to
from games.pages.people.notices.sealed import public_key
from games.pages.site.clock import now
from tests.models.anytime_races import anytime
from tests.models.events import MINUTE, planned
from tests.models.stored_races import RULES, join
from tests.models.streaks import put_streak_at_stake
from tests.pages.conftest import Visit
from tests.receiver import Receiver, receiving

pytestmark = pytest.mark.django_db


def encoded(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def decoded(value: str) -> bytes:
    return urlsafe_b64decode(value + "=" * (-len(value) % 4))


class PushService(Receiver):
    """What a browser and its push service know."""

    key = ec.generate_private_key(ec.SECP256R1())
    auth = b"sixteen bytes ok"

    def __init__(self, receiver: Receiver) -> None:
        self.receiver = receiver

    def fields(self, browser: int = 0) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        endpoint = f"http://127.0.0.1:{self.receiver.port}/push/{browser}"
        return {"endpoint": endpoint, "p256dh": encoded(point), "auth": encoded(self.auth)}

    @property
    def topics(self) -> set[str]:
        return {headers["Topic"] for headers in self.receiver.headers}

    def read(self) -> list[Any]:
        """Return the messages that have come, unsealed, if each is signed by the site."""
        for headers in self.receiver.headers:
            scheme, _space, rest = headers["Authorization"].partition(" ")
            signed = dict(part.split("=", 1) for part in rest.split(","))
            assert (scheme, signed["k"]) == ("vapid", public_key())
            point = decoded(signed["k"])
            key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
            origin = f"http://127.0.0.1:{self.receiver.port}"
            claims = jwt.decode(signed["t"], key, algorithms=["ES256"], audience=origin)
            assert claims["sub"] == "mailto:play@example.org"
            assert 0 < int(headers["TTL"]) <= 30 * 60
            assert len(headers["Topic"]) == 32
            assert (headers["Content-Encoding"], headers["Urgency"]) == ("aes128gcm", "high")
        return self.unsealed()

    def unsealed(self) -> list[Any]:
        """Return the messages that have come."""
        unsealed = (
            http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth)
            for body in self.receiver.bodies
        )
        return [json.loads(message) for message in unsealed]


@pytest.fixture
def service(settings: Settings) -> Iterator[PushService]:
    settings.WEBHOOKS_TO_OWN_NETWORK = True
    settings.DEFAULT_FROM_EMAIL = "play@example.org"
    with receiving() as receiver:
        receiver.status = 201
        yield PushService(receiver)


@pytest.fixture
def browser(service: PushService, visit: Visit, bob: Player) -> Client:
    """Return Bob's browser, which has turned pushes of challenges on, in German."""
    browser = visit(bob)
    browser.cookies["django_language"] = "de"
    browser.post("/notices/settings/", {"site": ["challenged"], "push": ["challenged"]})
    assert browser.post("/notices/push/", service.fields()).status_code == 204
    return browser


def work() -> None:
    """Do as a worker does, twice: the second round sends what the first has queued."""
    for _ in range(2):
        push_due()
        for queued in DBTaskResult.objects.ready():
            Lane("deliveries").run_task(queued)


def challenge(challenger: Player, challenged: Player) -> Challenge:
    return Challenge.objects.open(challenger, challenged, RULES, now)


def test_a_push_comes_once_sealed_and_signed(
    browser: Client, service: PushService, alice: Player, bob: Player
) -> None:
    race = challenge(alice, bob).race
    work()
    work()
    [message] = service.read()
    assert message["body"] == "Alice fordert dich heraus: Agnes Sorel."
    assert message["path"] == f"/race/{race.code}/"
    assert not Push.objects.exists()
    # No one on the way reads it, and another race doesn't replace it.
    assert b"Alice" not in service.receiver.bodies[0]
    challenge(alice, bob)
    work()
    assert len(service.read()) == len(service.topics) == 2


def test_another_start_is_pushed_as_an_instant_for_the_browser_to_tell_in_its_own_time(
    browser: Client, service: PushService, alice: Player, bob: Player
) -> None:
    browser.post("/notices/settings/", {"push": ["begins"]})
    start = to_datetime(now() // MINUTE * MINUTE + 20 * MINUTE)
    race = new_race(alice, RULES, now, replace(STANDARD, planned_at=start))
    join(race, bob)
    Race.objects.filter(pk=race.pk).update(replanned_at=to_datetime(now()))
    tell(lambda: now() + SETTLED_MS)
    work()
    [message] = service.read()
    assert message["body"] == "Alice hat die Startzeit eures Rennens geändert: Agnes Sorel."
    assert (message["starts"], message["words"]) == (to_ms(start), "Beginnt am %(start)s")


def test_two_events_that_begin_together_are_both_told(
    browser: Client, service: PushService, alice: Player, bob: Player
) -> None:
    browser.post("/notices/settings/", {"push": ["event"]})
    events = [planned(alice, bob, now=now() - 40 * MINUTE) for _ in range(2)]
    tell_of_events(to_ms(events[0].starts_at) - racing.NEAR)
    work()
    messages = service.read()
    assert {message["path"] for message in messages} == {
        event.get_absolute_url() for event in events
    }
    [body] = {message["body"] for message in messages}
    assert body == "Dein Turnier beginnt gleich: Club night."
    assert len({message["tag"] for message in messages}) == 2
    assert {message["tag"] for message in messages} == service.topics


def test_a_streak_at_stake_is_pushed_with_its_length_as_the_title(
    browser: Client, service: PushService, bob: Player
) -> None:
    browser.post("/notices/settings/", {"push": ["streak"]})
    put_streak_at_stake(bob, 5)
    work()
    [message] = service.unsealed()
    assert message["title"] == "Halte deine Serie: 5 Tage"
    assert message["body"].startswith("Deine Serie von 5 Tagen endet um Mitternacht UTC. ")
    assert message["path"] == "/daily/"


def test_who_leaves_an_event_gets_no_push_of_it(
    browser: Client, service: PushService, alice: Player, bob: Player
) -> None:
    browser.post("/notices/settings/", {"push": ["event"]})
    event = planned(alice, bob, now=now() - 40 * MINUTE)
    tell_of_events(to_ms(event.starts_at) - racing.NEAR)
    leave_event(event, bob, now)
    work()
    assert service.receiver.bodies == []


def test_of_many_who_overtake_in_one_race_a_browser_keeps_the_last(
    browser: Client, service: PushService, alice: Player, bob: Player
) -> None:
    browser.post("/notices/settings/", {"push": ["overtaken"]})
    one, other = (anytime(alice, now=now()).trial.pk for _ in range(2))
    for attempt, trial in enumerate((one, one, other)):
        Notice.objects.tell(
            [bob.pk], NoticeKind.OVERTAKEN, f"attempt {attempt}", now(), by=alice.pk, trial=trial
        )
    work()
    assert len(service.receiver.bodies) == 3
    assert len(service.topics) == 2


@pytest.mark.parametrize("why", ["declined", "joined", "switched off", "seen", "unsubscribed"])
def test_what_is_moot_is_not_pushed(
    why: str, browser: Client, service: PushService, alice: Player, bob: Player
) -> None:
    asked = challenge(alice, bob)
    match why:
        case "declined":
            asked.decline(now())
        case "joined":
            join(asked.race, bob)
        case "switched off":
            browser.post("/notices/settings/", {"site": ["challenged"]})
        case "seen":
            browser.post("/notices/seen/", {"upto": Notice.objects.get().pk})
        case "unsubscribed":
            browser.post("/notices/push/stop/", service.fields())
    work()
    assert service.receiver.bodies == []
    assert not Push.objects.exists()


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(
    status: int, browser: Client, service: PushService, alice: Player, bob: Player
) -> None:
    service.receiver.status = status
    challenge(alice, bob)
    work()
    assert not PushSubscription.objects.exists()
    challenge(alice, bob)
    work()
    assert len(service.receiver.bodies) == 1


def test_a_service_that_is_busy_is_tried_again_some_times(
    browser: Client, service: PushService, alice: Player, bob: Player
) -> None:
    service.receiver.status = 503
    challenge(alice, bob)
    for tries in range(1, TRIES + 2):
        work()
        work()
        assert len(service.receiver.bodies) == min(tries, TRIES)
        Push.objects.update(due_at=timezone.now())
    assert PushSubscription.objects.exists()


def test_a_push_that_may_have_arrived_is_not_sent_again(
    browser: Client, service: PushService, alice: Player, bob: Player
) -> None:
    PushSubscription.objects.update(endpoint="http://127.0.0.1:9/push/0")
    challenge(alice, bob)
    work()
    assert not Push.objects.exists()
    assert PushSubscription.objects.exists()
    # A worker that died while it sent.
    challenge(alice, bob)
    push_due()
    for queued in DBTaskResult.objects.ready():
        Lane("deliveries").run_task(queued)
    pushed = Push.objects.get()
    assert pushed.claim()
    assert not pushed.claim()
    push_to.func(pushed.pk)
    assert service.receiver.bodies == []


def test_only_a_browser_s_own_address_and_keys_are_stored(
    browser: Client, service: PushService, settings: Settings
) -> None:
    well = service.fields(1)
    for odd in (
        {"endpoint": ""},
        {"endpoint": "ftp://example.org/"},
        {"endpoint": "https://example.org/" + "x" * 1000},
        {"p256dh": ""},
        {"p256dh": well["p256dh"][:-2]},
        {"auth": "short"},
        {"auth": "ü"},
    ):
        assert browser.post("/notices/push/", {**well, **odd}).status_code == 400
    settings.WEBHOOKS_TO_OWN_NETWORK = False
    for endpoint in (well["endpoint"], "http://example.org/push", "https://localhost/push"):
        asked = {**well, "endpoint": endpoint}
        assert browser.post("/notices/push/", asked).status_code == 400
    assert browser.post("/notices/push/", {**well, "endpoint": "https://example.org/p"})
    assert PushSubscription.objects.count() == 2
    assert Client().post("/notices/push/", well).status_code == 302


def test_a_browser_is_that_of_who_uses_it(
    browser: Client, service: PushService, visit: Visit, alice: Player, bob: Player
) -> None:
    other = visit(alice)
    other.post("/notices/push/", service.fields())
    assert PushSubscription.objects.get().player == alice
    other.post("/accounts/logout/")
    assert not PushSubscription.objects.exists()
    for number in range(AT_MOST + 2):
        browser.post("/notices/push/", service.fields(number))
    assert PushSubscription.objects.count() == AT_MOST
    stored = browser.get("/account/data/").json()["browsers_pushed_to"]
    assert service.fields(AT_MOST + 1)["endpoint"] in [one["endpoint"] for one in stored]
    erase(bob, timezone.now())
    assert not PushSubscription.objects.exists()


def test_the_worker_and_its_page_are_the_same_for_everyone(client: Client, browser: Client) -> None:
    for visitor in (client, browser):
        script = visitor.get("/sw.js", {"language": "de"})
        assert script["Content-Type"] == "text/javascript"
        assert script["Cache-Control"] == "public, no-cache"
        assert "/offline/de/" in script.content.decode()
        assert "/offline/en/" in visitor.get("/sw.js", {"language": "xx"}).content.decode()
        page = visitor.get("/offline/de/").content.decode()
        assert "Du bist offline" in page
        assert "Bob" not in page
    assert client.get("/offline/xx/").status_code == 404
    assert "worker-src 'self'" in client.get("/")["Content-Security-Policy"]
