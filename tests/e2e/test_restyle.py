"""A move changes the style of a few elements, not of the whole page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.benchmarks.browser import traced
from tests.e2e.conftest import Meet, OpenRace
from tests.live.conftest import Sites
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium

FEW = 200
"""Elements; a page has thousands, of which the cards alone are most."""


def test_a_move_leaves_the_style_of_most_elements_alone(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    """No rule of the style sheets looks from what holds the table into it, as `:has()` can."""
    site, known = sites("sqlite"), win("agnes-sorel")
    alice = meet(site.urls[0])
    alice.join_by_link(open_race(site, known), "Alice")
    alice.page.get_by_role("button", name="Race alone").click()
    table = alice.sit_at(known)
    expect(alice.page.locator("#table:not(.locked)")).to_be_attached()
    session = alice.page.context.new_cdp_session(alice.page)
    with traced(session) as events:
        for move in known.moves[:4]:
            table.play(move, "keys")
        expect(alice.page.locator("#table:not(.waiting)")).to_be_attached()
        # The clock and what the page looks after ten times a second count too.
        alice.page.wait_for_timeout(1500)
    restyled = [e["args"]["elementCount"] for e in events if e["name"] == "UpdateLayoutTree"]
    assert restyled
    assert max(restyled) <= FEW
    assert alice.page.evaluate("() => document.querySelectorAll('*').length") > 4 * FEW
