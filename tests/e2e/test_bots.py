"""A host lets a bot of the site race, and sees its badge from the room to the replay."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.conftest import Meet
from tests.live.conftest import site as site
from tests.live.wins import win
from tests.processes import Site

pytestmark = pytest.mark.needs_chromium


def badges(where: Locator) -> Locator:
    """Return the badges of bots that can be seen somewhere."""
    return where.locator(".badge.bot:visible")


def test_the_host_allows_a_bot_and_sees_its_badge_everywhere(site: Site, meet: Meet) -> None:
    known = win("agnes-sorel")
    code = site.manage("race", known.rules, "--deal", known.deal, "--countdown", "3").strip()
    alice = meet(site.urls[0])
    page = alice.page
    alice.join_by_link(code, "Alice")
    page.get_by_text("More options").click()
    with page.expect_response("**/terms/"):
        page.get_by_label("Allow bots").check()
    page.get_by_role("button", name="Done").click()
    with ThreadPoolExecutor(1) as pool:
        command = ("bot", code, "--url", site.urls[0], "--moves", "4")
        bot = pool.submit(site.manage, *command)
        seat = page.locator("#seats .seat").filter(has_text="House bot")
        expect(badges(seat)).to_have_text("bot")
        expect(badges(page.locator("#seats"))).to_have_count(1)
        alice.ready()
        expect(badges(page.locator("#rivals"))).to_have_count(1)
        alice.end_run()
        bot.result(120)
    row = page.locator("#standings tr").filter(has_text="House bot")
    expect(badges(row)).to_have_count(1)
    row.get_by_role("link", name="Watch").click()
    expect(badges(page.locator(".replay-caption"))).to_have_count(1)
    assert alice.faults == []
