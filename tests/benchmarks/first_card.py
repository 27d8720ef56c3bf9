"""From landing on the start page to the first card moved, and to a link for a friend."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Final

from playwright.sync_api import Browser, Page

from tests.benchmarks.first_visit import RACE_SHOWN, slowed
from tests.processes import Site

ALONE: Final = re.compile("^Practise")
WITH_A_FRIEND: Final = re.compile("^(Race a friend|Open a race)")

MOVED: Final = "document.querySelector('#undo:not([disabled])') !== null"
"""Whether a card has moved: a move can be taken back."""

LINKED: Final = """(() => {
    const path = location.pathname;
    const says = (each) => String(each.value || each.textContent).includes(path);
    return path.startsWith("/race/")
        && [...document.querySelectorAll("#room *")].some((e) => says(e) && e.checkVisibility());
})()"""
"""Whether the address of the race is there to be sent."""


def first_cards(browser: Browser, site: Site) -> Iterator[tuple[str, float, int]]:
    """Yield what was reached, after how many seconds and with how many clicks."""
    for what, button, keys, reached in (
        ("the first card moved, alone", ALONE, "d", MOVED),
        ("the link for a friend", WITH_A_FRIEND, "", LINKED),
    ):
        context = browser.new_context(base_url=site.urls[0])
        page = context.new_page()
        with slowed(page):
            yield what, *_walk(page, button, keys, reached)
        context.close()


def _walk(page: Page, button: re.Pattern[str], keys: str, reached: str) -> tuple[float, int]:
    """Land, click, and press keys once the cards are there; return seconds and clicks.

    The choice of a game counts as a click.
    """
    landed = time.perf_counter()
    page.goto("/", wait_until="commit")
    if keys:
        # A game whose first move is the same on every deal.
        page.get_by_label("Game").select_option("agnes-sorel")
    page.get_by_role("button", name=button).first.click()
    for key in keys:
        _await(page, RACE_SHOWN)
        page.keyboard.press(key)
    _await(page, reached)
    return time.perf_counter() - landed, 1 + len(keys)


def _await(page: Page, condition: str) -> None:
    """Look until a condition holds, through the debugger, which the page's policy doesn't bind."""
    while not page.evaluate(condition):
        time.sleep(0.01)
