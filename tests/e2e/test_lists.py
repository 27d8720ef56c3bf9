"""Lists of people and results on a phone: everything fits, everything can be touched."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from tests.e2e.conftest import Meet
from tests.e2e.person import Person
from tests.e2e.populated_site import settle
from tests.processes import Launch
from tests.stores import Stores

pytestmark = pytest.mark.needs_chromium

LISTS = ("/leaderboard/agnes-sorel/", "/ratings/agnes-sorel/", "/history/", "/player/1/")
LANGUAGES = ("en", "de")

# The parts of a page that reach beyond what frames them, and links of lists too low for a finger.
FAULTS = """() => {
    const all = (name) => [...document.querySelectorAll(name)];
    const shown = (name) => all(name).filter((part) => part.checkVisibility());
    const wide = shown(".scroll").filter((part) => part.scrollWidth > part.clientWidth);
    const low = shown(".list td > a:not(.detail), .tabs a, .friend .button")
        .filter((part) => part.getBoundingClientRect().height < 43);
    return [...wide, ...low].map((part) => part.outerHTML.slice(0, 90));
}"""


@pytest.fixture
def alice(tmp_path: Path, stores: Stores, meet: Meet) -> Iterator[Person]:
    """Yield a player among friends with long names, on a small phone."""
    with closing(Launch(tmp_path, stores)) as launch:
        site = launch()
        alice = meet(site.urls[0], size=(360, 640), touch=True)
        settle(site, alice, "alice")
        yield alice


def test_lists_fit_a_phone_beside_names_of_forty_letters(alice: Person) -> None:
    for language in LANGUAGES:
        speak(alice.page, language)
        for path in LISTS:
            alice.page.goto(path)
            for width, height in ((360, 640), (640, 360), (768, 1024)):
                alice.page.set_viewport_size({"width": width, "height": height})
                assert alice.page.evaluate(FAULTS) == [], (language, path, width)


def test_a_name_a_challenge_and_the_menu_each_take_one_line_of_a_phone(alice: Person) -> None:
    for language in LANGUAGES:
        speak(alice.page, language)
        alice.page.goto("/friends/")
        assert alice.page.evaluate(FAULTS) == [], language
        # Beneath the name stand presence and score; two buttons take a row of their own.
        for friend in alice.page.locator(".friend").all():
            words, buttons = height(friend.locator(".friend-words")), friend.locator(".buttons")
            assert words <= height(friend.locator("a").first) + 2 * 24
            row = height(buttons) + 12 if friend.locator(".button").count() > 1 else 0
            assert height(friend) <= max(words, height(buttons)) + row + 30
        assert height(alice.page.locator(".site-header")) <= 60


def speak(page: Page, language: str) -> None:
    """Switch the site's language by its button."""
    page.goto("/how-to-play/")
    page.locator(f".languages [value={language}]").click()
    page.wait_for_selector(f"html[lang={language}]")


def height(part: Locator) -> float:
    """Return how high an element is drawn."""
    box = part.bounding_box()
    assert box is not None
    return box["height"]
