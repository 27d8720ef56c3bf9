"""A race as spectators see it on a phone held sideways."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.test_match import begin
from tests.e2e.test_watching import racing
from tests.live.conftest import Sites, Visit
from tests.live.conftest import visit as visit  # racers play what is watched here
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium


def expect_title_above_the_clock(page: Page) -> None:
    """Check that no line of the title is cut through, by its own box or by the row of time."""
    cut = """() => {
        const at = (name) => document.querySelector(name).getBoundingClientRect();
        let above = at(".race-title").top;
        const end = Math.min(at(".race-title").bottom, at("#clock").top);
        const lines = ".race-title > :is(h1, p:not(.connection))";
        const boxes = [...document.querySelectorAll(lines)].filter((one) => one.checkVisibility())
            .map((one) => ({ one, box: one.getBoundingClientRect() }))
            .toSorted((first, second) => first.box.top - second.box.top);
        return boxes.filter(({ box: { top, bottom } }) => {
            const isClear = top >= above - 0.5 && bottom <= end + 0.5;
            above = bottom;
            return !isClear;
        }).map(({ one }) => one.textContent);
    }"""
    assert page.evaluate(cut) == []


@pytest.mark.parametrize("size", [(740, 360), (844, 390)])
def test_all_names_stand_beside_the_table(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit, size: tuple[int, int]
) -> None:
    site = sites("sqlite")
    known = win("agnes-sorel")
    code = open_race(site, known)
    racers = racing(site, code, visit, 4)
    racers[2].play(known.moves[:12])
    watcher = meet(site.urls[0], size=size, touch=True)
    page = watcher.page
    page.goto(f"/race/{code}/")
    picks = page.locator("#watch-switch .watch-pick")
    expect(picks.nth(2)).to_have_attribute("aria-pressed", "true")
    table = page.locator(".watch-board.picked .watch-table")
    for part in (*picks.all(), table, page.locator("#clock"), page.locator("#watch-note")):
        expect(part).to_be_in_viewport(ratio=1)
    felt, name = table.bounding_box(), picks.nth(3).bounding_box()
    assert felt is not None
    assert name is not None
    assert felt["height"] > 0.9 * size[1]
    assert felt["x"] >= name["x"] + name["width"]
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for language in ("en", "de"):
        page.context.set_extra_http_headers({"Accept-Language": language})
        page.reload()
        expect(picks.nth(2)).to_have_attribute("aria-pressed", "true")
        expect_title_above_the_clock(page)
    assert watcher.faults == []


@pytest.mark.parametrize(("language", "goal"), [("en", "First to 2 wins"), ("de", "Bis 2 Siege")])
def test_the_title_of_a_watched_match_is_not_cut_through(
    sites: Sites, meet: Meet, language: str, goal: str
) -> None:
    url = sites("sqlite").urls[0]
    host, friend = meet(url), meet(url, browser=1)
    begin(host, friend, is_public=True)
    expect(host.page.locator("body")).to_have_attribute("data-scene", "play")
    watcher = meet(url, browser=2, size=(844, 390), touch=True)
    page = watcher.page
    page.context.set_extra_http_headers({"Accept-Language": language})
    page.goto(host.page.url)
    expect(page.locator(".watch-board")).to_have_count(2)
    expect(page.locator("#title-match")).to_contain_text(goal)
    for width, height in ((844, 390), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        expect_title_above_the_clock(page)
        assert page.locator(".race-title > :is(h1, p:not(.connection)):visible").evaluate_all(
            """lines => lines.every((line) =>
                line.scrollWidth <= line.clientWidth && line.scrollHeight <= line.clientHeight)"""
        )
        expect(page.locator(".to-list")).to_be_in_viewport(ratio=1)
    assert watcher.faults == []
