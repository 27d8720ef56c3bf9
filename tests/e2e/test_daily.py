"""A daily challenge from the start page to its board, and what the next day shows of it."""

from __future__ import annotations

import re
from datetime import date, timedelta
from itertools import repeat

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.person import Person
from tests.live.conftest import Sites
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium

PREPARE = """
from games.models import Deal, Proof
proof = Proof.objects.store("{rules}", bytes([7]) * 32, "winnable", 1, "", secret=True)
Deal.objects.filter(pk=proof.deal_id).update(cards="{deal}")
"""

EASY = """
import secrets
from games.models import Proof
Proof.objects.store(
    "applegate/standard", secrets.token_bytes(32), "winnable", 1, "", "easy", secret=True
)
"""

YESTERDAY = """
from datetime import timedelta
from games.models import Daily
for daily in Daily.objects.all():
    daily.day -= timedelta(days=1)
    daily.save()
    daily.trial.opens_at -= timedelta(days=1)
    daily.trial.closes_at -= timedelta(days=1)
    daily.trial.save()
"""


def sign_up(person: Person, name: str) -> None:
    person.page.goto("/accounts/signup/")
    person.page.get_by_label("Username").fill(name)
    for field in person.page.locator("input[type=password]").all():
        field.fill("a long pass phrase")
    person.page.locator("main form button").first.click()
    person.page.wait_for_url("**/")


def open_from_the_calendar(person: Person, day: date) -> None:
    """Open a day, which leads to one of its games: other tests may have left more."""
    person.page.goto(f"/daily/?month={day:%Y-%m}")
    person.page.locator(f'.month a[href^="/daily/{day}/"]').click()
    games = person.page.get_by_role("navigation", name="Games")
    games.get_by_role("link", name="Beleaguered Castle").click()


def test_sideways_the_calendar_stands_beside_the_invitation_to_sign_up(
    sites: Sites, meet: Meet
) -> None:
    alice = meet(sites("sqlite").urls[0], size=(844, 390), touch=True)
    page = alice.page
    page.goto("/daily/")
    month, sign_up = (
        page.locator(part).bounding_box() for part in (".month", ".daily-more > .notice-box")
    )
    assert month is not None
    assert sign_up is not None
    assert month["x"] + month["width"] <= sign_up["x"]
    assert month["y"] < sign_up["y"] + sign_up["height"] < month["y"] + month["height"]
    assert page.evaluate("document.documentElement.scrollWidth") == 844
    assert alice.faults == []


@pytest.mark.parametrize("size", [(640, 360), (844, 390), (390, 844)])
def test_on_a_phone_the_clock_is_started_from_the_first_screen(
    sites: Sites, meet: Meet, size: tuple[int, int]
) -> None:
    site = sites("sqlite")
    site.manage("shell", "--no-imports", "--command", EASY)
    alice = meet(site.urls[0], size=size, touch=True)
    page = alice.page
    page.goto("/daily/")
    page.get_by_role("link", name="Applegate", exact=True).click()
    start = page.get_by_role("button", name="Start the clock")
    expect(start).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("One attempt: once you see the cards")).to_be_in_viewport(ratio=1)
    if size[0] > size[1]:
        # The attempt is read above the bar, below a small title.
        header, title, rules, below = page.evaluate(
            """() => [".site-header", "h1", ".challenge-own h2 + p", ".start-bar"].map(
                (part) => document.querySelector(part).getBoundingClientRect().toJSON())"""
        )
        assert header["bottom"] <= title["top"] + 1
        assert title["height"] <= 32
        assert rules["bottom"] <= below["top"]
    # Scrolled to its end, the page is clear of the bar.
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    bar, last = page.locator(".start-bar").bounding_box(), page.locator("#languages").bounding_box()
    assert bar is not None
    assert last is not None
    assert last["y"] + last["height"] <= bar["y"]
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    start.tap()
    expect(page.locator("body")).to_have_attribute("data-scene", "play")
    assert alice.faults == []


