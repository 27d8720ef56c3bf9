"""The room: the host changes the race while everyone watches."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet
from tests.live.conftest import site as site
from tests.live.wins import win
from tests.processes import Site

pytestmark = pytest.mark.needs_chromium


SIZES = ((360, 640), (390, 844), (844, 390), (1280, 800))

COVERED = """() => {
    const toast = document.querySelector("#toast").getBoundingClientRect();
    return [...document.querySelectorAll("button, input, select, summary, .button")]
        .filter((part) => part.checkVisibility() && !part.closest("[popover]"))
        .filter((part) => {
            const { top, bottom, left, right } = part.getBoundingClientRect();
            return right > toast.left && left < toast.right
                && bottom > toast.top && top < toast.bottom;
        })
        .map(({ outerHTML }) => outerHTML);
}"""


def test_everyone_sees_what_the_host_changes(site: Site, meet: Meet) -> None:
    known = win("agnes-sorel")
    code = site.manage("race", known.rules, "--deal", known.deal, "--countdown", "3").strip()
    host, guest = meet(site.urls[0]), meet(site.urls[0], size=(844, 390), touch=True)
    host.join_by_link(code, "Alice")
    guest.join_by_link(code, "Bob")
    ready = guest.page.get_by_role("button", name="Ready")
    expect(ready).to_be_in_viewport(ratio=1)
    guest.ready()
    expect(ready).to_have_attribute("aria-pressed", "true")
    host.page.get_by_label("Game").select_option("beleaguered-castle")
    expect(guest.page.locator("h1")).to_have_text("Beleaguered Castle")
    expect(ready).to_have_attribute("aria-pressed", "false")
    expect(guest.page.locator("#toast")).to_have_text(
        "Alice changed the race: Beleaguered Castle, Standard. Get ready again."
    )
    for width, height in SIZES:
        guest.page.set_viewport_size({"width": width, "height": height})
        assert guest.page.evaluate(COVERED) == []
        box = guest.page.locator("#toast").bounding_box()
        assert box is not None
        assert width > 480 or box["width"] == width
    host.page.get_by_label("Time limit").select_option("20")
    expect(guest.page.locator("#toast")).to_contain_text("Alice changed the race: 20 minutes.")
    expect(guest.page.get_by_label("Game")).to_have_count(0)
    host.ready()
    guest.ready()
    # The table is that of the other game, without a stock.
    for person in (host, guest):
        expect(person.page.locator("#table .card")).to_have_count(52)
        expect(person.page.locator("#deal")).to_be_hidden()
        assert person.faults == []


def test_the_qr_code_opens_where_it_can_be_read(site: Site, meet: Meet) -> None:
    known = win("agnes-sorel")
    code = site.manage("race", known.rules, "--deal", known.deal, "--countdown", "3").strip()
    alice = meet(site.urls[0], size=(360, 640), touch=True)
    alice.join_by_link(code, "Alice")
    page = alice.page
    page.get_by_role("button", name="QR code").tap()
    page.wait_for_function(
        """() => document.querySelector("#invite-qr").getBoundingClientRect().bottom
            <= document.querySelector(".room-bar").getBoundingClientRect().top"""
    )
    expect(page.locator("#invite-qr")).to_be_in_viewport(ratio=1)
    assert alice.faults == []
