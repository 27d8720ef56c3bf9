"""The analysis appears on the page without a reload."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.conftest import Meet, OpenRace
from tests.live.conftest import Sites
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium

ANALYSE = """
from games.background.analysis import analyse
from games.models import Analysis
for entry in list(Analysis.objects.missing()):
    analyse(entry.pk)
"""


def test_the_result_shows_the_analysis_as_soon_as_it_is_there(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    site, known = sites("sqlite"), win("beleaguered-castle")
    alice = meet(site.urls[0], size=(360, 640))
    page = alice.page
    alice.join_by_link(open_race(site, known), "Alice")
    page.locator("#start").click()
    expect(page.locator("#table .card")).to_have_count(52)
    table = alice.sit_at(known)
    for move in known.moves[:2]:
        table.play(move, "click")
    table.undo()
    alice.end_run()
    expect(page.locator("#hindsight-status")).to_contain_text("Analysing the runs")
    assert not page.locator("#remarks li").count()

    site.manage("shell", "--no-imports", "--command", ANALYSE)
    remark = page.locator("#remarks > li")
    for _ in range(2):
        expect(remark).to_contain_text("When the run ended, it could still be won")
        expect(remark).to_contain_text("2 moves and undos led nowhere")
        expect(page.locator("#hindsight-status")).to_be_empty()
        page.reload()
    page.get_by_role("button", name="Practise this deal").click()
    expect(page.locator("#table .card")).to_have_count(52)
    page.go_back()
    # A daily that others can still play keeps its analysis back, and says so.
    withheld = {"waiting": False, "withheld": True, "remarks": []}
    held: list[Route] = []
    page.route("**/remarks", lambda route: held.append(route))
    with page.expect_request("**/remarks"):
        page.reload()
    expect(page.locator("#hindsight-status")).to_contain_text("Analysing the runs")
    held[-1].fulfill(json=withheld)
    expect(page.locator("#hindsight-status")).to_contain_text("when the day is over")
