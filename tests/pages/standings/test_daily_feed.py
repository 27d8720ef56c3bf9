from __future__ import annotations

from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.test import Client

from games.models import Player
from games.pages.site.clock import now
from tests.models.dailies import DAY, daily, finish

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"


def entries(client: Client) -> list[dict[str, str]]:
    """Return the entries of the feed, each with its texts by name."""
    answer = client.get("/daily/feed.atom")
    assert answer["Content-Type"].startswith("application/atom+xml")
    return [
        {child.tag.removeprefix(ATOM): child.text or "" for child in entry}
        for entry in ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")  # noqa: S314
    ]


def test_the_feed_names_the_best_of_past_days(client: Client, alice: Player, bob: Player) -> None:
    then = now() - 2 * DAY
    over = daily(then)
    alice.name = "Alice <b>"
    alice.save()
    finish(over, alice, now=then)
    finish(over, bob, 3, now=then)
    [entry] = entries(client)
    first, second = entry["summary"].split("\n")
    assert first == "Alice <b>: 1:29.00"
    assert second.startswith("Bob: ")
    assert second.endswith("/52")
    assert entry["updated"].startswith(str(over.day + timedelta(days=1)))
    assert client.get(entry["id"]).status_code == 200


def test_the_feed_keeps_today(client: Client, alice: Player) -> None:
    today = daily(now())
    finish(today, alice, now=now())
    assert entries(client) == []
    daily(now() - 2 * DAY)
    assert [entry["summary"] for entry in entries(client)] == ["Nobody played."]
