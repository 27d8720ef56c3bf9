"""The header on phones: one row, and a menu that needs no JavaScript."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Browsers
from tests.live.conftest import Sites

pytestmark = pytest.mark.needs_chromium

ONE_ROW = 60
"""Pixels that one row of links and buttons may take."""


@pytest.mark.parametrize("scripts", [True, False])
def test_on_a_phone_the_header_is_one_row_and_its_links_stand_in_a_menu(
    sites: Sites, browsers: Browsers, scripts: bool
) -> None:
    for language, daily in (("en", "Daily"), ("de", "Täglich")):
        context = browsers(0).new_context(
            base_url=sites("sqlite").urls[0],
            has_touch=True,
            java_script_enabled=scripts,
            locale=language,
        )
        page = context.new_page()
        for width in (320, 360, 390):
            page.set_viewport_size({"width": width, "height": 640})
            page.goto("/practice/")
            box = page.locator(".site-header").bounding_box()
            assert box is not None
            assert box["height"] <= ONE_ROW, (language, width)
            open_and_close(page, daily)
        page.locator(".menu-button").tap()
        page.get_by_role("link", name=daily).tap()
        page.wait_for_url("**/daily/")
        page.set_viewport_size({"width": 844, "height": 390})
        expect(page.get_by_role("link", name=daily).first).to_be_visible()
        expect(page.locator(".menu-button")).to_be_hidden()
        context.close()


def open_and_close(page: Page, first: str) -> None:
    """Open the menu by a key, go to its first link, and close it."""
    button, link = page.locator(".menu-button"), page.get_by_role("link", name=first, exact=True)
    expect(link).to_be_hidden()
    button.press("Enter")
    expect(link).to_be_visible()
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    page.keyboard.press("Escape")
    expect(link).to_be_hidden()
    expect(button).to_be_focused()
