"""What an account sees that was made a minute ago: reasons to come back, on the first screen."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from games.engine import GAMES
from tests.e2e.conftest import Meet
from tests.live.conftest import Sites

pytestmark = pytest.mark.needs_chromium

SIZES: Final = ((360, 640), (390, 844), (640, 360), (1280, 800))

DEALS: Final = """
from games.engine import GAMES
from games.models import Proof
for number, game in enumerate(GAMES):
    Proof.objects.store(
        f"{game}/standard", bytes([60 + number]) * 32, "winnable", 1, "t1t2", secret=True
    )
"""


def sign_up(page: Page, name: str) -> None:
    """Make an account and come to the start page."""
    page.goto("/accounts/signup/")
    page.get_by_label("Username").fill(name)
    for field in page.locator("input[type=password]").all():
        field.fill("a long pass phrase")
    page.locator("main form button").first.click()
    page.wait_for_url("**/")


def test_a_new_account_s_pages_show_on_the_first_screen_what_to_come_back_for(
    sites: Sites, meet: Meet
) -> None:
    site = sites("sqlite")
    person = meet(site.urls[0])
    page = person.page
    sign_up(page, "minute-old")
    site.manage("shell", "--no-imports", "--command", DEALS)
    profile = page.locator("a[href^='/player/']").first.get_attribute("href")
    assert profile is not None
    for language in ("en", "de"):
        page.set_extra_http_headers({"Accept-Language": language})
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.goto("/")
            expect(page.locator(".your-day .days i")).to_have_count(7)
            for part in (".your-day", ".your-day button", "#ways .way >> nth=1"):
                expect(page.locator(part)).to_be_in_viewport(ratio=1)
            heights = page.locator(".today-card").evaluate_all(
                "all => all.map((card) => card.getBoundingClientRect().height)"
            )
            assert len(heights) == len(GAMES)
            assert max(heights) <= 100, "a game known is one row"
            row, left = (page.locator(f".first-days > {part}") for part in ("span", "small"))
            first, second = row.bounding_box(), left.bounding_box()
            assert first is not None
            assert second is not None
            assert second["x"] > first["x"] + first["width"], "the time stands beside the days"
            page.goto(profile)
            for part in (".player-figures", ".player-head .primary"):
                expect(page.locator(part)).to_be_in_viewport(ratio=1)
            assert page.evaluate("document.documentElement.scrollWidth") == width
            page.goto("/account/")
            for field in ("name", "private"):
                expect(page.locator(f"main input[name={field}]")).to_be_in_viewport(ratio=1)
            assert page.evaluate("document.documentElement.scrollWidth") == width
    assert person.faults == []
