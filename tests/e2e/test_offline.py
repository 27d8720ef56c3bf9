"""A network that goes away: said within three seconds, and no move is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.distance import Distance
from tests.e2e.person import Person, Table
from tests.live.conftest import Sites
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium

SIZES = ((360, 640), (844, 390), (1280, 800))
SHIFTS = """() => {
    window.shifts = [];
    new PerformanceObserver(list => window.shifts.push(...list.getEntries().map(one => one.value)))
        .observe({ type: "layout-shift" });
}"""


def sit(person: Person, code: str) -> Table:
    """Start a race alone, and watch what moves from then on."""
    known = win("agnes-bernauer")
    person.join_by_link(code, "Alice")
    person.page.get_by_role("button", name="Race alone").click()
    table = person.sit_at(known)
    expect(person.page.locator("#table:not(.locked)")).to_be_attached()
    person.page.evaluate(SHIFTS)
    return table


def covers_the_table(notice: Locator) -> bool:
    """Return whether a notice lies where cards may."""
    return bool(
        notice.evaluate(
            """notice => {
                const [one, other] = [notice, document.querySelector("#table")]
                    .map(element => element.getBoundingClientRect());
                return one.left < other.right && other.left < one.right
                    && one.top < other.bottom && other.top < one.bottom;
            }"""
        )
    )


@pytest.mark.parametrize("size", SIZES)
def test_an_offline_browser_says_so_and_sends_the_moves_when_it_is_back(
    sites: Sites, meet: Meet, open_race: OpenRace, size: tuple[int, int]
) -> None:
    site, known = sites("sqlite"), win("agnes-bernauer")
    alice = meet(site.urls[0], size=size)
    table = sit(alice, open_race(site, known))
    page = alice.page
    page.context.set_offline(True)
    notice = page.locator(".connection:visible")
    expect(notice).to_contain_text("No connection", use_inner_text=True)
    assert not covers_the_table(notice)
    expect(page.locator("#home-count")).to_be_visible()
    for move in known.moves[:2]:
        table.play(move)
        # What waits counts on this page already.
        expect(page.locator("#home-count")).to_have_text(str(table.board.progress))
    page.context.set_offline(False)
    expect(notice).to_contain_text("Back online", use_inner_text=True)
    assert not covers_the_table(notice)
    expect(notice).to_have_count(0)
    expect(page.locator("#table:not(.waiting)")).to_be_attached()
    table.expect_in_step()
    assert page.evaluate("window.shifts") == []
    # Browsers report the modules that they could not load meanwhile.
    assert all("DISCONNECTED" in fault for fault in alice.faults)


def test_a_line_that_swallows_is_noticed_by_the_move_that_waits(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    site, known = sites("sqlite"), win("agnes-bernauer")
    alice = meet(site.urls[0])
    alice.page.clock.install()
    line = Distance(alice.page)
    table = sit(alice, open_race(site, known))
    page, notice = alice.page, alice.page.locator(".connection:visible")
    line.swallows = True
    table.play(known.moves[0])
    expect(page.locator("#table.waiting")).to_be_attached()
    # By the page's own clock.
    page.clock.fast_forward(3000)
    expect(notice).to_contain_text("Waiting for the server", use_inner_text=True)
    page.clock.fast_forward(10_000)
    expect(notice).to_contain_text("No connection", use_inner_text=True)
    expect(page.get_by_role("button", name="Give up")).to_be_disabled()
    expect(page.get_by_role("button", name="Give up")).to_have_accessible_description(
        "Waiting for the connection"
    )
    line.swallows = False
    page.clock.fast_forward(15_000)
    expect(notice).to_have_count(0)
    expect(page.locator("#table:not(.waiting)")).to_be_attached()
    table.expect_in_step()
    assert alice.faults == []
