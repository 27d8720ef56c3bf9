"""Cards are dealt before the eyes of those who waited for them, and lie there for everyone else."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet, OpenRace
from tests.live.conftest import Sites
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium

COUNT = """
    window.moved = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        if (this.matches("#table .card")) window.moved += 1;
        return animate.apply(this, how);
    };
"""


def test_a_page_loaded_during_a_race_has_its_cards_at_once(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    site, known = sites("sqlite"), win("agnes-sorel")
    alice = meet(site.urls[0])
    alice.page.add_init_script(COUNT)
    alice.join_by_link(open_race(site, known), "Alice")
    alice.page.get_by_role("button", name="Race alone").click()
    alice.page.emulate_media(reduced_motion="no-preference")
    playable = alice.page.locator("#table:not(.locked)")
    alice.sit_at(known)
    expect(playable).to_be_attached()
    assert alice.page.evaluate("window.moved") > 0
    alice.page.reload()
    alice.sit_at(known)
    expect(playable).to_be_attached()
    assert alice.page.evaluate("window.moved") == 0
