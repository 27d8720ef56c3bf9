"""The corners of the cards are clear of the pips."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet
from tests.live.conftest import Sites

pytestmark = pytest.mark.needs_chromium

GAP = """() => Math.min(...[...document.querySelectorAll("#table .face.full")].flatMap((face) => {
    const box = (part) => part.getBoundingClientRect();
    const corners = [...face.querySelectorAll(":scope > g:not(.middle) > .suit")].map(box);
    return [...face.querySelectorAll(".middle > .suit")].map(box).flatMap((pip) => corners.map(
        (corner) => Math.max(corner.left - pip.right, pip.left - corner.right,
            corner.top - pip.bottom, pip.top - corner.bottom) / box(face).width));
}))"""


def test_corner_suits_keep_their_distance_from_the_pips(sites: Sites, meet: Meet) -> None:
    page = meet(sites("sqlite").urls[0]).page
    page.goto("/practice/?game=beleaguered-castle")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#table .card")).to_have_count(52)
    for width, height in ((768, 1024), (1280, 800), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        assert page.evaluate(GAP) > 0.05, width
