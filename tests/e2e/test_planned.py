"""A race planned for a time, by its host and by a friend in another time zone."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet
from tests.e2e.person import Person
from tests.e2e.test_accessibility import findings
from tests.e2e.test_track import WATCH_SHIFTS
from tests.live.conftest import Sites, Visit
from tests.live.conftest import visit as visit  # a friend keeps the race
from tests.live.test_planned import plan
from tests.processes import Site

pytestmark = pytest.mark.needs_chromium

START = (datetime.now(UTC) + timedelta(days=2)).replace(hour=17, minute=30, second=0)

ZONE = "Intl.DateTimeFormat().resolvedOptions().timeZone"


def test_a_friend_sees_the_plan_in_local_time_and_it_starts_by_itself(
    sites: Sites, meet: Meet
) -> None:
    site = sites("sqlite")
    host, friend = meet(site.urls[0]), meet(site.urls[0], browser=1, size=(360, 640))
    page = host.page
    page.goto("/")
    page.get_by_role("button", name="Race a friend").first.click()
    field = page.get_by_label("Start time (optional)")
    zone = page.evaluate(ZONE)
    expect(page.locator("[data-zone]")).to_have_text(f"Your time zone: {zone.replace('_', ' ')}")
    here = START.astimezone(ZoneInfo(zone))
    field.fill(here.strftime("%Y-%m-%dT%H:%M"))
    field.blur()
    expect(page.locator(".planned")).to_contain_text("Starts on")
    expect(page.locator(".planned")).to_contain_text(here.strftime("%H:%M"))
    countdown = page.locator(".planned + #gathering")
    expect(countdown).to_have_text(re.compile(r"Starts in [12] d \d+ h"))
    assert countdown.evaluate("shown => parseFloat(getComputedStyle(shown).fontSize)") >= 24
    expect(page.get_by_role("button", name="I'm ready")).to_be_hidden()
    expect(page.get_by_role("button", name="Race alone")).to_be_hidden()
    assert not findings(page)
    with page.expect_download() as file:
        page.get_by_role("link", name="Add to calendar").click()
    assert START.strftime("DTSTART:%Y%m%dT%H%M00Z") in file.value.path().read_text()

    code = page.url.rstrip("/").rpartition("/")[2]
    friend.join_by_link(code, "Mo")
    expect(friend.page.locator(".planned")).to_contain_text("Add to calendar")
    bar = friend.page.locator(".room-bar")
    countdown = friend.page.locator(".planned + #gathering")
    expect(countdown).to_have_text(re.compile(r"Starts in [12] d \d+ h"))
    expect(countdown).to_be_in_viewport(ratio=1)
    expect(bar.get_by_role("button", name="Invite a friend")).to_be_in_viewport(ratio=1)
    assert not findings(friend.page)
    assert friend.page.evaluate("document.documentElement.scrollWidth") == 360

    plan(site, code)
    for each in (host, friend):
        expect(each.page.locator("body")).to_have_attribute("data-scene", "countdown")
        expect(each.page.get_by_role("button", name="Wait, I'm not ready")).to_be_hidden()
    for each in (host, friend):
        expect(each.page.locator("body")).to_have_attribute("data-scene", "play")
        expect(each.page.locator("#table .card")).to_have_count(52)
    assert host.faults == friend.faults == []


def test_the_focus_ring_of_the_start_time_covers_nothing_below_it(sites: Sites, meet: Meet) -> None:
    page = meet(sites("sqlite").urls[0]).page
    page.goto("/")
    page.get_by_role("button", name="Race a friend").first.click()
    field = page.get_by_label("Start time (optional)")
    field.focus()
    above, below = field.bounding_box(), page.locator("[data-zone]").bounding_box()
    assert above is not None
    assert below is not None
    assert below["y"] >= above["y"] + above["height"] + 5


def test_a_guest_without_a_seat_reads_the_date_once_it_is_set_and_until_it_is_taken_away(
    sites: Sites, meet: Meet
) -> None:
    site = sites("sqlite")
    host, guest = meet(site.urls[0]), meet(site.urls[0], browser=1)
    page = host.page
    page.goto("/")
    page.get_by_role("button", name="Race a friend").first.click()
    page.wait_for_url("**/race/*/")
    guest.page.goto(page.url)
    planned = guest.page.locator(".planned")
    expect(guest.page.locator("#seats li")).to_have_count(1)
    expect(planned).to_be_hidden()
    field = page.get_by_label("Start time (optional)")
    soon = datetime.now(ZoneInfo(page.evaluate(ZONE))) + timedelta(minutes=95)
    for start in (soon.strftime("%Y-%m-%dT%H:%M"), "", soon.strftime("%Y-%m-%dT%H:%M")):
        field.fill(start)
        field.blur()
        if start:
            for each in (host, guest):
                expect(each.page.locator(".planned")).to_contain_text(start[-5:])
                expect(each.page.get_by_role("link", name="Add to calendar")).to_be_visible()
            shown = guest.page.locator(".planned + #gathering")
            expect(shown).to_have_text(re.compile(r"Starts in 1 h 3\d min"))
        else:
            for each in (host, guest):
                expect(each.page.locator(".planned")).to_be_hidden()
                expect(each.page.locator("#gathering")).to_be_hidden()
    assert host.faults == guest.faults == []


def test_who_comes_alone_is_told_before_the_start_and_at_the_table(
    sites: Sites, meet: Meet
) -> None:
    site = sites("sqlite")
    person = meet(site.urls[0])
    page = person.page
    page.goto("/")
    page.get_by_role("button", name="Race a friend").first.click()
    page.wait_for_url("**/race/*/")
    page.get_by_label("Start time (optional)").fill(f"{START:%Y-%m-%dT%H:%M}")
    page.get_by_label("Start time (optional)").blur()
    expect(page.locator("#lobby-hint")).to_contain_text("If no one does, you'll race alone.")
    plan(site, page.url.rstrip("/").rpartition("/")[2])
    expect(page.locator("body")).to_have_attribute("data-scene", "countdown")
    expect(page.locator("#countdown")).to_contain_text("No one else has come")
    expect(page.get_by_role("button", name="Leave the race")).to_be_visible()
    expect(page.locator("#table .card")).to_have_count(52)
    expect(page.locator("#call")).to_have_text("No one else came: you race alone")
    assert person.faults == []


def test_a_time_that_has_passed_is_refused_beside_its_field(sites: Sites, meet: Meet) -> None:
    page = meet(sites("sqlite").urls[0]).page
    page.goto("/")
    page.get_by_role("button", name="Race a friend").first.click()
    field = page.get_by_label("Start time (optional)")
    field.fill("2020-01-01T10:00")
    field.blur()
    refusal = "at least a minute from now"
    expect(page.locator("#terms .field-error")).to_contain_text(refusal)
    expect(page.locator("#live")).to_contain_text(refusal)
    # What was typed is still there to be mended.
    expect(field).to_have_value("2020-01-01T10:00")
    expect(page.locator(".planned")).to_be_hidden()


def test_a_start_typed_on_the_keyboard_leaves_the_focus_where_it_goes(
    sites: Sites, meet: Meet
) -> None:
    page = meet(sites("sqlite").urls[0]).page
    page.goto("/")
    page.get_by_role("button", name="Race a friend").first.click()
    field, more = page.get_by_label("Start time (optional)"), page.locator("#more-options")
    here = START.astimezone(ZoneInfo(page.evaluate(ZONE)))
    field.fill(here.strftime("%Y-%m-%dT%H:%M"))
    more.focus()
    expect(page.locator(".planned")).to_contain_text("Starts on")
    expect(more).to_be_focused()
    field.fill("2020-01-01T10:00")
    more.focus()
    expect(page.locator("#terms .field-error")).to_be_visible()
    expect(more).to_be_focused()


def test_a_start_leaves_the_other_settings_and_everyones_heading_follows(
    sites: Sites, meet: Meet
) -> None:
    site = sites("sqlite")
    host, friend = meet(site.urls[0]), meet(site.urls[0], browser=1)
    page = host.page
    page.goto("/")
    page.get_by_role("button", name="Race a friend").first.click()
    friend.join_by_link(page.url.rstrip("/").rpartition("/")[2], "Mo")
    page.get_by_role("button", name="More options").click()
    page.get_by_label("Public: anyone").check()
    page.get_by_label("Countdown").select_option("20")
    page.get_by_role("button", name="Done").click()
    for each in (host, friend):
        expect(each.page.locator("[data-terms=variant]")).to_contain_text("public")
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(asked.post_data or ""))
    here = START.astimezone(ZoneInfo(page.evaluate(ZONE)))
    # The field keeps the focus until the answer takes its place.
    page.get_by_label("Start time (optional)").fill(here.strftime("%Y-%m-%dT%H:%M"))
    for each in (host, friend):
        expect(each.page.locator(".planned")).to_contain_text("Starts on")
    page.get_by_label("Time limit").select_option("20")
    expect(friend.page.locator("#room")).to_contain_text("Time limit: 20 minutes. Countdown: 20")
    expect(friend.page.locator("[data-terms=variant]")).to_contain_text("public")
    assert ['name="watchable"' in body for body in sent if body] == [True, True]


def test_a_player_on_another_page_is_called_before_the_start(sites: Sites, meet: Meet) -> None:
    site = sites("sqlite")
    host = meet(site.urls[0], size=(360, 640))
    page = host.page
    page.goto("/")
    page.get_by_role("button", name="Race a friend").first.click()
    page.wait_for_url("**/race/*/")
    code = page.url.rstrip("/").rpartition("/")[2]
    plan(site, code, ahead=120)
    page.goto("/history/")
    line = page.locator(".way-back")
    expect(line).to_contain_text("Your race starts at")
    expect(line).to_contain_text(re.compile(r"Your race starts at .*, in 1:[0-5]\d\. Go there"))
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.evaluate(WATCH_SHIFTS)
    plan(site, code, ahead=50)
    expect(line).to_contain_text("Your race is about to start", timeout=45_000)
    expect(page).to_have_title(re.compile("^● "))
    expect(line.locator(".way-back-clock")).to_have_text(re.compile(r"^, in 0:[0-4]\d\.$"))
    assert page.evaluate("shifts") == []
    # The line stays at the top of a window that is scrolled down.
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(line).to_be_in_viewport(ratio=1)
    line.get_by_role("link").click()
    expect(page.locator("body")).to_have_attribute("data-scene", re.compile("room|countdown"))
    assert host.faults == []


def about_to_race(site: Site, meet: Meet, visit: Visit, size: tuple[int, int]) -> Person:
    """Seat a person and a friend in a race that starts in 25 seconds."""
    host = meet(site.urls[0], size=size)
    host.page.goto("/")
    host.page.get_by_role("button", name="Race a friend").first.click()
    host.page.wait_for_url("**/race/*/")
    code = host.page.url.rstrip("/").rpartition("/")[2]
    friend = visit(site.urls[0])
    friend.join(code)
    friend.connect(code)
    plan(site, code, ahead=25)
    return host


def test_a_race_that_starts_meanwhile_is_told_at_the_top_of_a_scrolled_window(
    sites: Sites, meet: Meet, visit: Visit
) -> None:
    site = sites("sqlite")
    host = about_to_race(site, meet, visit, (390, 844))
    page = host.page
    page.goto("/how-to-play/freecell/")
    line = page.locator(".way-back")
    # As if it had been planned after the page was opened.
    line.evaluate("line => line.remove()")
    expect(line).to_contain_text("Your race is about to start", timeout=20_000)
    # At the top of a page the header stays whole; further down, nothing moves for the reader.
    expect(page.locator(".site-header")).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo(0, 700)")
    # The next frame tells the shift that the line has made.
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.evaluate(WATCH_SHIFTS)
    expect(line.locator(".way-back-clock")).to_have_text(".", timeout=30_000)
    expect(line).to_contain_text("Your race has started.", timeout=30_000)
    expect(line).to_be_in_viewport(ratio=1)
    assert page.evaluate("shifts") == []
    line.get_by_text("Go to your table").click()
    expect(page.locator("body")).to_have_attribute("data-scene", re.compile("countdown|play"))
    assert host.faults == []


@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_nothing_moves_at_the_top_of_a_page_when_a_race_starts(
    sites: Sites, meet: Meet, visit: Visit, size: tuple[int, int]
) -> None:
    site = sites("sqlite")
    host = about_to_race(site, meet, visit, size)
    page = host.page
    page.goto("/")
    line = page.locator(".way-back")
    expect(line).to_contain_text("Your race is about to start")
    page.evaluate(WATCH_SHIFTS)
    expect(line).to_contain_text("Your race has started.", timeout=60_000)
    expect(page.locator(".site-header")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("shifts") == []
    assert host.faults == []


@pytest.mark.parametrize("size", [(1280, 800), (768, 1024), (360, 640), (844, 390)])
def test_a_player_at_a_practice_is_called_and_no_card_is_covered_or_moves(
    sites: Sites, meet: Meet, size: tuple[int, int]
) -> None:
    site = sites("sqlite")
    host = meet(site.urls[0], size=size)
    page = host.page
    page.goto("/")
    page.get_by_role("button", name="Race a friend").first.click()
    page.wait_for_url("**/race/*/")
    code = page.url.rstrip("/").rpartition("/")[2]
    page.goto("/practice/")
    page.get_by_role("button", name="Start").click()
    board = page.locator("#table")
    expect(board.locator(".card").first).to_be_visible()
    before = board.bounding_box()
    plan(site, code, ahead=40)
    line = page.locator(".way-back")
    expect(line).to_contain_text("Your race is about to start", timeout=45_000)
    assert page.title().startswith("● ")
    assert board.bounding_box() == before
    above, cards = line.bounding_box(), before
    assert above is not None
    assert cards is not None
    is_beside = above["x"] + above["width"] <= cards["x"]
    assert is_beside or above["y"] + above["height"] <= cards["y"]
    words = line.get_by_role("link")
    assert words.evaluate("words => words.scrollHeight <= words.clientHeight")
    assert page.evaluate("document.documentElement.scrollHeight") == size[1]
    # What is covered can't be clicked: on a phone held upright, the figures of a practice.
    tools = [".hud [data-opens=settings]"]
    for part in tools if size[0] < 576 else (".hud-clock", ".hud-home", *tools):
        page.locator(part).click(trial=True)
    assert not findings(page)
    line.get_by_role("link").click()
    page.wait_for_url(f"**/race/{code}/")
    assert host.faults == []


def test_a_race_leaves_the_list_of_planned_races_when_it_starts(sites: Sites, meet: Meet) -> None:
    site = sites("sqlite")
    host = meet(site.urls[0])
    page = host.page
    page.goto("/")
    page.get_by_role("button", name="Race a friend").first.click()
    page.wait_for_url("**/race/*/")
    code = page.url.rstrip("/").rpartition("/")[2]
    plan(site, code, ahead=3600)
    page.clock.install()
    for address, heading in (("/", "Your next races"), ("/history/", "Planned races")):
        page.goto(address)
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        page.clock.fast_forward(3_590_000)
        expect(page.locator(f"#main a[href='/race/{code}/']")).to_be_visible()
        page.clock.fast_forward(20_000)
        expect(page.locator(f"#main a[href='/race/{code}/']")).to_have_count(0)
        expect(page.get_by_role("heading", name=heading)).to_have_count(0)
    assert host.faults == []
