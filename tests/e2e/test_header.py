"""The header: the same links for everyone, on phones in one row and a menu without JavaScript."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Browsers, Meet
from tests.e2e.person import Person
from tests.e2e.populated_site import PASSWORD
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
        context.close()


def test_held_sideways_the_menu_shows_all_its_links(sites: Sites, browsers: Browsers) -> None:
    for language in ("en", "de"):
        context = browsers(0).new_context(
            base_url=sites("sqlite").urls[0], has_touch=True, locale=language
        )
        page = context.new_page()
        for width, height in ((568, 320), (640, 360), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto("/practice/")
            page.locator(".menu-button").tap()
            links = page.locator(".site-nav > a")
            expect(links).to_have_count(len(LINKS))
            for link in links.all():
                expect(link).to_be_in_viewport(ratio=1)
                box = link.bounding_box()
                assert box is not None
                assert box["height"] >= 44
            assert page.evaluate("document.documentElement.scrollWidth") == width
        context.close()


LINKS = [
    *("/daily/", "/practice/", "/anytime/", "/events/", "/on-now/"),
    *("/how-to-play/", "/leaderboard/", "/history/"),
]


@pytest.mark.parametrize("language", ["en", "de"])
def test_guests_and_accounts_have_the_same_links_at_every_width(
    sites: Sites, browsers: Browsers, language: str
) -> None:
    context = browsers(0).new_context(base_url=sites("sqlite").urls[0], locale=language)
    visitor = Person(context)
    for who in ("stranger", "guest", "member"):
        if who == "guest":
            visitor.page.goto("/practice/")
            visitor.page.locator("main form .button.primary").first.click()
            visitor.page.wait_for_url("**/race/*/")
        if who == "member":
            sign_up(visitor, f"member-{language}")
        for width in (320, 360, 390, 844, 1024, 1216, 1217, 1280):
            visitor.page.set_viewport_size({"width": width, "height": 800})
            visitor.page.goto("/practice/")
            button = visitor.page.locator(".menu-button")
            assert button.is_visible() == (width <= 1216)
            if button.is_visible():
                button.press("Enter")
            links = visitor.page.locator(".site-nav a:visible")
            found = links.evaluate_all("links => links.map((link) => link.pathname)")
            assert len(found) == len(LINKS), (who, width)
            assert all(map(str.startswith, found, LINKS)), found
            if width >= 360:
                name = visitor.page.locator(".brand-name").bounding_box()
                mark = visitor.page.locator(".brand-mark").bounding_box()
                assert name is not None
                assert mark is not None
                assert abs(name["y"] - mark["y"]) < ONE_ROW / 2, (who, width)
            assert visitor.page.evaluate("document.documentElement.scrollWidth") == width
            box = visitor.page.locator(".site-header").bounding_box()
            assert box is not None
            assert box["height"] <= ONE_ROW + 10, (who, width)
    assert visitor.faults == []
    context.close()


def expect_title_below_the_header(page: Page) -> None:
    title, header = (page.locator(part).bounding_box() for part in ("h1", ".site-header"))
    assert title
    assert header
    assert header["height"] <= ONE_ROW
    assert title["y"] - header["y"] - header["height"] <= 20


@pytest.mark.parametrize("size", [(640, 360), (844, 390)])
def test_held_sideways_titles_are_of_one_size(
    sites: Sites, meet: Meet, size: tuple[int, int]
) -> None:
    page = meet(sites("sqlite").urls[0], size=size, touch=True).page
    sizes = set()
    for address in ("/events/", "/on-now/", "/anytime/", "/daily/", "/history/", "/friends/"):
        page.goto(address)
        sizes.add(page.locator("h1").evaluate("title => getComputedStyle(title).fontSize"))
    assert sizes == {"28px"}
    for address in ("/events/", "/accounts/signup/", "/accounts/login/", "/notices/"):
        page.goto(address)
        expect_title_below_the_header(page)


def sign_up(person: Person, name: str) -> None:
    """Make an account, whose header has a bell too."""
    person.page.goto("/accounts/signup/")
    person.page.get_by_label("Username").or_(person.page.get_by_label("Benutzername")).fill(name)
    for field in person.page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    person.page.locator("main form button").last.click()
    person.page.locator(".menu-name").wait_for(state="attached")


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
