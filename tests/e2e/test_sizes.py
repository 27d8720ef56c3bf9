"""The table on every screen: the width of its cards, its share of the height, all cards on it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from games.engine import GAMES
from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.person import middle
from tests.live.conftest import Sites, Visit
from tests.live.conftest import visit as visit  # a racer takes the other seat
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium

# Each screen: the least width of a card, and the least share of the height that is table.
SCREENS = {
    (360, 640): (44, 0.7),
    (390, 844): (44, 0.75),
    (844, 390): (44, 0.85),
    (640, 400): (44, 0.85),
    (768, 1024): (80, 0.8),
    (1280, 800): (90, 0.92),
    (2560, 1440): (180, 0.94),
}

MEASURE = """() => {
    const box = (element) => element.getBoundingClientRect();
    const [table, stage] = ["#table", "#stage"].map((name) => box(document.querySelector(name)));
    const cards = [...document.querySelectorAll("#table .card")].map(box);
    const parts = ["#rivals .lane", "#controls .button"].flatMap((name) =>
        [...document.querySelectorAll(name)].filter((part) => part.checkVisibility()).map(box));
    return {
        card: cards[0].width,
        share: stage.height / innerHeight,
        inside: cards.every(({ left, top, right, bottom }) => left >= table.left && top >= table.top
            && right <= table.right && bottom <= table.bottom),
        clear: parts.every(({ left, top, right, bottom }) => left >= 0 && top >= 0
            && right <= innerWidth + 1 && bottom <= innerHeight + 1
            && (right <= stage.left + 1 || left >= stage.right - 1
                || bottom <= stage.top + 1 || top >= stage.bottom - 1)),
        targets: Math.min(...[...document.querySelectorAll("#controls .button")]
            .filter((part) => part.checkVisibility())
            .flatMap((part) => [box(part).height, box(part).width])),
        cut: [...document.querySelectorAll(".hud p, .hud span, #call, .lane, .lane strong")]
            .filter((part) => part.checkVisibility())
            .filter((part) => part.scrollWidth > part.clientWidth + 1
                && getComputedStyle(part).display !== "inline")
            .map((part) => part.outerHTML),
        page: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
    };
}"""


@pytest.mark.parametrize("game", GAMES)
def test_the_table_has_the_height_and_its_cards_can_be_touched(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit, game: str
) -> None:
    known = win(game)
    url = sites("sqlite").urls[0]
    code = open_race(sites("sqlite"), known)
    alice, other = meet(url), visit(url)
    alice.join_by_link(code, "Alice")
    other.sit_ready(code)
    alice.ready()
    alice.sit_at(known)
    for (width, height), (card, share) in SCREENS.items():
        found = resized(alice.page, {"width": width, "height": height})
        assert found["card"] >= card, (width, height)
        assert found["share"] >= share, (width, height)
        assert found["inside"], (width, height)
        assert found["clear"], (width, height)
        assert found["page"] == [width, height]
        if height <= 400:
            assert found["targets"] >= 44, (width, height)
            assert found["cut"] == [], (width, height)
    assert alice.faults == []


def resized(page: Page, size: ViewportSize) -> dict[str, Any]:
    """Measure the page on a screen once the table has taken its size."""
    page.set_viewport_size(size)
    # A ResizeObserver speaks after layout and before the next frame.
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    return page.evaluate(MEASURE)  # type: ignore[no-any-return]


def test_the_table_keeps_its_size_when_the_cards_come(sites: Sites, meet: Meet) -> None:
    site, known = sites("sqlite"), win("agnes-sorel")
    options = ("--deal", known.deal, "--countdown", "3", "--helped")
    alice = meet(site.urls[0], size=(360, 640))
    alice.join_by_link(site.manage("race", known.rules, *options).strip(), "Alice")
    alice.page.get_by_role("button", name="Race alone").click()
    stage, advice = alice.page.locator("#stage"), alice.page.locator("#advice")
    expect(alice.page.locator("body")).to_have_attribute("data-scene", "countdown")
    counting = stage.bounding_box()
    alice.sit_at(known)
    expect(advice).to_be_visible()
    assert stage.bounding_box() == counting
    assert middle(alice.page.locator("#alarm"))[1] == middle(alice.page.locator("#undo"))[1]
    said, table = advice.locator("#advice-said").bounding_box(), alice.page.locator("#table")
    below = table.bounding_box()
    assert said is not None
    assert below is not None
    assert said["y"] >= below["y"] + below["height"]
    alice.page.set_viewport_size({"width": 1280, "height": 800})
    assert middle(alice.page.locator("#alarm"))[1] == middle(alice.page.locator("#undo"))[1]
    alice.page.set_viewport_size({"width": 360, "height": 640})
    alice.page.context.set_offline(True)
    expect(advice).to_contain_text("Waiting for the connection")
    hint = alice.page.get_by_role("button", name="Hint", exact=True)
    expect(hint).to_have_accessible_description("Waiting for the connection")
    assert stage.bounding_box() == counting