def test_an_attempt_without_a_move_is_continued_and_then_not_shared(
    sites: Sites, meet: Meet
) -> None:
    site = sites("sqlite")
    site.manage("shell", "--no-imports", "--command", EASY)
    alice = meet(site.urls[0])
    page = alice.page
    page.goto("/daily/")
    page.get_by_role("link", name="Applegate", exact=True).click()
    page.get_by_role("button", name="Start the clock").click()
    expect(page.locator("body")).to_have_attribute("data-scene", "play")
    page.goto("/")
    page.get_by_role("button", name="Continue Applegate").click()
    expect(page.locator("body")).to_have_attribute("data-scene", "play")
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_text("You haven't made a move, so your run won't count.")).to_be_visible()
    expect(page.get_by_text("Your run ends and counts as it stands.")).to_be_hidden()
    page.get_by_role("button", name="Stop here").click()
    expect(page.get_by_text("You didn't move a card, so this isn't ranked")).to_be_visible()
    expect(page.get_by_role("button", name="Share")).to_be_hidden()
    assert alice.faults == []


def expect_share_and_fair_deal(person: Person) -> None:
    expect(person.page.get_by_role("button", name="Share")).to_be_visible()
    text = person.page.get_by_label("Your result to share").input_value()
    assert re.fullmatch(
        r"🃏 Same Deal: .+ daily, .+\n🏆 Solved in .+\n\S{10}\nA square is a tenth of .+\n"
        r"Patience with the same cards for everyone\. Your turn:\nhttp://.+/daily/.+",
        text,
    )
    expect(person.page.locator("#daily-clock")).to_be_visible()
    person.page.get_by_text("Fair deal").click()
    expect(person.page.get_by_text("The fingerprints match")).to_be_visible()


def test_a_daily_is_played_ranked_and_found_in_the_calendar(sites: Sites, meet: Meet) -> None:
    # Long: one day from its start to the next; each step needs the one before.
    site = sites("sqlite")
    known = win("beleaguered-castle")
    code = PREPARE.format(rules=known.rules, deal=known.deal)
    site.manage("shell", "--no-imports", "--command", code)
    alice, bob = meet(site.urls[0]), meet(site.urls[0], browser=1)

    sign_up(alice, "alice-of-the-day")
    alice.page.goto("/daily/")
    alice.page.get_by_role("link", name="Beleaguered Castle").click()
    assert not alice.page.locator("#table .card").count()
    # This page has said how it goes.
    alice.page.get_by_role("button", name="Start the clock").click()
    table = alice.sit_at(known)

    bob.page.goto("/daily/")
    bob.page.get_by_role("link", name="Beleaguered Castle").click()
    board = bob.page.url
    bob.page.goto(alice.page.url)
    expect(bob.page.get_by_role("heading", name="Play it yourself first")).to_be_visible()
    assert not bob.page.locator("#table").count()

    table.win(known.moves, repeat("click"))
    # The site's other tests may have left other games to play today.
    expect(alice.page.locator("#daily-rank")).to_have_text("The only result so far")
    expect(alice.page.locator(".up-next")).to_contain_text("New deals in")
    for width, height in ((640, 360), (844, 390), (390, 844), (1280, 800)):
        alice.page.set_viewport_size({"width": width, "height": height})
        expect(alice.page.locator("#result .streak")).to_be_in_viewport(ratio=1)
    expect_share_and_fair_deal(alice)
    alice.page.get_by_role("link", name="All results").click()
    row = alice.page.locator(".results tr.own").first
    expect(row).to_contain_text("1")
    expect(row).to_contain_text("alice-of-the-day")

    bob.page.goto(board)
    expect(bob.page.get_by_text("Hidden until you've finished.")).to_be_visible()
    expect(bob.page.get_by_text("alice-of-the-day")).to_have_count(0)

    site.manage("shell", "--no-imports", "--command", YESTERDAY)
    open_from_the_calendar(bob, date.fromisoformat(board.split("/")[-3]) - timedelta(days=1))
    expect(bob.page.get_by_text("alice-of-the-day").first).to_be_visible()
    bob.page.get_by_role("link", name="Watch the run of alice-of-the-day").first.click()
    expect(bob.page.locator(".card").first).to_be_visible()
    assert alice.faults == []
    # The browser also reports the pages withheld from Bob.
    assert [fault for fault in bob.faults if "403" not in fault] == []


