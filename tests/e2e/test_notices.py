"""The bell: it rings on an open page, its panel leads there, and it keeps away from the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Meet
from tests.e2e.person import Person
from tests.live.conftest import Sites

pytestmark = pytest.mark.needs_chromium

PHONE = (360, 640)


def sign_up(person: Person, name: str) -> None:
    person.page.goto("/accounts/signup/?next=/history/")
    person.page.get_by_label("Username").fill(name)
    person.page.get_by_label("Password").fill("kitchen-table-42")
    person.page.get_by_role("button", name="Sign up").click()
    expect(person.page.locator(".menu-name")).to_have_text(name)


def look(page: Page) -> None:
    """Look for news at once, as a page does that comes to the front."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_a_challenge_rings_the_bell_of_an_open_page(sites: Sites, meet: Meet) -> None:
    site = sites("sqlite")
    bob = meet(site.urls[0], size=PHONE, touch=True, scheme="dark")
    mo = meet(site.urls[0], browser=1)
    sign_up(bob, "bob")
    sign_up(mo, "mo")
    bob.page.goto("/history/")
    header = bob.page.locator(".site-header").bounding_box()
    assert header is not None
    assert header["height"] <= 60
    bell = bob.page.get_by_role("button", name="Notifications")
    expect(bell).to_have_attribute("aria-label", "Notifications")

    mo.page.goto("/friends/")
    mo.page.get_by_label("Follow a player").fill("bob")
    mo.page.get_by_role("button", name="Follow", exact=True).click()
    mo.page.get_by_role("button", name="Challenge").click()
    mo.page.wait_for_url("**/race/*/")

    look(bob.page)
    expect(bob.page.locator(".notices-count")).to_have_text("1")
    expect(bob.page.get_by_role("status").filter(has_text="mo challenges you")).to_be_attached()
    assert bob.page.locator(".site-header").bounding_box() == header
    bell.press(" ")
    panel = bob.page.get_by_role("dialog", name="Notifications")
    expect(panel.get_by_role("link", name="New: mo challenges you")).to_be_visible()
    expect(bob.page.locator(".notices-count")).to_have_text("")
    bob.page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(bell).to_be_focused()
    for expected in (1, 0, 1):
        bell.tap()
        expect(bob.page.locator(".notices-panel:popover-open")).to_have_count(expected)
    panel.get_by_role("link", name="mo challenges you").tap()
    expect(bob.page).to_have_url(mo.page.url)
    expect(bob.page.locator("#notices-bell")).to_be_visible()
    # Without scripts, the bell is a link to the same lines.
    bob.page.goto("/notices/")
    expect(bob.page.get_by_role("link", name="mo challenges you")).to_be_visible()
    assert bob.page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    assert bob.faults + mo.faults == []
