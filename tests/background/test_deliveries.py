"""A worker delivers events to webhooks."""

from __future__ import annotations

import time

from tests.background.workers import PATIENCE, Crew
from tests.receiver import receiving

OPEN = """
import time
from django.utils import timezone
from games.models import Player, Webhook
from games.models.races.new_race import new_race
alice = Player.objects.create_user("alice")
Webhook.objects.make(alice, "{address}", "json", "https://play.example.org", timezone.now())
print(new_race(alice, "applegate/standard", lambda: time.time_ns() // 1_000_000).code)
"""


def test_a_worker_delivers_what_happens_and_retries(crew: Crew) -> None:
    crew.environment = {**crew.environment, "WEBHOOKS_TO_OWN_NETWORK": "True"}
    with receiving() as receiver:
        receiver.status = 500
        code = crew.ask(OPEN.format(address=receiver.address))
        crew.start()
        crew.wait_until("Webhook.objects.filter(failures=1).exists()")
        receiver.status = 200
        deadline = time.monotonic() + PATIENCE
        while len(receiver.bodies) < 2 and time.monotonic() < deadline:
            time.sleep(0.1)
        crew.wait_until("Webhook.objects.filter(failures=0).exists()")
    assert [(told["event"], told["code"]) for told in receiver.sent] == [("opened", code)] * 2
