"""Friends react in the room and after the race; each can mute them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Meet, OpenRace
from tests.live.conftest import Sites
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium

SAID = "#said .reaction-said"


def react(page: Page, words: str) -> None:
    page.locator(".reactions:visible").get_by_role("button", name=words, exact=True).click()


def expect_words_and_room_for_a_finger(page: Page) -> None:
    tray = page.locator(".reactions:visible")
    for words in ("Good luck", "Nice", "Wow", "Ouch", "Well played", "Again?", "Mute"):
        expect(tray.get_by_text(words, exact=True)).to_be_visible()
    for box in tray.locator("button").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().toJSON())"
    ):
        assert box["width"] >= 44
        assert box["height"] >= 44
        assert box["right"] <= 344


# What is to be seen beside what was said; of the site's name, its letters. They may make room.
BESIDE = """() => [...document.querySelectorAll(
    "main :is(a, button), .site-tools > *, .brand-name, .card, #clock, .watch-clock b"
)].filter((one) => one.checkVisibility({ opacityProperty: true })).map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return (one.matches(".brand-name") ? range : one).getBoundingClientRect().toJSON();
})"""


def expect_clear(page: Page) -> None:
    """Expect what was said on a phone to stand on the screen and cover nothing beside it."""
    said = page.locator(SAID).last.bounding_box()
    assert said is not None
    assert said["x"] >= 0
    assert said["x"] + said["width"] <= 360
    for box in page.evaluate(BESIDE):
        assert (
            said["x"] + said["width"] <= box["left"]
            or box["right"] <= said["x"]
            or said["y"] + said["height"] <= box["top"]
            or box["bottom"] <= said["y"]
        ), box


def expect_clear_during_a_race(page: Page) -> None:
    """Expect it clear of what it says at once, and of the clocks beside the tables."""
    expect_clear(page)
    expect(page.locator(SAID)).to_have_count(0)
    page.locator("#watch").evaluate("watch => watch.scrollIntoView()")
    react(page, "Nice")
    expect(page.locator("#said[data-over=watch-clock]")).to_be_attached()
    expect_clear(page)
    page.evaluate("scrollTo(0, 0)")


def test_two_friends_react_before_and_after_a_race_and_one_mutes(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    # Long: one race is followed from its room to its result.
    site, known = sites("sqlite"), win("agnes-sorel")
    code = open_race(site, known)
    alice = meet(site.urls[0], size=(360, 640), touch=True)
    bob = meet(site.urls[0], 1)
    alice.join_by_link(code, "Alice")
    expect(alice.page.locator(".reactions:visible")).to_have_count(0)
    bob.join_by_link(code, "Bob")
    react(bob.page, "Good luck")
    expect(alice.page.locator(SAID)).to_have_text("Bob Good luck", use_inner_text=True)
    expect_clear(alice.page)
    expect(alice.page.locator("#live")).to_contain_text("Bob: Good luck")
    expect_words_and_room_for_a_finger(alice.page)
    expect(alice.page.locator(SAID)).to_have_count(0)
    alice.ready()
    bob.ready()
    alice.sit_at(known)
    bob.sit_at(known)
    alice.end_run()
    react(alice.page, "Well played")
    expect(alice.page.locator(SAID)).to_have_text("Alice Well played", use_inner_text=True)
    expect_clear_during_a_race(alice.page)
    told = alice.page.locator(".reactions:visible .reactions-note")
    expect(told).to_have_text("Players still racing see it after their run.")
    # Bob still plays: nothing distracts.
    bob.page.wait_for_timeout(500)
    expect(bob.page.locator(SAID)).to_have_count(0)
    bob.end_run()
    expect(bob.page.locator(SAID)).to_have_text(
        ["Alice Well played", "Alice Nice"], use_inner_text=True
    )
    expect(bob.page.locator("#standings tr")).to_have_count(2)
    expect(alice.page.locator(".reactions-note:visible")).to_have_count(0)
    # What was said beside the clocks has left them with the table.
    expect(alice.page.locator("#said[data-over=header]")).to_be_attached()
    react(bob.page, "Mute reactions")
    react(alice.page, "Ouch")
    expect(alice.page.locator(SAID).last).to_have_text("Alice Ouch", use_inner_text=True)
    bob.page.wait_for_timeout(500)
    expect(bob.page.locator(SAID)).to_have_count(0)
    bob.page.reload()
    expect(bob.page.locator(".reactions:visible [data-mutes-reactions]")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(alice.page.locator(SAID)).to_have_count(0)
    react(bob.page, "Mute reactions")
    alice.page.evaluate("scrollTo(0, 0)")
    react(bob.page, "Again?")
    expect(alice.page.locator(SAID).last).to_have_text("Bob Again?", use_inner_text=True)
    expect_clear(alice.page)
    # Once no one is left to hear, the reactions stay in their place, out of use.
    tray = alice.page.locator(".outcome .reactions")
    place = tray.bounding_box()
    bob.page.goto("/")
    expect(tray.locator("[data-reaction][aria-disabled=true]")).to_have_count(6)
    assert tray.bounding_box() == place
    assert alice.faults == []
    assert bob.faults == []
