"""What axe finds on every page, and whether pages hold text at twice the size."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import DEFAULT_OPTIONS, Axe
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.person import Person
from tests.e2e.populated_site import settle
from tests.live.conftest import Sites
from tests.live.wins import win
from tests.processes import Launch
from tests.stores import Stores

pytestmark = pytest.mark.needs_chromium

PATHS = (
    "/",
    "/practice/",
    "/how-to-play/",
    "/how-to-play/agnes-sorel/",
    "/leaderboard/agnes-sorel/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/nowhere/",
    "/race/QQQQQQ/",
    "/verify/",
)


def findings(page: Page) -> list[str]:
    """Return what is wrong with a page as it stands, by day and by night, with the elements."""
    page.emulate_media(color_scheme="light")
    found = axe(page)
    page.emulate_media(color_scheme="dark")
    # Only colours change at night.
    found += axe(page, runOnly=["color-contrast"])
    page.emulate_media(color_scheme="light")
    return found


def axe(page: Page, **options: list[str]) -> list[str]:
    # Asked ahead for style sheets, it seeks those that a sheet imports beside the page.
    chosen = {**DEFAULT_OPTIONS, "preload": False, **options}
    return [
        f"{page.url} {found['id']}: {node['html'][:200]}"
        for found in Axe().run(page, options=chosen).response["violations"]
        for node in found["nodes"]
    ]


def test_axe_finds_nothing_on_any_page(sites: Sites, meet: Meet, open_race: OpenRace) -> None:
    site = sites("sqlite")
    alice = meet(site.urls[0])
    bob = meet(site.urls[0], browser=1, size=(360, 640))
    known = win("agnes-bernauer")
    code = open_race(site, known)
    found = [finding for path in PATHS for finding in visited(alice, path)]
    found += [finding for page in race(code, alice, bob) for finding in findings(page)]
    found += visited(alice, "/history/")
    assert not found


ACCOUNT_PATHS = (
    "/",
    "/daily/",
    "/daily/{day}/agnes-sorel/",
    "/leaderboard/agnes-sorel/",
    "/leaderboard/agnes-sorel/standard/day/?who=friends",
    "/ratings/agnes-sorel/",
    "/friends/",
    "/notices/",
    "/notices/settings/",
    "/history/",
    "/player/{pk}/",
    "/account/",
    "/account/delete/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/2fa/",
    "/accounts/2fa/totp/activate/",
    "/accounts/2fa/webauthn/",
    "/accounts/2fa/webauthn/add/",
    "/accounts/logout/",
)


def test_axe_finds_nothing_on_the_pages_of_an_account(
    tmp_path: Path, stores: Stores, meet: Meet
) -> None:
    with closing(Launch(tmp_path, stores)) as launch:
        site = launch()
        alice = meet(site.urls[0], size=(360, 640))
        settle(site, alice, "alice")
        page = alice.page
        page.goto("/")
        profile = page.locator(".menu-items a").first.get_attribute("href")
        assert profile is not None
        values = {"pk": profile.strip("/").split("/")[-1], "day": datetime.now(UTC).date()}
        found = []
        for path in ACCOUNT_PATHS:
            answer = page.goto(path.format(**values))
            assert answer is not None
            assert answer.ok, page.url
            found += findings(page)
            if (width := widened(page)) > 360:
                found.append(f"{page.url} is {width} wide with text of twice the size")
        assert not found


def visited(person: Person, path: str) -> list[str]:
    """Return what is wrong with the page at an address."""
    person.page.goto(path)
    return findings(person.page)


def race(code: str, alice: Person, bob: Person) -> Iterator[Page]:
    """Yield each page of a race as soon as it shows something new."""
    known = win("agnes-bernauer")
    for person, name in ((alice, "Alice"), (bob, "Bob")):
        person.join_by_link(code, name)
        yield person.page
    alice.page.get_by_role("button", name="Settings").first.click()
    yield alice.page
    alice.page.get_by_role("button", name="Done").click()
    for person in (alice, bob):
        person.ready()
    expect(alice.page.locator("#countdown")).to_be_visible()
    # What was pressed is gone: the keyboard goes on with what has come.
    expect(alice.page.locator("#arena")).to_be_focused()
    yield alice.page
    table, other = alice.sit_at(known), bob.sit_at(known)
    for move in known.moves[:9]:
        table.play(move, "keys")
        other.play(move, "click")
    alice.page.keyboard.press("1")
    yield from (alice.page, bob.page)
    alice.page.keyboard.press("?")
    yield alice.page
    alice.page.keyboard.press("Escape")
    alice.page.keyboard.press("t")
    yield alice.page
    for person in (alice, bob):
        person.page.get_by_role("button", name="Give up").click()
        yield person.page
        person.page.get_by_role("dialog").get_by_role("button", name="Stop here").click()
        if person is alice:
            expect(person.page.locator("#verdict")).to_be_focused()
            yield person.page
    for person in (alice, bob):
        expect(person.page.locator("#standings tr")).to_have_count(2)
        expect(person.page.locator("#result-title")).to_be_focused()
        yield person.page
    bob.page.get_by_role("link", name="Everyone on this deal").click()
    expect(bob.page.get_by_role("heading", name="In races")).to_be_visible()
    yield bob.page
    alice.page.get_by_role("link", name="Watch the run").first.click()
    expect(alice.page.locator(".card-table .card")).to_have_count(52)
    yield alice.page


def test_no_page_overflows_a_phone_with_text_at_twice_the_size(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    site = sites("sqlite")
    alice = meet(site.urls[0], size=(360, 640))
    for path in PATHS:
        alice.page.goto(path)
        assert widened(alice.page) == 360, path
    known = win("agnes-bernauer")
    alice.join_by_link(open_race(site, known), "Alice")
    assert widened(alice.page) == 360
    alice.page.get_by_role("button", name="Race alone").click()
    alice.sit_at(known)
    assert widened(alice.page) == 360
    for name in ("Undo", "Deal", "Collect", "Give up", "Settings"):
        # The page scrolls, so that the table keeps its room.
        button = alice.page.get_by_role("button", name=name).first
        button.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport(ratio=0.9)


def widened(page: Page) -> int:
    """Return the width of a page with its text at twice the size."""
    width: int = page.evaluate(
        """() => {
            document.documentElement.style.fontSize = "200%";
            return document.documentElement.scrollWidth;
        }"""
    )
    return width
