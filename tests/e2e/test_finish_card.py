"""The card that says how a run ended, while others still play."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.test_edge import longest_refusal, refuse
from tests.e2e.test_result import become
from tests.live.conftest import Sites, Visit
from tests.live.conftest import visit as visit  # a racer takes the other seat
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium


def test_no_message_looks_out_from_under_the_card_of_a_finish(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit
) -> None:
    site, known = sites("sqlite"), win("agnes-bernauer")
    code = open_race(site, known)
    alice, other = meet(site.urls[0], size=(360, 640)), visit(site.urls[0])
    alice.join_by_link(code, "Alice")
    other.sit_ready(code)
    alice.ready()
    table = alice.sit_at(known)
    page = alice.page
    refuse(page, longest_refusal(table))
    expect(page.locator("#edge .notice")).to_be_visible()
    alice.end_run()
    expect(page.locator("#verdict")).to_be_visible()
    page.evaluate("document.querySelector('#toast').hidden = false")
    expect(page.locator("#edge > *:visible:not(.connection)")).to_have_count(0)
    # Below the card, only the state of the connection may stand.
    card = page.locator("#verdict").bounding_box()
    edge = page.locator("#edge").bounding_box()
    assert card is not None
    assert edge is not None
    assert card["y"] + card["height"] <= edge["y"]
    assert alice.faults == []


def test_who_is_done_reads_whom_the_results_wait_for(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit
) -> None:
    site, known = sites("sqlite"), win("agnes-sorel")
    code = open_race(site, known)
    alice, other = meet(site.urls[0], size=(360, 640)), visit(site.urls[0])
    alice.join_by_link(code, "Alice")
    other.post(f"/race/{code}/join/", name="Mo Absent")
    other.connect(code)
    other.send(t="ready", ready=True)
    alice.ready()
    alice.sit_at(known).play(known.moves[0])
    alice.end_run()
    card = alice.page.locator("#verdict")
    expect(card).to_contain_text("Results appear when everyone has finished.")
    other.close()
    expect(card).to_contain_text(
        re.compile(r"Mo Absent is away\. Results appear in 9:\d\d at most\.")
    )
    expect(card).to_contain_text("Place 1 of 2 for now")
    assert alice.faults == []


def test_no_last_call_is_made_when_no_one_is_left_to_play(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit
) -> None:
    site, known = sites("sqlite"), win("agnes-sorel")
    code = open_race(site, known)
    alice, other = visit(site.urls[0]), visit(site.urls[0])
    for racer in (alice, other):
        racer.sit_ready(code)
    for racer in (alice, other):
        racer.board(0)
    person = meet(site.urls[0])
    page = become(person, alice)
    page.goto(f"/race/{code}/")
    expect(page.locator("#bell[data-bell=limit]")).to_be_visible()
    page.evaluate("""() => {
        window.rung = [];
        const bell = document.querySelector("#bell");
        const note = () => window.rung.push(bell.dataset.bell);
        new MutationObserver(note).observe(bell, { attributes: true });
    }""")
    other.send(t="end")
    alice.play(known.moves)
    expect(page.locator("#result")).to_be_visible()
    assert set(page.evaluate("window.rung")) <= {"", "limit"}
    assert person.faults == []
