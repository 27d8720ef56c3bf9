"""An event that is near, on the start page."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Event, Player
from games.models.database.instants import to_datetime
from games.pages.site.clock import now
from tests.models.events import MINUTE, planned
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


def test_an_event_within_the_hour_has_a_card_on_the_start_page(
    visit: Visit, client: Client, alice: Player, bob: Player
) -> None:
    event = planned(alice, bob, now=now())
    Event.objects.update(starts_at=to_datetime(now() + 5 * MINUTE))
    card = re.compile(r"Events Club night Starts on .* · 3 rounds · 1 player Join : Club night")
    assert card.search(text(client.get("/")))
    assert card.search(text(visit(alice).get("/")))
    assert "You take part" not in text(visit(alice).get("/"))
    assert "Club night You take part" in text(visit(bob).get("/"))
    assert "Go there : Club night" in text(visit(bob).get("/"))
    assert f'class="button" href="/event/{event.code}/"' in client.get("/").content.decode()
    Event.objects.update(starts_at=to_datetime(now() - 5 * MINUTE))
    assert "The event is on: join any round. 3 rounds · 1 player Join" in text(client.get("/"))
