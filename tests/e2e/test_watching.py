"""A race as spectators see it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from games.racing import LONGEST_DELAY
from tests.e2e.conftest import Meet, OpenRace
from tests.live.conftest import Seats, Sites, Visit, start
from tests.live.conftest import seat as seat  # racers play what is watched here
from tests.live.conftest import visit as visit
from tests.live.racer import Racer
from tests.live.ranked import open_ranked, start_earlier
from tests.live.wins import win
from tests.processes import Site

pytestmark = pytest.mark.needs_chromium


def expect_whole(page: Page, board: Locator) -> None:
    """Check that a phone shows the clock and a whole table, upright or sideways."""
    for width, height in ((360, 640), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        table = board.locator(".watch-table")
        for part in (table, page.locator("#clock")):
            expect(part).to_be_in_viewport(ratio=1)
        box = table.bounding_box()
        assert box is not None
        assert box["height"] > 0.6 * height


def racing(site: Site, code: str, visit: Visit, count: int) -> list[Racer]:
    """Start a race of so many players."""
    racers = [visit(site.urls[0]) for _ in range(count)]
    for racer in racers:
        racer.join(code)
        racer.connect(code)
    start(racers)
    return racers


def pick_and_follow(page: Page, follow: Locator) -> None:
    """Pick the other table than the leader's, then go back to the leader's by key."""
    tables = page.locator(".watch-board")
    pick = page.get_by_role("group", name="Choose a table").get_by_role("button")
    expect(tables.nth(1)).to_be_visible()
    expect(follow).to_have_attribute("aria-pressed", "true")
    pick.nth(0).tap()
    expect(pick.nth(0)).to_have_attribute("aria-pressed", "true")
    expect(follow).to_have_attribute("aria-pressed", "false")
    expect(tables.nth(0)).to_be_visible()
    expect(tables.nth(1)).to_be_hidden()
    follow.focus()
    follow.press("Enter")
    expect(pick.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(tables.nth(0)).to_be_hidden()
    expect(tables.nth(1)).to_be_visible()


def test_spectators_see_all_tables_or_pick_one_and_who_is_ahead(
    sites: Sites, meet: Meet, seat: Seats
) -> None:
    site = sites("sqlite")
    known = win("agnes-sorel")
    code, racers = seat(site, known)
    start(racers)
    racers[1].play(known.moves[:12])
    wide, narrow = meet(site.urls[0]), meet(site.urls[0], size=(360, 640), touch=True)
    for watcher in (wide, narrow):
        watcher.page.goto(f"/race/{code}/")
        boards = watcher.page.locator(".watch-board")
        expect(boards).to_have_count(2)
        expect(boards.nth(1)).to_contain_text("#1")
        expect(boards.nth(0).locator(".card")).to_have_count(52)
        assert boards.nth(0).locator(".card[data-face='??']").count()
        assert not watcher.page.get_by_role("button", name="Give up").is_visible()
        assert watcher.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # The title keeps to one line, clear of the edge of the window.
    expect(wide.page.locator(".way-out")).to_be_in_viewport(ratio=1)
    for number in (0, 1):
        expect(wide.page.locator(".watch-board").nth(number)).to_be_in_viewport(ratio=1)
        pick = narrow.page.locator("#watch-switch .watch-pick").nth(number)
        expect(pick).to_be_in_viewport(ratio=1)
        expect(pick.locator("[data-slot=figures]")).to_have_text(re.compile(r"^\d+ of 52$"))

    tables = narrow.page.locator(".watch-board")
    follow = narrow.page.get_by_role("button", name="Follow the leader")
    pick_and_follow(narrow.page, follow)
    for watcher in (wide, narrow):
        expect(watcher.page.locator("#watch-note")).to_have_text(
            "Cards stay face down here while someone still playing may not have seen them."
        )
    expect_whole(narrow.page, tables.nth(1))

    racers[0].play(known.moves[:30])
    expect(wide.page.locator(".watch-board").nth(0)).to_contain_text("#1")
    expect(wide.page.locator("#live")).to_contain_text(re.compile("is ahead"))
    # The view goes with the lead, once that has lasted.
    expect(tables.nth(0)).to_be_visible(timeout=20_000)
    for is_on in ("true", "false"):
        expect(follow).to_have_attribute("aria-pressed", is_on)
        follow.click()
    for watcher in (wide, narrow):
        assert watcher.faults == []


def test_on_a_phone_the_tab_of_the_shown_table_is_in_sight_and_every_name_whole(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit
) -> None:
    site = sites("sqlite")
    known = win("agnes-sorel")
    code = open_race(site, known)
    racers = racing(site, code, visit, 5)
    racers[4].play(known.moves[:12])
    racers[3].send(t="end")
    watcher = meet(site.urls[0], size=(360, 640), touch=True)
    page = watcher.page
    page.goto(f"/race/{code}/")
    tabs = page.locator("#watch-switch > .watch-pick")
    expect(tabs.nth(4)).to_have_attribute("aria-pressed", "true")
    expect(tabs.nth(4)).to_be_in_viewport(ratio=1)
    expect(tabs.nth(3)).to_contain_text("stopped")
    names = page.locator(".watch-pick .rival-name > span").evaluate_all(
        "all => all.map((one) => one.scrollWidth <= one.clientWidth || one.clientWidth > 80)"
    )
    assert names == [True] * 5
    # What the watcher has scrolled stays until another table is shown.
    row = page.locator("#watch-switch")
    row.evaluate("row => { row.scrollLeft = 0; }")
    page.wait_for_timeout(1200)
    assert row.evaluate("row => row.scrollLeft") == 0
    page.get_by_role("button", name="Follow the leader").tap()
    expect(tabs.nth(4)).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    assert watcher.faults == []


def test_who_is_done_watches_a_whole_table_in_the_window(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit
) -> None:
    site = sites("sqlite")
    known = win("agnes-sorel")
    code = open_race(site, known)
    player, rival = meet(site.urls[0]), visit(site.urls[0])
    player.join_by_link(code, "Alice")
    rival.sit_ready(code)
    player.ready()
    player.sit_at(known)
    player.end_run()
    page = player.page
    expect(page.locator("body")).to_have_attribute("data-scene", "done")
    for width, height in ((1280, 800), (390, 844), (844, 390), (360, 640), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("link", name="Watch the others").click()
        for part in (page.locator(".watch-table"), page.locator(".watch-clock")):
            expect(part).to_be_in_viewport(ratio=1)
        expect(page.locator(".watch-out > img")).to_be_visible(visible=width >= 640)
        page.evaluate("scrollTo(0, 0)")
    page.get_by_role("link", name="Watch the others").click()
    page.locator(".watch-out").click()
    page.wait_for_url(f"{site.urls[0]}/")
    assert player.faults == []


def test_on_a_small_phone_the_buttons_of_a_watched_result_are_equally_wide(
    sites: Sites, meet: Meet, seat: Seats
) -> None:
    site = sites("sqlite")
    known = win("agnes-sorel")
    code, racers = seat(site, known)
    start(racers)
    watcher = meet(site.urls[0], size=(360, 640), touch=True)
    page = watcher.page
    page.context.set_extra_http_headers({"Accept-Language": "de"})
    page.goto(f"/race/{code}/")
    for racer in racers:
        racer.send(t="end")
    buttons = page.locator(".outcome-buttons > .button:visible")
    expect(buttons).to_have_count(2)
    widths = buttons.evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
    assert widths[0] == widths[1]
    assert watcher.faults == []


def test_spectators_of_a_ranked_race_see_the_track_and_afterwards_the_tables(
    sites: Sites, meet: Meet, visit: Visit
) -> None:
    site = sites("sqlite")
    known = win("agnes-sorel")
    code, racers = open_ranked(site, visit, known, watchable=False)
    for racer in racers:
        racer.connect(code)
    start(racers)
    racers[1].play(known.moves[:12])
    wide, narrow = meet(site.urls[0]), meet(site.urls[0], size=(360, 640), touch=True)
    for watcher in (wide, narrow):
        watcher.page.goto(f"/race/{code}/")
        expect(watcher.page.locator("#watch-note")).to_be_visible()
        expect(watcher.page.locator("#watch-note")).to_contain_text("when the race is over")
        track = watcher.page.locator("#rivals .rival")
        expect(track).to_have_count(2)
        expect(track.nth(1)).to_contain_text("12 moves")
        for number in (0, 1):
            expect(track.nth(number)).to_be_in_viewport(ratio=1)
        expect(watcher.page.locator(".watch-board")).to_have_count(0)
        assert watcher.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for racer in racers:
        racer.send(t="end")
    for watcher in (wide, narrow):
        expect(watcher.page.locator(".watch-board")).to_have_count(2)
        expect(watcher.page.locator("#watch-note")).to_be_hidden()
        assert watcher.faults == []


def test_spectators_of_a_watchable_ranked_race_see_the_tables_of_two_minutes_ago(
    sites: Sites, meet: Meet, visit: Visit
) -> None:
    site = sites("sqlite")
    known = win("agnes-sorel")
    code, racers = open_ranked(site, visit, known, watchable=True)
    actions = [(1_000 * number, move) for number, move in enumerate(known.moves[:5], 1)]
    start_earlier(site, code, LONGEST_DELAY + 60_000, actions)
    for racer in racers:
        racer.connect(code)
        racer.board(0)
    for size in ((1280, 800), (360, 640)):
        watcher = meet(site.urls[0], size=size)
        watcher.page.goto(f"/race/{code}/")
        expect(watcher.page.locator("#watch-note")).to_contain_text("2 minutes late")
        boards = watcher.page.locator(".watch-board")
        expect(boards).to_have_count(2)
        expect(boards.nth(0).locator(".card")).to_have_count(52)
        expect(watcher.page.locator("#rivals")).to_be_hidden()
        if size[0] > size[1]:
            for number in (0, 1):
                expect(boards.nth(number)).to_be_in_viewport(ratio=1)
        assert watcher.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert watcher.faults == []


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (844, 390), (1280, 800)])
def test_before_the_first_table_spectators_see_who_races_and_when_tables_appear(
    sites: Sites, meet: Meet, visit: Visit, size: tuple[int, int]
) -> None:
    site = sites("sqlite")
    known = win("agnes-sorel")
    code, racers = open_ranked(site, visit, known, watchable=True)
    actions = [(500 * number, move) for number, move in enumerate(known.moves[:12], 1)]
    start_earlier(site, code, 10_000, actions)
    for racer in racers:
        racer.connect(code)
        racer.board(0)
    watcher = meet(site.urls[0], size=size)
    watcher.page.goto(f"/race/{code}/")
    expect(watcher.page.locator("#watch-soon")).to_have_text(
        re.compile(r"Tables appear in [01]:\d\d")
    )
    note = watcher.page.locator("#watch-note")
    expect(note).to_contain_text(re.compile(r"2 minutes late\. The race started at \d"))
    lanes = watcher.page.locator("#rivals .rival")
    expect(lanes).to_have_count(2)
    expect(lanes.nth(1)).to_contain_text("12 moves")
    for part in (lanes.nth(0), lanes.nth(1), watcher.page.locator("#watch-soon"), note):
        expect(part).to_be_in_viewport(ratio=1)
    expect(watcher.page.locator("#watch .lesson:visible")).to_have_count(3)
    expect(watcher.page.locator(".watch-board")).to_have_count(0)
    track, tables = (
        watcher.page.locator(part).bounding_box() for part in ("#rivals", "#watch-soon")
    )
    assert track is not None
    assert tables is not None
    assert (
        tables["x"] >= track["x"] + track["width"]
        or tables["x"] + tables["width"] <= track["x"]
        or tables["y"] >= track["y"] + track["height"]
    )
    assert watcher.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert watcher.faults == []


def test_a_finished_player_of_a_ranked_race_learns_when_the_tables_can_be_watched(
    sites: Sites, meet: Meet, visit: Visit
) -> None:
    site = sites("sqlite")
    known = win("agnes-sorel")
    code, racers = open_ranked(site, visit, known, watchable=False)
    alice = meet(site.urls[0], size=(360, 640))
    alice.join_by_link(code, "Alice")
    for racer in racers:
        racer.connect(code)
        racer.send(t="ready", ready=True)
    alice.ready()
    alice.sit_at(known)
    alice.end_run()
    verdict = alice.page.locator("#verdict")
    expect(verdict).to_contain_text("when the race is over")
    expect(verdict.get_by_role("link", name="Watch the others")).to_be_hidden()
    expect(alice.page.locator("#watch")).to_be_hidden()
    assert alice.faults == []


def test_the_start_page_follows_what_is_on_without_a_reload(
    sites: Sites, meet: Meet, visit: Visit
) -> None:
    site = sites("sqlite")
    known = win("agnes-sorel")
    code, racers = open_ranked(site, visit, known, watchable=True)
    for racer in racers:
        racer.connect(code)
    start(racers)
    racers[1].play(known.moves[:30])
    home, page, phone = (meet(site.urls[0], size=s) for s in ((1280, 800), (1280, 800), (360, 640)))
    race = home.page.locator(f"#on-now [data-key={code}]")
    home.page.goto("/")
    expect(race).to_contain_text("Agnes Sorel")
    phone.page.goto("/on-now/")
    page.page.goto("/")
    page.page.locator("#main").get_by_role("link", name="On now").click()
    card = page.page.locator(f"#on-now [data-key={code}]")
    # What the list is about stands right below its title, and one race has half the page.
    for each in (page.page, phone.page):
        title = each.get_by_role("heading", level=1).bounding_box()
        about = each.get_by_text("Races anyone may watch").bounding_box()
        assert title is not None
        assert about is not None
        assert about["y"] - title["y"] - title["height"] <= 12
    assert card.evaluate("one => one.offsetWidth / one.parentElement.offsetWidth") > 0.45
    first = card.locator("li").first
    bars = [race.locator("progress"), first.locator("progress")]
    before = [int(bar.get_attribute("value") or 0) for bar in bars]
    card.get_by_role("link").focus()
    racers[1].play(known.moves[30:70], first=31)
    for bar, value in zip(bars, before, strict=True):
        expect(bar).not_to_have_js_property("value", value)
    expect(card.get_by_role("link")).to_be_focused()
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    card.get_by_role("link").press("Enter")
    expect(page.page.locator("#watch-note")).to_contain_text("2 minutes late")
    for person in (home, page, phone):
        assert person.faults == []
