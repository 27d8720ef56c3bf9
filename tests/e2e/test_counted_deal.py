"""A win that counts nowhere leads to a deal that counts, but out of no match."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet
from tests.e2e.test_result import KNOWN, Stop, become
from tests.e2e.test_result import stop as stop  # its way to end a race
from tests.live.conftest import Sites, Visit

pytestmark = pytest.mark.needs_chromium

# One of them may become the daily of today.
STOCK = """
import secrets
from games.models import Proof
for _ in range(3):
    key, rules = secrets.token_bytes(32), "agnes-sorel/standard"
    Proof.objects.store(rules, key, "winnable", 7, "t1t2", secret=True)
"""

PUBLISHED = """
import secrets
from games.models import Deal, Race
from games.models.races.match import change_goal
from games.racing import Goal
race = Race.objects.get(code="CODE")
Deal.objects.filter(races=race).update(public=True)
change_goal(race.pk, GOAL, secrets.token_bytes)
"""


@pytest.mark.parametrize("wins", [True, False])
def test_a_practice_that_is_won_leads_to_a_deal_that_counts(
    meet: Meet, sites: Sites, visit: Visit, wins: bool
) -> None:
    site = sites("sqlite")
    site.manage("shell", "--no-imports", "--command", STOCK)
    racer = visit(site.urls[0])
    race = racer.practise(KNOWN)
    racer.play(KNOWN.moves if wins else KNOWN.moves[:3])
    if not wins:
        racer.send(t="end")
    racer.race(state="over")
    person = meet(racer.url, size=(360, 640))
    page = become(person, racer)
    page.goto(f"/race/{race}/")
    expect(page.get_by_role("button", name="Play it again")).to_be_in_viewport(ratio=1)
    offer = page.get_by_role("button", name="Play a ranked race")
    expect(offer).to_be_visible(visible=wins)
    primary = page.locator(".button.primary:visible")
    expect(primary).to_have_text("Play a ranked race" if wins else "Play it again")
    if wins:
        expect(offer).to_be_in_viewport(ratio=1)
        offer.click()
        expect(page.locator(".race-title")).to_contain_text("ranked")
        expect(page.get_by_role("button", name="Race alone")).to_be_visible()
    assert person.faults == []


@pytest.mark.parametrize("is_match", [True, False])
def test_no_win_leads_out_of_a_match_that_goes_on(meet: Meet, stop: Stop, is_match: bool) -> None:
    goal = "Goal(2)" if is_match else "None"
    won = len(KNOWN.moves)
    code, racer, _ = stop(won, 3, STOCK + PUBLISHED.replace("GOAL", goal))
    person = meet(racer.url, size=(390, 844))
    page = become(person, racer)
    page.goto(f"/race/{code}/")
    expect(page.get_by_role("button", name="Next race" if is_match else "Rematch")).to_be_visible()
    offer = page.get_by_role("button", name="Play a ranked race")
    expect(offer).to_be_visible(visible=not is_match)
    assert person.faults == []
