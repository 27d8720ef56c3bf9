"""An event followed from joining to the final standings, on a phone and on a desk."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.racing import SEATED
from tests.e2e.conftest import Meet
from tests.e2e.test_accessibility import findings
from tests.e2e.test_header import sign_up
from tests.live.conftest import Visit
from tests.live.shifted import Shifted
from tests.live.shifted import clock as clock
from tests.live.test_event import MINUTE, PLAN, TABLES, asked, awaited
from tests.processes import Launch, Site
from tests.stores import Stores

pytestmark = pytest.mark.needs_chromium

SIZES = ((360, 640), (1280, 800))


@pytest.fixture
def event_site(tmp_path: Path, stores: Stores, clock: Shifted, bundle: Path) -> Iterator[Site]:
    folder = tmp_path / "site"
    folder.mkdir()
    with closing(Launch(folder, stores)) as launch:
        yield launch("sqlite", processes=1, BUNDLE_DIR=str(bundle), **clock.surroundings)


def take_part(page: Page, address: str, width: int) -> None:
    page.goto(address)
    page.get_by_label("Name").fill(f"Player {width}")
    page.get_by_role("button", name="Take part").click()
    expect(page.get_by_text("You're in.")).to_be_visible()
    expect(page.locator("#in-stay")).to_be_visible()
    expect(page.locator("#event-clock")).to_contain_text("Round 1 starts in")
    assert not findings(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def expect_seated(page: Page, number: int) -> None:
    """Expect a table to open by itself, and to start by the clock, ready or not."""
    page.wait_for_url(re.compile("/race/"))
    expect(page.locator("#countdown")).to_contain_text(f"Round {number} of 3")
    expect(page.locator("#not-ready")).to_be_hidden()


def expect_call(page: Page) -> None:
    """Expect a page that stays open to lead to the table that has opened."""
    expect(page.locator(".way-back")).to_contain_text(
        "your round is about to start", timeout=20_000
    )
    expect(page).to_have_title(re.compile("^● "))
    assert not findings(page)


def expect_table(page: Page, back: str) -> None:
    """Expect the cards, and a way back to the event."""
    expect(page.locator("body")).to_have_attribute("data-scene", "play")
    page.locator("#table .card").first.wait_for()
    expect(page.locator(back)).to_be_in_viewport()


def expect_points(page: Page, number: int) -> None:
    """Expect what was won in the earlier rounds beside the names; in the first, nothing."""
    own, rival = (
        page.locator(f"#rivals .lane{one} .score") for one in (".own", ":has-text('Rival')")
    )
    if number == 1:
        expect(own).to_be_hidden()
        return
    is_desk = page.viewport_size == {"width": 1280, "height": 800}
    expect(own).to_have_text("18" if is_desk and number == 3 else "0")
    expect(own).to_be_visible()
    expect(own).to_have_attribute("title", "Points in the event")
    expect(rival).to_have_text(str(25 * (number - 1)))
    if is_desk:
        expect(rival).to_be_visible()


def expect_results(pages: Sequence[Page], number: int) -> None:
    """Go back from a round to the standings; who stays on the first result is called too."""
    phone, desk = pages
    if number == 1:
        following = re.compile(r"Round 2 starts in \d+:\d\d")
        expect(desk.locator("#next-round")).to_contain_text(following)
        expect(desk.locator("#choose-next")).to_have_count(0)
    if number == 3:
        # The round's own result has the last word, not the first.
        title = desk.locator("#result-title")
        expect(title).to_have_text("Club night: place 2 of 2", timeout=20_000)
        expect(desk.locator("#outcome-winner")).to_have_text("Rival has won.")
    for page in [phone] if number == 1 else pages:
        way_back = "Final standings" if number == 3 else "Back to the event"
        page.get_by_role("link", name=way_back).click()
        first = page.locator("#standings tr").first
        expect(first).to_contain_text(re.compile(f"Rival.*{25 * number}", re.DOTALL))
    if number > 1:
        # Points mark the reader's own row.
        own = desk.locator("#standings .own").filter(has_text="Player 1280")
        expect(own).to_have_count(1)


def expect_over(page: Page, key: str) -> None:
    """Expect the page of an event that is over, with the key of its last round."""
    expect(page.locator("#event-clock")).to_contain_text("The event is over")
    expect(page.locator("#podium .podium-step").first).to_contain_text("points")
    expect(page.locator(".event-winner")).to_contain_text("Rival has won.")
    page.get_by_text("Fair deal").click()
    expect(page.locator("#proofs")).to_contain_text(key)
    assert not findings(page)


def test_an_event_is_followed_to_the_final_standings(
    event_site: Site, clock: Shifted, meet: Meet, visit: Visit
) -> None:
    # Long: an event from joining to its end; each step needs the one before.
    site = event_site
    event = asked(site, PLAN, rounds=3)
    address = f"/event/{event['code']}/"
    rival = visit(site.urls[0])
    rival.post(f"{address}join/", name="Rival")
    people = [meet(site.urls[0], browser=n, size=size) for n, size in enumerate(SIZES)]
    for each, (width, _) in zip(people, SIZES, strict=True):
        take_part(each.page, address, width)
    # Who reads another page meanwhile is called there, without a reload.
    reader = meet(site.urls[0], browser=1)
    take_part(reader.page, address, 1280)
    reader.page.goto("/how-to-play/freecell/")
    for number, one in enumerate(event["rounds"], 1):
        clock.put_to(one["start"] - SEATED)
        if number == 1:
            expect_call(reader.page)
        for each in people:
            expect_seated(each.page, number)
        if number == 3:
            expect(people[1].page.locator("#countdown")).to_contain_text(
                "overall: place 2, 18 points"
            )
            expect(people[0].page.locator("#countdown")).not_to_contain_text("overall")
        tables = awaited(site, TABLES, bool, code=event["code"], number=number)
        clock.put_to(one["start"] - 2000)
        for each in people:
            each.page.reload()
        rival.connect(next(iter(tables)))
        rival.board(0)
        for each in people:
            # On a phone the clock leads back, elsewhere the title.
            place = ".hud" if each is people[0] else ".race-title"
            expect_table(each.page, f"{place} [href='{address}']")
            expect_points(each.page, number)
        if number == 1:
            reader.page.goto(address)
            expect(reader.page.locator("#own-table")).to_be_visible()
            expect(reader.page.locator("#in-stay")).to_be_hidden()
        if number == 2:
            people[1].page.locator("#deal:enabled").click()
        rival.play(one["line"] if number == 2 else one["line"][:3])
        clock.put_to(one["start"] + 2 * MINUTE)
        expect_results([each.page for each in people], number)
        # The place from before the round would contradict the new one.
        expect(people[1].page.locator(".place-before")).to_be_hidden()
        rival.close()
    for each in people:
        expect_over(each.page, event["rounds"][2]["key"])
        assert each.faults == []


def test_a_deal_other_than_planned_is_told_while_all_wait(
    event_site: Site, clock: Shifted, meet: Meet
) -> None:
    event = asked(event_site, PLAN, rounds=3)
    wish = "from games.models import Round; Round.objects.update(wished_difficulty='hard')"
    event_site.manage("shell", "--no-imports", "--command", wish)
    told = "No deal rated “hard” was ready. This one is easy."
    people = [meet(event_site.urls[0], browser=n, size=size) for n, size in enumerate(SIZES)]
    for each, (width, _) in zip(people, SIZES, strict=True):
        take_part(each.page, f"/event/{event['code']}/", width)
        expect(each.page.locator("#rounds")).to_contain_text(told)
    clock.put_to(event["rounds"][0]["start"] - SEATED)
    for each in people:
        each.page.wait_for_url(re.compile("/race/"))
        expect(each.page.locator("#countdown")).to_contain_text(told)


def test_its_organiser_removes_a_player_who_is_told_without_a_reload(
    event_site: Site, clock: Shifted, meet: Meet
) -> None:
    event = asked(event_site, PLAN, rounds=3)
    address = f"/event/{event['code']}/"
    here, gone = (meet(event_site.urls[0], browser=n, size=size) for n, size in enumerate(SIZES))
    for each, (width, _) in zip((here, gone), SIZES, strict=True):
        take_part(each.page, address, width)
    organiser = meet(event_site.urls[0], size=SIZES[0])
    sign_up(organiser, "a-real-organiser")
    hand_over = (
        "from games.models import Event, Player;"
        "Event.objects.update(organiser=Player.objects.get(username='a-real-organiser'))"
    )
    event_site.manage("shell", "--no-imports", "--command", hand_over)
    organiser.page.goto(address)
    organiser.page.get_by_role("link", name="Manage players").click()
    rows = organiser.page.locator(".event-players > li")
    expect(rows).to_have_count(2)
    row = rows.filter(has_text="Player 1280").first
    row.locator("summary").click()
    assert not findings(organiser.page)
    assert organiser.page.evaluate("document.documentElement.scrollWidth") == 360
    row.get_by_role("button", name="Remove Player 1280").click()
    expect(organiser.page.get_by_text("The player was removed.")).to_be_visible()
    expect(rows).to_have_count(1)
    told = gone.page.locator("#removed")
    expect(told).to_have_text("The organiser removed you from this event. You can't join it again.")
    expect(told).to_be_visible()
    expect(gone.page.locator("form:is(#join, #leave):visible")).to_have_count(0)
    gone.page.reload()
    expect(told).to_be_visible()
    expect(here.page.locator("#leave")).to_be_visible()
    for each in (here, gone, organiser):
        assert each.faults == []
