"""An any-time race by link: from a desk to a phone, blind until the own end."""

from __future__ import annotations

import re
from itertools import repeat

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Meet
from tests.e2e.person import Person
from tests.live.conftest import Sites
from tests.live.test_planned import plan
from tests.live.wins import win
from tests.processes import Site

pytestmark = pytest.mark.needs_chromium

KNOWN = win("agnes-bernauer")
PHONE = (360, 640)

PROVE = """
import secrets
from games.models import Proof
# The day's challenge may take one.
for _ in range(2):
    Proof.objects.store("{rules}", secrets.token_bytes(32), "winnable", 1, "", secret=True)
"""

DEAL = """
from games.models import AnytimeRace, Deal
race = AnytimeRace.objects.get(code="{code}")
Deal.objects.filter(pk=race.trial.deal_id).update(cards="{deal}")
"""


def shell(site: Site, code: str) -> None:
    site.manage("shell", "--no-imports", "--command", code)


def open_anytime(site: Site, host: Person, seats: int = 2) -> str:
    """Open a race from its form, and return its address."""
    shell(site, PROVE.format(rules=KNOWN.rules))
    host.page.goto("/anytime/new/?game=agnes-bernauer")
    host.page.get_by_label("Seats").fill(str(seats))
    host.page.get_by_label("Open for").select_option("1 day")
    host.page.get_by_role("button", name="Open the race").click()
    expect(host.page.get_by_text(f"0 of {seats}")).to_be_visible()
    code = host.page.url.rstrip("/").rpartition("/")[2]
    shell(site, DEAL.format(code=code, deal=KNOWN.deal))
    return host.page.url


def start(person: Person) -> None:
    """Take a seat and start the clock, in one step."""
    person.page.get_by_role("button", name="Start the clock").click()
    expect(person.page.locator("body")).to_have_attribute("data-scene", "play")
    assert "#" not in person.page.url


def expect_everything_told(host: Person, friend: Person, address: str) -> None:
    """Look at the places, a replay and the list, once both are done."""
    told = (
        (host, "Mo wins in", r"Place 2 of 2 · \d+ cards behind Mo"),
        (friend, "You win in", r"Place 1 of 2 · won by \d+ cards"),
    )
    for person, verdict, own in told:
        person.page.goto(address)
        expect(person.page.get_by_role("heading", name=verdict)).to_be_visible()
        expect(person.page.get_by_text(re.compile(own))).to_be_visible()
        expect(person.page.locator(".podium")).to_contain_text("Mo")
        expect(person.page.locator(".results > .scroll tbody tr")).to_have_count(2)
        expect(person.page.locator(".results > .scroll tbody tr").first).to_contain_text("Mo")
        names = person.page.locator(".progress-chart .chart-name")
        expect(names).to_have_text(["Mo", "You"] if person is host else ["You", re.compile(r"\w")])
        width = person.page.evaluate("innerWidth")
        assert person.page.evaluate("document.documentElement.scrollWidth") == width
    host.page.get_by_role("link", name="Compare your run with Mo's").click()
    expect(host.page.locator(".replay-run")).to_have_count(2)
    host.page.go_back()
    host.page.get_by_role("link", name="Watch the run of Mo").first.click()
    expect(host.page.locator(".card").first).to_be_visible()
    host.page.goto("/anytime/")
    over = host.page.locator("section", has=host.page.get_by_role("heading", name="Over"))
    expect(over.get_by_text(re.compile("2 of 2 seats"))).to_be_visible()


def expect_rematch(site: Site, host: Person, friend: Person, address: str) -> None:
    """Let the friend ask for a rematch, and the host find it."""
    shell(site, PROVE.format(rules=KNOWN.rules))
    friend.page.get_by_role("button", name="Rematch").click()
    expect(friend.page.get_by_text("0 of 2")).to_be_visible()
    expect(friend.page.get_by_role("button", name="Start the clock")).to_be_visible()
    again = friend.page.url
    assert again != address
    host.page.goto("/notices/")
    host.page.get_by_role("link", name="Mo wants a rematch").click()
    expect(host.page).to_have_url(again)
    host.page.goto(address)
    expect(host.page.get_by_role("link", name="To the rematch")).to_have_attribute(
        "href", again.removeprefix(site.urls[0])
    )


