"""A practice by keyboard alone: alarm, undo across a reveal, hint, restart."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet
from tests.e2e.person import WAIT, Table
from tests.e2e.test_accessibility import findings, widened
from tests.live.conftest import Sites
from tests.live.wins import publish, wins

pytestmark = pytest.mark.needs_chromium

KNOWN = wins("agnes-sorel/standard")[2]
"""Dealing first loses this deal; and no other test races on it, which would make it secret."""


def test_a_practice_by_keyboard(sites: Sites, meet: Meet) -> None:
    site = sites("sqlite")
    publish(site, KNOWN)
    alice = meet(site.urls[0], size=(360, 640))
    page, keys = alice.page, alice.page.keyboard
    page.goto("/")
    page.get_by_role("link", name="Practise a deal of your choice").focus()
    keys.press("Enter")
    page.get_by_label("Its key, or its cards").fill(KNOWN.deal)
    page.get_by_role("button", name="Begin").focus()
    keys.press("Enter")
    table = alice.sit_at(KNOWN)
    first = page.url

    said = page.locator("#advice-said")
    alarm = page.get_by_role("button", name="Alarm for dead ends")
    alarm.focus()
    keys.press("Enter")
    expect(said).to_have_text("This can be won.", timeout=WAIT)
    # The keys of the table work where a button has the focus.
    keys.press("d")
    expect(said).to_have_text("No way to win from here. Undo, or go on.", timeout=WAIT)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert not findings(page)
    keys.press("z")
    expect(said).to_have_text("This can be won.", timeout=WAIT)
    table.expect_in_step()

    keys.press("h")
    notice = page.locator("#table .notice")
    expect(notice).to_contain_text("Hint:", timeout=WAIT)
    expect(page.locator("#live")).to_contain_text(notice.inner_text())
    expect(page.locator("#table .hinted")).not_to_have_count(0)
    expect(page.locator("#table .goal")).not_to_have_count(0)
    expect(page.locator("#table .card:focus, #table .pile:focus")).to_have_count(1)
    table.play(KNOWN.moves[0], "keys")
    expect(page.locator("#table .hinted")).to_have_count(0, timeout=WAIT)
    table.expect_in_step()

    page.reload()
    expect(page.locator("#table .card")).to_have_count(52, timeout=WAIT)
    expect(alarm).to_have_attribute("aria-pressed", "true")
    expect(said).to_have_text("This can be won.", timeout=WAIT)
    table.expect_in_step()

    page.get_by_role("button", name="Restart").focus()
    keys.press("Enter")
    page.wait_for_url(lambda url: url != first)
    Table(page, KNOWN).expect_in_step()
    expect(said).to_have_text("This can be won.", timeout=WAIT)
    assert widened(page) == 360
    for name in ("Alarm for dead ends", "Hint", "Undo", "Deal", "Collect", "Restart"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport()
    page.get_by_role("button", name="End", exact=True).focus()
    keys.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="End").focus()
    keys.press("Enter")
    expect(page.get_by_role("button", name="Play it again")).to_be_visible(timeout=WAIT)
    page.goto("/history/")
    expect(page.locator(".badge").filter(has_text="practice")).to_have_count(2)
    expect(page.locator(".badge").filter(has_text="helped")).to_have_count(2)
    assert alice.faults == []
