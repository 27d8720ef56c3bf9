"""Pages without JavaScript, and on paper: nothing dead, nothing empty."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Browsers, Meet, OpenRace
from tests.live.conftest import Sites
from tests.live.wins import win
from tests.processes import Site

pytestmark = pytest.mark.needs_chromium

DEAD = "button:not(form[method] button, [form]), button[type=button], input[type=range], dialog"
EMPTY = "main :is(section, ol, ul, .panel, .figure-felt, .game-felt):visible"


def dead(page: Page) -> list[str]:
    """Return what could be pressed in vain."""
    return [each.inner_html() for each in page.locator(DEAD).all() if each.is_visible()]


def empty(page: Page) -> list[str]:
    """Return what takes room and shows nothing."""
    return [
        each.evaluate("element => element.outerHTML")
        for each in page.locator(EMPTY).all()
        if not each.inner_text().strip() and not each.locator("img, svg").count()
    ]


def play_one(site: Site, meet: Meet, open_race: OpenRace) -> tuple[list[str], Page]:
    """Finish one race and open another; return the public pages, and the page of the first."""
    known = win("agnes-sorel")
    # While a race on a deal is open, its results elsewhere stay hidden.
    codes = [open_race(site, each) for each in (known, win("applegate"))]
    alice = meet(site.urls[0])
    alice.join_by_link(codes[0], "Alice")
    alice.page.get_by_role("button", name="Race alone").click()
    alice.sit_at(known).play(known.moves[0])
    alice.end_run()
    replay = alice.page.get_by_role("link", name="Watch your run")
    watched = replay.get_attribute("href")
    races = [f"/race/{code}/" for code in codes]
    paths = ["/", "/daily/", "/practice/", "/leaderboard/agnes-sorel/", "/ratings/agnes-sorel/"]
    paths += ["/how-to-play/", "/how-to-play/agnes-sorel/", "/accounts/login/", "/accounts/signup/"]
    return [*paths, *races, f"{races[0]}deal/", str(watched)], alice.page


def test_without_javascript_nothing_is_dead_or_empty_and_paper_has_no_navigation(
    sites: Sites, meet: Meet, open_race: OpenRace, browsers: Browsers
) -> None:
    site = sites("sqlite")
    paths, played = play_one(site, meet, open_race)
    context = browsers(0).new_context(base_url=site.urls[0], java_script_enabled=False)
    page = context.new_page()
    for path in paths:
        page.goto(path)
        assert (path, dead(page), empty(page)) == (path, [], [])
        page.emulate_media(media="print")
        for each in page.locator("nav, button, .button").all():
            assert not each.is_visible(), (path, each.inner_text())
        page.emulate_media(media="screen")
    page.goto(played.url)
    expect(page.get_by_role("heading", level=2)).to_have_text("No one got another card home")
    row = page.locator("#standings tr")
    expect(row).to_contain_text("Alice")
    expect(row).to_contain_text(" of 52 home")
    expect(page.locator("#raced-at")).to_be_hidden()
    page.emulate_media(media="print")
    expect(row).to_be_visible()
    expect(page.locator("#raced-at")).to_have_text(re.compile(r"20\d\d, \d\d:\d\d"))
    page.emulate_media(media="screen")
    row.get_by_role("link", name="Watch").click()
    page.wait_for_url("**/replay")
    expect(page.get_by_text("The cards only move with JavaScript.")).to_be_visible()
    still = page.locator(".replay-still")
    expect(still).to_contain_text("The table after step 2 of 2: Stopped")
    expect(still).to_contain_text("Column 1")
    page.locator(".moment").nth(1).click()
    expect(still).to_contain_text("The table after step 1 of 2")
    context.close()
    played.emulate_media(media="print")
    expect(played.locator("#result-title")).to_be_visible()
    expect(played.locator("#raced-at")).to_have_text(re.compile(r"20\d\d, \d\d:\d\d"))
    expect(played.locator("#raced-at")).to_be_visible()
    assert not any(each.is_visible() for each in played.locator("nav, button, .button").all())


def test_on_paper_the_words_on_a_deal_of_the_day_take_the_width_of_its_card(
    sites: Sites, meet: Meet
) -> None:
    page = meet(sites("sqlite").urls[0], size=(1280, 800)).page
    page.goto("/")
    page.emulate_media(media="print")
    card = page.locator(".today-card").first
    expect(card.locator(".small-board")).to_be_hidden()
    whole, words = card.bounding_box(), card.locator(".today-words").bounding_box()
    assert whole is not None
    assert words is not None
    assert words["x"] - whole["x"] < 32
    assert words["width"] > whole["width"] - 64
