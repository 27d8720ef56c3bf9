"""The page of an event to project."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Player
from tests.models import events
from tests.pages.page import text
from tests.pages.site.test_policy import assert_nothing_is_inline

pytestmark = pytest.mark.django_db


def test_anyone_may_project_an_event(client: Client, alice: Player) -> None:
    event = events.planned(alice)
    answer = client.get(f"/event/{event.code.lower()}/screen/")
    assert "Club night" in text(answer)
    assert f"Join at testserver/event/{event.code}" in text(answer)
    page = answer.content.decode()
    assert f'src="/event/{event.code}/qr.svg"' in page
    assert f"/ws/event/{event.code}/?v=" in page
    assert page.count('"title": "Agnes Sorel", "length": "2 min"') == 3
    assert 'rel="expect"' not in page
    assert_nothing_is_inline(page)
    for one in event.rounds.select_related("deal"):
        assert one.deal is not None
        assert one.deal.cards not in page
        assert bytes(one.deal.key or b"").hex() not in page


def test_there_is_no_screen_of_no_event(client: Client) -> None:
    assert client.get("/event/QQQQQQ/screen/").status_code == 404
