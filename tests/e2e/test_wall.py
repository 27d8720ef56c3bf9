"""The tables of a race as spectators find them when they come."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.test_watching import racing
from tests.live.conftest import Sites, Visit
from tests.live.conftest import visit as visit  # racers play what is watched here
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1280, 800)])
def test_tables_have_their_place_before_their_cards(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit, size: tuple[int, int]
) -> None:
    site = sites("sqlite")
    code = open_race(site, win("agnes-sorel"))
    racing(site, code, visit, 2)
    early, late = (meet(site.urls[0], size=size).page for _ in range(2))
    early.route_web_socket(re.compile("/ws/race/"), lambda socket: None)
    for page in (early, late):
        page.goto(f"/race/{code}/")
    expect(late.locator(".watch-board .card")).to_have_count(2 * 52)
    for part in (".watch-table", ".watch-pick", "#watch-note"):
        seen = [page.locator(f"{part}:visible") for page in (early, late)]
        assert [one.bounding_box() for one in seen[0].all()] == [
            one.bounding_box() for one in seen[1].all()
        ], part
