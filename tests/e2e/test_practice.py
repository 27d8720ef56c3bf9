"""A practice by keyboard alone: alarm, undo across a reveal, hint, restart."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Meet
from tests.e2e.person import Table
from tests.e2e.test_accessibility import findings, widened
from tests.live.conftest import Sites
from tests.live.wins import publish, wins

pytestmark = pytest.mark.needs_chromium

BUTTONS = ("Alarm for dead ends", "Hint", "Undo", "Deal", "Collect", "End")
KNOWN = wins("agnes-sorel/standard")[2]
"""A deal that is lost by dealing first. No other test races on it, which would make it secret."""


def press(control: Locator) -> None:
    control.focus()
    control.page.keyboard.press("Enter")


def begin(page: Page) -> None:
    page.goto("/")
    press(page.get_by_role("button", name="Menu"))
    press(page.get_by_role("link", name="Practise", exact=True))
    press(page.get_by_role("navigation", name="Games").get_by_role("link", name="Agnes Sorel"))
    expect(page.get_by_role("button", name="Start")).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("Key, cards or number of the deal")).to_be_hidden()
    enter(page)


def enter(page: Page) -> None:
    """Enter the deal, and start on it."""
    page.get_by_label("Which deal").select_option(label="A deal I enter")
    expect(page.get_by_label("Difficulty")).to_be_hidden()
    page.get_by_label("Key, cards or number of the deal").fill(KNOWN.deal)
    press(page.get_by_role("button", name="Start"))


def findings_by_day_and_night(page: Page) -> list[str]:
    found: list[str] = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found += findings(page)
    return found


def pick_up(page: Page) -> None:
    """Take the card of the first column that gives one."""
    for column in "12345":
        page.keyboard.press(column)
        if page.locator("#table .held").count():
            break
    expect(page.locator("#table .held")).not_to_have_count(0)


def ask_for_a_hint(page: Page) -> None:
    """Press H: the hint is shown, announced and focused."""
    page.keyboard.press("h")
    notice = page.locator("#edge .notice")
    expect(notice).to_contain_text("Hint:")
    expect(page.locator("#live")).to_contain_text(notice.inner_text())
    expect(page.locator("#table .hinted")).not_to_have_count(0)
    expect(page.locator("#table .goal")).not_to_have_count(0)
    expect(page.locator("#table .card:focus, #table .pile:focus")).to_have_count(1)


def warn(page: Page, table: Table) -> None:
    """Switch the alarm on; it warns of a dead end until that is undone."""
    said = page.locator("#advice-said")
    expect(said).to_contain_text("Alarm off")
    alarm = page.get_by_role("button", name="Alarm for dead ends")
    press(alarm)
    expect(said).to_have_text("You can win from here.")
    # The table's keys work even while a button has the focus.
    page.keyboard.press("d")
    expect(said).to_have_text("You can't win from here. Undo, or play on.")
    assert not findings_by_day_and_night(page)
    page.keyboard.press("z")
    expect(said).to_have_text("You can win from here.")
    table.expect_in_step()
    # What it would do is told before the first move, not for the whole game.
    press(alarm)
    expect(said).to_have_text("")
    press(alarm)
    expect(said).to_have_text("You can win from here.")


def expect_verdict_above_hint(page: Page) -> None:
    """Expect a phone to leave what the alarm says to be read while a hint stands."""
    verdict = page.locator("#advice-said span")
    expect(verdict).to_be_visible()
    above, below = (one.bounding_box() for one in (verdict, page.locator("#edge .notice")))
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]


def expect_large_table(page: Page) -> None:
    """Expect a desk to give an ended practice's table more than half of the page."""
    size = page.viewport_size
    page.set_viewport_size({"width": 1280, "height": 800})
    table = page.locator("#watch .watch-table")
    expect(table).to_be_visible()
    box = table.bounding_box()
    assert box is not None
    assert box["width"] > 640
    page.set_viewport_size(size or {"width": 360, "height": 640})


def end(page: Page) -> None:
    press(page.get_by_role("button", name="End", exact=True))
    press(page.get_by_role("dialog").get_by_role("button", name="End"))
    expect(page.get_by_role("button", name="Play it again")).to_be_visible()
    # Cards that were entered have no key.
    expect(page.locator("#result").get_by_text("Fair deal")).to_be_hidden()


def reach(button: Locator) -> None:
    """Scroll to a button: with large text the page is long, so that the table keeps its room."""
    button.scroll_into_view_if_needed()
    expect(button).to_be_in_viewport(ratio=0.9)


def test_a_desk_asks_before_moves_are_lost(sites: Sites, meet: Meet) -> None:
    site = sites("sqlite")
    publish(site, KNOWN)
    alice = meet(site.urls[0], size=(1280, 800))
    page = alice.page
    page.goto("/practice/?game=agnes-sorel")
    enter(page)
    table = alice.sit_at(KNOWN)
    first = page.url
    for move in KNOWN.moves[:2]:
        table.play(move, "keys")
    restart = page.get_by_role("button", name="Restart", exact=True)
    restart.click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("Start again?")
    expect(question).to_contain_text(re.compile(r"stays in your history: \d+\sof\s52 home\."))
    assert not findings_by_day_and_night(page)
    question.get_by_role("button", name="Play on").click()
    expect(question).to_be_hidden()
    table.expect_in_step()
    restart.click()
    question.get_by_role("button", name="Restart").click()
    page.wait_for_url(lambda url: url != first)
    Table(page, KNOWN).expect_in_step()
    end(page)
    # Without a win the same deal leads, and another is a button beside it.
    expect(page.locator("#play-again")).to_have_class(re.compile("primary"))
    expect(page.get_by_role("link", name="Another deal")).to_have_class("button large")
    assert alice.faults == []


def test_a_practice_by_keyboard(sites: Sites, meet: Meet) -> None:
    site = sites("sqlite")
    publish(site, KNOWN)
    alice = meet(site.urls[0], size=(360, 640))
    page = alice.page
    begin(page)
    table = alice.sit_at(KNOWN)
    first = page.url

    said = page.locator("#advice-said")
    alarm = page.get_by_role("button", name="Alarm for dead ends")
    warn(page, table)

    pick_up(page)
    ask_for_a_hint(page)
    expect_verdict_above_hint(page)
    # Its marks would wait for a card in hand.
    expect(page.locator("#table .held")).to_have_count(0)
    table.play(KNOWN.moves[0], "keys")
    expect(page.locator("#table .hinted")).to_have_count(0)
    table.expect_in_step()

    page.reload()
    expect(page.locator("#table .card")).to_have_count(52)
    expect(alarm).to_have_attribute("aria-pressed", "true")
    expect(said).to_have_text("You can win from here.")
    table.expect_in_step()

    press(page.get_by_role("button", name="End", exact=True))
    press(page.get_by_role("dialog").get_by_role("button", name="Restart"))
    page.wait_for_url(lambda url: url != first)
    Table(page, KNOWN).expect_in_step()
    expect(said).to_have_text("You can win from here.")
    assert widened(page) == 360
    for name in BUTTONS:
        reach(page.get_by_role("button", name=name, exact=True))
    end(page)
    expect_large_table(page)
    page.goto("/history/")
    expect(page.locator(".badge").filter(has_text="practice")).to_have_count(2)
    expect(page.locator(".badge").filter(has_text="assisted")).to_have_count(2)
    assert alice.faults == []