def test_an_open_start_page_says_when_the_new_deals_are_there(sites: Sites, meet: Meet) -> None:
    visitor = meet(sites("sqlite").urls[0])
    page = visitor.page
    page.clock.install()
    page.goto("/")
    sentence = page.locator("[data-new-deals]")
    expect(sentence).to_contain_text("New deals in")
    left = int(sentence.get_attribute("data-new-deals") or 0)
    link = page.locator(".today-head").get_by_role("link", name="New deals are here")
    expect(link).to_have_count(0)
    page.clock.fast_forward(left + 6000)
    expect(sentence).to_have_text("New deals are here")
    expect(link).to_have_attribute("href", "/daily/")
    assert visitor.faults == []


def test_on_a_desk_the_deal_stands_beside_the_attempt(sites: Sites, meet: Meet) -> None:
    site = sites("sqlite")
    site.manage("shell", "--no-imports", "--command", EASY)
    page = meet(site.urls[0], size=(1280, 800)).page
    page.goto("/")
    page.get_by_role("button", name="Play Applegate").click()
    attempt, deal = page.locator("#room > .panel").all()
    first, second = attempt.bounding_box(), deal.bounding_box()
    assert first is not None
    assert second is not None
    assert second["x"] >= first["x"] + first["width"]
    assert second["y"] == first["y"]
    assert second["x"] + second["width"] >= 1200


def test_no_game_of_the_day_stands_alone_in_its_row_and_no_badge_covers_its_board(
    sites: Sites, meet: Meet
) -> None:
    site = sites("sqlite")
    site.manage("shell", "--no-imports", "--command", EASY)
    visitor = meet(site.urls[0])
    page = visitor.page
    for width, height in ((360, 640), (844, 390), (768, 1024), (1280, 800), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/daily/")
        tops = page.locator(".challenge").evaluate_all("cards => cards.map((c) => c.offsetTop)")
        assert len({tops.count(top) for top in tops}) == 1, (width, tops)
        badge = page.get_by_text("Start here").bounding_box()
        board = page.locator(".challenge .small-board").first.bounding_box()
        assert badge is not None
        assert board is not None
        assert badge["y"] + badge["height"] <= board["y"], width
    assert visitor.faults == []


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)])
def test_a_newcomer_s_first_result_says_why_to_come_back(
    sites: Sites, meet: Meet, open_race: OpenRace, size: tuple[int, int]
) -> None:
    site = sites("sqlite")
    newcomer = meet(site.urls[0], size=size)
    page = newcomer.page
    known = win("agnes-sorel")
    newcomer.join_by_link(open_race(site, known), "Newcomer")
    expect(page.locator("#come-back")).to_be_hidden()
    page.get_by_role("button", name="Race alone").click()
    newcomer.sit_at(known)
    newcomer.end_run()
    reasons = page.locator("#come-back")
    expect(reasons).to_contain_text("New deals in")
    expect(reasons.get_by_role("list", name="The last seven days")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    reasons.get_by_role("link", name="Sign up").click()
    expect(page.locator("main")).to_contain_text("You're playing as Newcomer")
    assert newcomer.faults == []


def test_the_month_keeps_the_size_of_a_calendar(sites: Sites, meet: Meet) -> None:
    reader = meet(sites("sqlite").urls[0])
    for size in ((360, 640), (844, 390), (1280, 800), (2560, 1440)):
        reader.page.set_viewport_size({"width": size[0], "height": size[1]})
        reader.page.goto("/daily/")
        box = reader.page.locator(".month").bounding_box()
        assert box is not None
        assert box["width"] <= max(640, size[0] / 3)
        assert reader.page.evaluate("document.documentElement.scrollWidth") == size[0]
