"""A visitor who exceeds a limit gets a page with status 429."""

from __future__ import annotations

from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import Player, Race
from games.models.standings.absorbing import absorb
from games.pages.races import quick

pytestmark = pytest.mark.django_db

FIELDS = {"game": "applegate", "preset": "standard", "limit": "10", "countdown": "5"}


def test_a_player_who_opens_race_after_race_must_wait(client: Client, settings: Settings) -> None:
    settings.RACES_PER_HOUR = 1
    assert client.post("/race/", FIELDS).status_code == 302
    answer = client.post("/race/", FIELDS)
    assert answer.status_code == 429
    assert "You've opened 1 races in the last hour." in unescape(answer.content.decode())
    assert Race.objects.count() == 1


def test_an_address_has_a_limit_of_new_guests(settings: Settings) -> None:
    cache.clear()
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/h/ip"}
    answers = [Client().post("/race/", FIELDS) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert Player.objects.count() == 2
    elsewhere = Client(REMOTE_ADDR="192.0.2.1").post("/race/", FIELDS)
    assert elsewhere.status_code == 302
    cache.clear()


def test_a_guest_absorbed_during_a_quick_race_request_goes_to_the_start_page(
    client: Client, guest: Player, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_as = Player.objects.get(pk=guest.pk)
    absorb(alice, guest)
    monkeypatch.setattr(quick, "playing_visitor", lambda request: asked_as)
    answer = client.post("/quick/", {"game": "applegate"})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert not Race.objects.exists()
