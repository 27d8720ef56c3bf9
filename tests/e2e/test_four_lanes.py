"""Four lanes on small screens, beside help and above a replay, and the bar below the settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.e2e.conftest import Meet, OpenRace, open_browser
from tests.e2e.person import Person
from tests.e2e.test_large_letters import apart
from tests.e2e.test_result import KNOWN, become
from tests.live.conftest import Sites, Visit
from tests.live.racer import Racer
from tests.processes import Site

pytestmark = pytest.mark.needs_chromium

NAMES: Final = ("Maximiliane", "Bernd", "Friederike", "Jo")

# Names of lanes that are cut, or leave their lanes.
CUT: Final = """(names) => [...document.querySelectorAll(names)].filter((name) => {
    const lane = name.closest("a, li").getBoundingClientRect();
    const { top, bottom } = name.getBoundingClientRect();
    return name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 2
        || top < lane.top - 1 || bottom > lane.bottom + 1;
}).map((name) => name.textContent)"""


@pytest.fixture
def large(playwright: Playwright) -> Iterator[Browser]:
    """Open a browser with a letter size of 32 pixels in place of 16."""
    with open_browser(playwright, "--blink-settings=defaultFontSize=32") as browser:
        yield browser


def start(site: Site, visit: Visit, code: str) -> list[Racer]:
    """Seat four, and start their race."""
    four = [visit(site.urls[0]) for _ in NAMES]
    for racer, name in zip(four, NAMES, strict=True):
        racer.post(f"/race/{code}/join/", name=name)
    # Those who are ready don't wait for a seat that no one has taken.
    for racer in four:
        racer.connect(code)
        racer.send(t="ready", ready=True)
    for racer in four:
        racer.board(0)
    return four


def sit(person: Person, racer: Racer, code: str) -> Page:
    """Show a racer's table to a person."""
    page = become(person, racer)
    page.goto(f"/race/{code}/")
    expect(page.locator("#table .card")).to_have_count(52)
    expect(page.locator("#rivals .lane")).to_have_count(len(NAMES))
    return page


def test_beside_help_four_names_have_air_and_large_letters_cover_no_button(
    sites: Sites, meet: Meet, visit: Visit, large: Browser
) -> None:
    site = sites("sqlite")
    terms = (KNOWN.rules, "--deal", KNOWN.deal, "--countdown", "3", "--helped")
    code = site.manage("race", *terms).strip()
    four = start(site, visit, code)
    person = meet(site.urls[0], size=(640, 360))
    page = sit(person, four[1], code)
    for width, height in ((640, 360), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        heights = page.locator("#rivals .lane").evaluate_all(
            "all => all.map((lane) => lane.getBoundingClientRect().height)"
        )
        assert min(heights) >= 34
    assert person.faults == []
    with large.new_context(base_url=site.urls[0], reduced_motion="reduce") as context:
        page = sit(Person(context), four[1], code)
        for width, height in ((640, 360), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            apart(page, "#alarm", "#hint", "#undo", "#redo", "#collect", "#give-up")
            states = page.locator("#rivals [data-slot=away]:visible").count()
            assert states == 0


def test_above_a_replay_all_names_are_whole(
    sites: Sites, meet: Meet, visit: Visit, open_race: OpenRace, large: Browser
) -> None:
    site = sites("sqlite")
    code = open_race(site, KNOWN)
    four = start(site, visit, code)
    for racer in four:
        racer.play(KNOWN.moves[:5])
        racer.send(t="end")
    four[0].race(state="over")
    person = meet(site.urls[0])
    page = become(person, four[0])
    page.goto(f"/race/{code}/")
    page.get_by_role("link", name="Watch your run").click()
    expect(page.locator(".replay-table .card").first).to_be_attached()
    with large.new_context(base_url=site.urls[0], reduced_motion="reduce") as context:
        wide = become(Person(context), four[0])
        wide.goto(page.url)
        for view in (page, wide):
            for width, height in ((360, 640), (390, 844), (640, 360), (844, 390)):
                view.set_viewport_size({"width": width, "height": height})
                assert view.evaluate(CUT, ".replay-lane-name") == [], (width, view is wide)
    assert person.faults == []


def test_the_bar_below_the_settings_is_slim_and_as_wide_as_their_window(
    sites: Sites, meet: Meet
) -> None:
    person = meet(sites("sqlite").urls[0], size=(640, 360))
    person.page.goto("/")
    person.page.locator("[data-opens=settings]").first.click()
    for width, height in ((640, 360), (844, 390)):
        person.page.set_viewport_size({"width": width, "height": height})
        bar = person.page.locator(".settings-done").bounding_box()
        window = person.page.locator("#settings").bounding_box()
        assert bar is not None
        assert window is not None
        assert bar["height"] <= 54
        assert bar["width"] >= window["width"] - 2
    assert person.faults == []
