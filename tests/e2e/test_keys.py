"""Keys of a single letter, for who dictates or presses by accident: only where the focus is."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.person import WAIT
from tests.live.conftest import Sites
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium


def test_letters_play_only_on_the_table_if_the_settings_say_so(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    url = sites("sqlite").urls[0]
    known = win("beleaguered-castle")
    alice = meet(url)
    alice.prefer(url, "keys=focus")
    alice.join_by_link(open_race(sites("sqlite"), known), "Alice")
    alice.page.get_by_role("button", name="Race alone").click()
    alice.sit_at(known)
    held = alice.page.locator("#table .card.held")
    alice.page.get_by_role("button", name="Settings").last.focus()
    alice.page.keyboard.press("1")
    expect(held).to_have_count(0)
    alice.page.locator("#table .pile").first.focus()
    alice.page.keyboard.press("1")
    expect(held).not_to_have_count(0, timeout=WAIT)
    alice.page.keyboard.press("Escape")
    expect(held).to_have_count(0)
    assert alice.faults == []
