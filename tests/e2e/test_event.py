"""An event followed from joining to the final standings, on a phone and on a desk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.racing import SEATED
from tests.e2e.conftest import Meet
from tests.e2e.test_accessibility import findings
from tests.live.conftest import Visit
from tests.live.shifted import Shifted
from tests.live.shifted import clock as clock
from tests.live.test_event import MINUTE, PLAN, TABLES, asked, awaited
from tests.processes import Launch, Site
from tests.stores import Stores

pytestmark = pytest.mark.needs_chromium

SIZES = ((360, 640), (1280, 800))


@pytest.fixture
def event_site(tmp_path: Path, stores: Stores, clock: Shifted, bundle: Path) -> Iterator[Site]:
    folder = tmp_path / "site"
    folder.mkdir()
    with closing(Launch(folder, stores)) as launch:
        yield launch("sqlite", processes=1, BUNDLE_DIR=str(bundle), **clock.surroundings)


def take_part(page: Page, address: str, width: int) -> None:
    page.goto(address)
    page.get_by_label("Name").fill(f"Player {width}")
    page.get_by_role("button", name="Take part").click()
    expect(page.get_by_text("You're in.")).to_be_visible()
    expect(page.locator("#event-clock")).to_contain_text("Round 1 starts in")
    assert not findings(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_an_event_is_followed_to_the_final_standings(
    event_site: Site, clock: Shifted, meet: Meet, visit: Visit
) -> None:
    site = event_site
    event = asked(site, PLAN, rounds=3)
    address = f"/event/{event['code']}/"
    rival = visit(site.urls[0])
    rival.post(f"{address}join/", name="Rival")
    people = [meet(site.urls[0], browser=n, size=size) for n, size in enumerate(SIZES)]
    for each, (width, _) in zip(people, SIZES, strict=True):
        take_part(each.page, address, width)
    for number, one in enumerate(event["rounds"], 1):
        clock.put_to(one["start"] - SEATED)
        for each in people:
            # The table opens by itself, and the cards come at the start.
            each.page.wait_for_url(re.compile("/race/"))
        tables = awaited(site, TABLES, bool, code=event["code"], number=number)
        clock.put_to(one["start"] - 2000)
        for each in people:
            each.page.reload()
        rival.connect(next(iter(tables)))
        rival.board(0)
        for each in people:
            expect(each.page.locator("body")).to_have_attribute("data-scene", "play")
            each.page.locator("#table .card").first.wait_for()
        rival.play(one["line"] if number == 2 else one["line"][:3])
        clock.put_to(one["start"] + 2 * MINUTE)
        for each in people:
            way_back = "Final standings" if number == 3 else "Back to the event"
            each.page.get_by_role("link", name=way_back).click()
            expect(each.page.locator("#standings tr").first).to_contain_text("Rival")
            expect(each.page.locator("#standings tr").first).to_contain_text(str(25 * number))
        rival.close()
    for each in people:
        expect(each.page.locator("#event-clock")).to_contain_text("The event is over")
        expect(each.page.locator(".event-winner")).to_contain_text("Rival has won.")
        each.page.get_by_text("Fair deal").click()
        expect(each.page.locator("#proofs")).to_contain_text(event["rounds"][2]["key"])
        assert not findings(each.page)
        assert each.faults == []