def test_an_anytime_race_by_link(sites: Sites, meet: Meet) -> None:
    site = sites("sqlite")
    host = meet(site.urls[0])
    friend = meet(site.urls[0], browser=1, size=PHONE, touch=True, scheme="dark")
    address = open_anytime(site, host)
    invited = host.page.locator("#invite-link").input_value()
    assert invited == address

    friend.prefer(site.urls[0], "tap=pick")
    friend.page.goto(invited)
    expect(friend.page.get_by_role("heading", name="invites you to a race")).to_be_visible()
    expect(friend.page.get_by_text("One attempt each, one hour at most")).to_be_visible()
    assert friend.page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    expect(friend.page.get_by_role("button", name="Start the clock")).to_be_in_viewport(ratio=1)
    friend.page.get_by_label("Your name").fill("Mo")
    start(friend)
    friend.sit_at(KNOWN).win(KNOWN.moves, repeat("tap"))
    expect(friend.page.locator("body")).to_have_attribute("data-scene", "result")
    run = friend.page.url

    # The host knows no more than anyone who hasn't finished.
    host.page.goto(address)
    expect(host.page.get_by_text("1 of 2")).to_be_visible()
    expect(host.page.locator(".anytime-seats")).to_have_text("Mo")
    expect(host.page.locator(".results tr")).to_have_count(0)
    assert not host.page.locator(f'a[href="{run}"]').count()
    host.page.goto(run)
    expect(host.page.get_by_role("heading", name="Play it yourself first")).to_be_visible()
    host.page.goto("/anytime/")
    host.page.get_by_role("link", name="Play Agnes Bernauer").press("Enter")
    expect(host.page).to_have_url(address)
    start(host)
    host.sit_at(KNOWN).win(KNOWN.moves[:2], repeat("click"))
    host.end_run()
    expect(host.page.locator("body")).to_have_attribute("data-scene", "result")
    expect(host.page.locator("#outcome-results tbody tr")).to_have_count(2)
    expect(host.page.locator("#share-text")).to_have_value(re.compile("The results:"))

    expect_everything_told(host, friend, address)
    expect_rematch(site, host, friend, address)
    # The browser also reports the page withheld from the host.
    assert [fault for fault in host.faults + friend.faults if "403" not in fault] == []


def expect_games_in_one_row(page: Page) -> None:
    """Look at the row of games with the last one chosen."""
    page.goto("/anytime/new/?game=beleaguered-castle")
    links = page.locator(".tabs > a")
    expect(links.last).to_have_attribute("aria-current", "page")
    expect(links.last).to_be_in_viewport(ratio=1)
    assert len({box["y"] for link in links.all() if (box := link.bounding_box())}) == 1


@pytest.mark.parametrize("size", [(640, 360), (844, 390)])
def test_sideways_its_host_invites_from_the_first_screen(
    sites: Sites, meet: Meet, size: tuple[int, int]
) -> None:
    host = meet(sites("sqlite").urls[0], size=size, touch=True)
    friend = meet(sites("sqlite").urls[0], browser=1, size=size, touch=True)
    address = open_anytime(sites("sqlite"), host)
    expect_games_in_one_row(friend.page)
    page = host.page
    start_bar = page.locator(".start-bar").bounding_box()
    assert start_bar is not None
    # A row with the button and what it means.
    assert start_bar["height"] <= 56
    for button in (page.locator("#copy-link"), page.locator("#show-qr")):
        expect(button).to_be_in_viewport(ratio=1)
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= start_bar["y"]
    expect(page.get_by_role("button", name="Start the clock")).to_be_in_viewport(ratio=1)
    # Who was invited finds their attempt first.
    friend.page.goto(address)
    own, invitation = (
        friend.page.locator(name).bounding_box() for name in (".challenge-own", ".invite")
    )
    assert own is not None
    assert invitation is not None
    assert own["y"] < invitation["y"]
    # Scrolled to its end, the page is clear of the bar, and no more.
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    last = page.locator("#languages").bounding_box()
    assert last is not None
    assert 0 <= start_bar["y"] - last["y"] - last["height"] <= 44
    assert host.faults + friend.faults == []


