"""Pages contain nothing that the content security policy forbids."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Player
from tests.models.stored_races import closed_race, open_race
from tests.pages.conftest import Visit

PAGES = (
    "/",
    "/?code=x",
    "/history/",
    "/leaderboard/applegate/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/logout/",
    "/accounts/password/reset/",
    "/nowhere/",
    "/race/QQQQQQ/",
    "/verify/",
)


def assert_nothing_is_inline(page: str) -> None:
    assert not re.findall(r"<[^>]+\sstyle=", page)
    assert not re.findall(r"<[^>]+\son[a-z]+=", page)
    assert "<style" not in page
    scripts = re.findall(r"<script[^>]*>", page)
    assert [tag for tag in scripts if "src=" not in tag and "application/json" not in tag] == []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_nothing_inline(visit: Visit, guest: Player, path: str) -> None:
    assert_nothing_is_inline(visit(guest).get(path).content.decode())


def test_a_race_page_has_nothing_inline(visit: Visit, alice: Player, bob: Player) -> None:
    for race in (open_race(alice), closed_race(alice)):
        for player in (alice, bob):
            page = visit(player).get(race.get_absolute_url()).content.decode()
            assert_nothing_is_inline(page)


def test_the_policy_is_sent(client: Client, db: None) -> None:
    policy = client.get("/").headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
