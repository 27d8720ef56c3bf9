"""Spectators of a race whose players go on to the next one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet
from tests.live.conftest import Sites, Visit, start
from tests.live.conftest import visit as visit  # racers play what is watched here

pytestmark = pytest.mark.needs_chromium


def test_who_stays_to_watch_is_taken_to_the_next_race(
    sites: Sites, meet: Meet, visit: Visit
) -> None:
    site = sites("sqlite")
    alice, bob = racers = [visit(site.urls[0]) for _ in range(2)]
    code = alice.open_race("agnes-sorel", countdown="3")
    bob.join(code)
    for racer in racers:
        racer.connect(code)
    start(racers)
    watcher = meet(site.urls[0])
    page = watcher.page
    page.goto(f"/race/{code}/")
    expect(page.locator("#rivals .rival")).to_have_count(2)
    for racer in racers:
        racer.send(t="end")
    for racer in racers:
        racer.race(state="over")
    alice.send(t="rematch")
    following = alice.receive_until(lambda f: f["t"] == "race" and f["next"])["next"]
    expect(page.get_by_text("Stay here to watch it.")).to_be_visible()
    bob.send(t="rematch")
    for racer in racers:
        racer.connect(following)
    start(racers)
    expect(page).to_have_url(re.compile(f"/race/{following}/$"))
    expect(page.locator("#rivals .rival")).to_have_count(2)
    assert watcher.faults == []