@pytest.mark.parametrize("size", [(1280, 800), (2560, 1440)])
def test_on_a_desk_the_invitation_stands_beside_the_attempt(
    sites: Sites, meet: Meet, size: tuple[int, int]
) -> None:
    host = meet(sites("sqlite").urls[0], size=size)
    open_anytime(sites("sqlite"), host)
    own, invitation, parts = (
        host.page.locator(name).bounding_box()
        for name in (".challenge-own", ".invite", ".anytime-now > .results")
    )
    assert own
    assert invitation
    assert parts
    assert invitation["x"] >= own["x"] + own["width"]
    assert invitation["y"] == own["y"]
    assert parts["x"] == invitation["x"]
    expect(host.page.get_by_role("button", name="Start the clock")).to_be_in_viewport(ratio=1)
    assert host.faults == []


def expect_table_beside_the_result(page: Page) -> None:
    """Look at the only table: on a desk it is beside the words, sideways as wide as the page."""
    for width, height in ((1280, 800), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".watch-board")).to_have_count(1)
        words, table = (
            page.locator(part).bounding_box() for part in (".outcome .fair", ".watch-table")
        )
        assert words
        assert table
        assert page.evaluate("document.documentElement.scrollWidth") == width
        if width == 1280:
            assert words["x"] + words["width"] <= table["x"]
            assert table["y"] < words["y"] + words["height"]
        else:
            assert table["width"] >= 780
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})


def test_an_attempt_without_a_move_leads_to_all_results(sites: Sites, meet: Meet) -> None:
    host = meet(sites("sqlite").urls[0], size=PHONE)
    open_anytime(sites("sqlite"), host)
    start(host)
    host.sit_at(KNOWN)
    host.end_run()
    buttons = host.page.locator(".outcome-buttons > .button:visible")
    expect(buttons).to_have_text(["All results", "Share"])
    expect(buttons.and_(host.page.locator(".primary"))).to_have_text(["All results"])
    expect(host.page.get_by_text("Watch your run")).to_be_hidden()
    expect_table_beside_the_result(host.page)
    host.page.get_by_role("link", name="All results").click()
    expect(host.page.locator(".results > .scroll tbody tr")).to_have_count(1)
    expect(host.page.get_by_text("Watch your run")).to_have_count(0)
    # On a desk, what follows the results stands beside the attempt, too.
    host.page.set_viewport_size({"width": 1280, "height": 800})
    own, invitation = (
        host.page.locator(name).bounding_box() for name in (".challenge-own", ".invite")
    )
    assert own
    assert invitation
    assert invitation["y"] < own["y"] + own["height"]
    assert host.faults == []


def test_beside_the_start_a_planned_race_that_begins_soon_is_counted_down(
    sites: Sites, meet: Meet
) -> None:
    site = sites("sqlite")
    host = meet(site.urls[0], size=PHONE)
    address = open_anytime(site, host)
    host.page.goto("/")
    host.page.get_by_role("button", name="Race a friend").first.click()
    host.page.wait_for_url("**/race/*/")
    code = host.page.url.rstrip("/").rpartition("/")[2]
    line = host.page.locator(".planned-soon")
    for ahead, told in ((3000, False), (300, True)):
        plan(site, code, ahead=ahead)
        host.page.goto(address)
        expect(line).to_be_visible(visible=told)
        expect(line).to_have_text(re.compile(r"^Your \w+ race starts in \d+:\d\d\.$"))
    # What renews the page leaves it, and it goes on.
    before = line.text_content() or ""
    with host.page.expect_response("**/now/"):
        expect(line).not_to_have_text(before)
    expect(line).to_be_visible()
    expect(host.page.get_by_role("button", name="Start the clock")).to_be_in_viewport(ratio=1)
    assert host.faults == []


def test_a_result_says_until_when_it_is_open_and_lets_its_host_close_it(
    sites: Sites, meet: Meet
) -> None:
    site = sites("sqlite")
    host, friend = meet(site.urls[0], size=(390, 844)), meet(site.urls[0], browser=1)
    address = open_anytime(site, host, seats=3)
    for person in (friend, host):
        person.page.goto(address)
        start(person)
    host.sit_at(KNOWN).win(KNOWN.moves[:2], repeat("click"))
    host.end_run()
    page = host.page
    told = page.locator("#outcome-open")
    expect(told).to_contain_text(re.compile(r"Open until.*\d\d:\d\d.*Seats taken.*2 of 3", re.S))
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    told.get_by_role("button", name="Close free seats").click()
    expect(page).to_have_url(address)
    expect(page.get_by_text("2 of 2")).to_be_visible()
    assert host.faults == friend.faults == []
