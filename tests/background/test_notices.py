"""Two workers tell a cause once: on the site, by mail and by push."""

from __future__ import annotations

import re

import pytest

from tests.background.workers import Crew
from tests.receiver import receiving
from tests.stores import Backend

pytestmark = [pytest.mark.needs_postgres, pytest.mark.needs_redis]

RACES = 8

TELL = """
import time
from allauth.account.models import EmailAddress
from django.utils import timezone
from games import racing
from games.models import *
from games.models.people.wishes import Way
from games.models.races.closing import close_race
from games.models.races.transition import change_race
clock = lambda: time.time_ns() // 1_000_000
alice, bob = (Player.objects.create_user(name, name=name) for name in ("alice", "bob"))
EmailAddress.objects.create(user=bob, email="bob@example.org", verified=True)
wishes = Wishes(player=bob, origin="https://play.example.org")
wishes.choose({{way: ["overtaken"] for way in Way}})
wishes.save()
PushSubscription.objects.keep(
    bob, "{address}", timezone.now(), session="s", p256dh="{p256dh}", auth="c2l4dGVlbiBieXRlcyBvaw",
    language="en", origin="https://play.example.org",
)
for number in range({races}):
    rules = "agnes-sorel/standard"
    Proof.objects.store(rules, bytes([number]) * 32, "winnable", 1, "", secret=True)
    race = AnytimeRace.objects.open_for(
        alice, racing.AnytimeTerms(rules, 3, 7_200_000), clock
    )
    for player, ended in ((bob, "end"), (alice, "")):
        attempt = race.trial.attempt(player, clock)
        Race.objects.filter(pk=attempt.race_id).update(starts_at=timezone.now())
        entry = attempt.race.entries.get()
        Action.objects.create(entry=entry, number=1, ms=1, text="end")
        Race.objects.filter(pk=attempt.race_id).update(closed_at=timezone.now())
        Entry.objects.filter(pk=entry.pk).update(
            state="ended", moves=1, last_at=1, progress=5 if player == alice else 0, progress_at=1
        )
"""


@pytest.fixture
def backend() -> Backend:
    return "postgres"


def test_two_workers_tell_each_cause_once(crew: Crew) -> None:
    crew.environment = {**crew.environment, "WEBHOOKS_TO_OWN_NETWORK": "True"}
    key = crew.ask("from games.pages.people.notices.sealed import public_key; print(public_key())")
    with receiving() as service:
        service.status = 201
        crew.ask(TELL.format(address=service.address, p256dh=key, races=RACES))
        for _ in range(2):
            crew.start()
        crew.wait_until(
            f"Notice.objects.filter(mail_due=False, push_due=False).count() == {RACES}"
            " and not Push.objects.exists()"
            " and not DBTaskResult.objects.filter(queue_name='deliveries')"
            ".exclude(status='SUCCESSFUL').exists()"
        )
        crew.wait_until("not Attempt.objects.filter(told=False).exists()")
        assert len(service.bodies) == RACES
    said = crew.log.read_text()
    assert len(re.findall("^Subject: .*alice overtook you", said, re.MULTILINE)) == RACES
