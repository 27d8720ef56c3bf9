"""The three pictures that teach a game, on a phone and on a desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet
from tests.live.conftest import site as site
from tests.live.wins import win
from tests.processes import Site

pytestmark = pytest.mark.needs_chromium

# How high the first picture is for its width, and how wide its cards are.
SHAPE = """() => {
    const picture = document.querySelector(".lesson .small-board").getBoundingClientRect();
    const card = document.querySelector(".lesson .small-card").getBoundingClientRect();
    return [picture.height / picture.width, card.width / picture.width];
}"""


@pytest.mark.parametrize("game", ["agnes-sorel", "freecell"])
def test_on_a_phone_the_columns_of_a_lesson_take_the_whole_width(
    site: Site, meet: Meet, game: str
) -> None:
    known = win(game)
    code = site.manage("race", known.rules, "--deal", known.deal).strip()
    host = meet(site.urls[0], size=(360, 640), touch=True)
    page = host.page
    page.goto(f"/race/{code}/")
    # Turned, the same pages are drawn anew.
    for width, height in ((360, 640), (844, 390), (390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".lesson .small-board > svg")).to_have_count(6)
        upright = width < 1024
        page.wait_for_function(f"({SHAPE})()[1] {'>' if upright else '<'} 0.112")
        assert (page.evaluate(SHAPE)[0] > 0.99) == upright
        assert page.evaluate("document.documentElement.scrollWidth") == width
    assert host.faults == []
