"""A session that changes while its race runs in another tab of the same browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.person import Person, Table
from tests.live.conftest import Sites, Visit
from tests.live.wins import win

pytestmark = [pytest.mark.needs_chromium, pytest.mark.needs_postgres, pytest.mark.needs_redis]

PASSWORD = "kitchen-table-42"
KNOWN = win("agnes-sorel")


@pytest.fixture
def racing(sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit) -> tuple[Person, Table]:
    """Seat a guest in a running race, after a move, at another process than the rival's."""
    site = sites("postgres")
    code = open_race(site, KNOWN)
    alice, bob = meet(site.urls[0]), visit(site.urls[1])
    alice.join_by_link(code, "Alice")
    bob.sit_ready(code)
    alice.ready()
    table = alice.sit_at(KNOWN)
    table.play(KNOWN.moves[0])
    table.expect_in_step()
    return alice, table


def test_a_guest_who_signs_up_in_another_tab_plays_on(racing: tuple[Person, Table]) -> None:
    alice, table = racing
    tab = alice.new_tab()
    tab.goto("/accounts/signup/")
    tab.get_by_label("Username").fill("erin")
    tab.get_by_label("Password").fill(PASSWORD)
    tab.get_by_role("button", name="Sign up").click()
    expect(tab.locator(".menu-name")).to_have_text("erin")
    tab.close()
    for move in KNOWN.moves[1:4]:
        table.play(move)
    table.expect_in_step()
    expect(alice.page.locator(".connection:visible")).to_be_hidden()
    # The board shown is stored, and belongs to the account.
    alice.page.reload()
    expect(alice.page.locator(".menu-name")).to_have_text("erin")
    expect(alice.page.locator("#table .card")).to_have_count(52)
    table.expect_in_step()
    assert not alice.faults


def test_logging_out_in_another_tab_is_shown_with_a_way_back(
    racing: tuple[Person, Table],
) -> None:
    alice, _ = racing
    tab = alice.new_tab()
    tab.goto("/accounts/logout/")
    tab.locator("main").get_by_role("button", name="Log out").click()
    said = alice.page.locator(".connection:visible")
    expect(said.get_by_role("link", name="Log in")).to_be_visible()
    expect(said.get_by_text("You're logged out.")).to_be_visible()
    assert alice.page.locator("#live").inner_text().count("Back online.") == 0
    said.get_by_role("link", name="Reload").click()
    # A page without a session spectates.
    expect(alice.page.locator("body")).to_have_attribute("data-scene", "watch")
    assert not alice.faults
