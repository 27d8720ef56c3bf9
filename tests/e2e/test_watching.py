"""A race as spectators see it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet
from tests.e2e.person import WAIT
from tests.live.conftest import Seats, Sites, start
from tests.live.conftest import seat as seat  # racers play what is watched here
from tests.live.conftest import visit as visit
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium


def test_spectators_see_all_tables_or_pick_one_and_who_is_ahead(
    sites: Sites, meet: Meet, seat: Seats
) -> None:
    site = sites("sqlite")
    known = win("agnes-sorel")
    code, racers = seat(site, known)
    start(racers)
    racers[1].play(known.moves[:12])
    wide, narrow = meet(site.urls[0]), meet(site.urls[0], size=(360, 640), touch=True)
    for watcher in (wide, narrow):
        watcher.page.goto(f"/race/{code}/")
        boards = watcher.page.locator(".watch-board")
        expect(boards).to_have_count(2, timeout=WAIT)
        expect(boards.nth(1)).to_contain_text("#1")
        expect(boards.nth(0).locator(".card")).to_have_count(52)
        assert boards.nth(0).locator(".card[data-face='??']").count()
        assert not watcher.page.get_by_role("button", name="End my run").is_visible()
        assert watcher.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for number in (0, 1):
        expect(wide.page.locator(".watch-board").nth(number)).to_be_in_viewport(ratio=1)

    tables = narrow.page.locator(".watch-board")
    expect(tables.nth(1)).to_be_hidden()
    pick = narrow.page.get_by_role("group", name="Which table to watch").get_by_role("button")
    pick.nth(1).tap()
    expect(pick.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(tables.nth(0)).to_be_hidden()
    expect(tables.nth(1)).to_be_visible()

    racers[0].play(known.moves[:30])
    expect(wide.page.locator(".watch-board").nth(0)).to_contain_text("#1", timeout=WAIT)
    expect(wide.page.locator("#live")).to_contain_text(re.compile("is ahead"))
    for watcher in (wide, narrow):
        assert watcher.faults == []
