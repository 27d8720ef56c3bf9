"""What has the focus is in sight, below the line that stays at the top of the window."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet
from tests.live.conftest import site as site
from tests.live.wins import win
from tests.processes import Site

pytestmark = pytest.mark.needs_chromium

# Scrolls each control under the line and gives it the focus: how many were tried, those covered.
COVERED = """() => {
    document.documentElement.style.scrollBehavior = "auto";
    const line = document.querySelector(".way-back");
    const covered = [];
    let tried = 0;
    for (const part of document.querySelectorAll("main :is(a, button, input, select, summary)")) {
        if (!part.checkVisibility({ visibilityProperty: true }) || part.disabled) continue;
        document.activeElement.blur();
        scrollBy(0, part.getBoundingClientRect().top);
        const isUnder = part.getBoundingClientRect().top < line.getBoundingClientRect().bottom;
        part.focus();
        if (!isUnder || document.activeElement !== part) continue;
        tried += 1;
        const { top } = part.getBoundingClientRect();
        if (top < line.getBoundingClientRect().bottom) covered.push(part.outerHTML);
    }
    return [tried, covered];
}"""


def test_the_line_to_a_race_covers_nothing_that_has_the_focus(site: Site, meet: Meet) -> None:
    code = site.manage("race", win("agnes-sorel").rules).strip()
    alice = meet(site.urls[0], size=(360, 640))
    alice.join_by_link(code, "Alice")
    for path in ("/account/", "/how-to-play/freecell/"):
        alice.page.goto(path)
        expect(alice.page.locator(".way-back")).to_be_visible()
        tried, covered = alice.page.evaluate(COVERED)
        assert tried > 5, path
        assert covered == [], path
    assert alice.faults == []


def test_who_joins_with_the_mouse_sees_no_ring(site: Site, meet: Meet) -> None:
    for keys in (False, True):
        code = site.manage("race", win("agnes-sorel").rules).strip()
        page = meet(site.urls[0]).page
        page.goto(f"/race/{code}/")
        page.get_by_label("Your name").fill("Alice")
        join = page.get_by_role("button", name="Join the race")
        if keys:
            join.press("Enter")
        else:
            join.click()
        ready = page.locator("#ready")
        expect(ready).to_be_focused()
        assert ready.evaluate("button => button.matches(':focus-visible')") is keys
