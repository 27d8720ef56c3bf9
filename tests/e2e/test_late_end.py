"""The end of a race as those see it who watch it late."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet
from tests.live.conftest import Sites, Visit, start
from tests.live.conftest import visit as visit  # racers play what is watched here
from tests.live.ranked import open_ranked
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium


def test_late_watchers_see_a_race_to_its_end_before_the_result(
    sites: Sites, meet: Meet, visit: Visit
) -> None:
    site = sites("sqlite")
    known = win("agnes-sorel")
    code, racers = open_ranked(site, visit, known, watchable=True)
    for racer in racers:
        racer.connect(code)
    start(racers)
    patient, hurried = meet(site.urls[0]), meet(site.urls[0], size=(360, 640), touch=True)
    for watcher in (patient, hurried):
        watcher.page.goto(f"/race/{code}/")
        expect(watcher.page.locator("#watch-soon")).to_be_visible()
    racers[1].play(known.moves)
    racers[0].send(t="end")
    for watcher in (patient, hurried):
        page = watcher.page
        expect(page.locator("#watch-note")).to_contain_text("Here is the rest, played fast.")
        expect(page.locator("#watch-note")).to_contain_text("wins")
        expect(page.locator("body")).to_have_attribute("data-scene", "watch")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    hurried.page.wait_for_timeout(600)
    hurried.page.locator("#watch-note").tap()
    expect(hurried.page.locator("body")).to_have_attribute("data-scene", "result")
    expect(patient.page.locator("body")).to_have_attribute("data-scene", "result", timeout=15_000)
    for watcher in (patient, hurried):
        assert watcher.faults == []
