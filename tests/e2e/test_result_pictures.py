"""The picture of a result: the four suits of a lone win, a score of two, the chart of ten."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.test_result import KNOWN, SIZES, Stop, become
from tests.e2e.test_result import stop as stop  # it races two to the end
from tests.live.conftest import Sites, Visit

pytestmark = pytest.mark.needs_chromium


@pytest.mark.parametrize("size", [*SIZES, (768, 1024)])
def test_a_win_without_rivals_shows_its_four_suits(
    meet: Meet, sites: Sites, visit: Visit, size: tuple[int, int]
) -> None:
    racer = visit(sites("sqlite").urls[0])
    race = racer.practise(KNOWN)
    racer.play(KNOWN.moves)
    racer.race(state="over")
    person = meet(racer.url, size=size)
    page = become(person, racer)
    page.goto(f"/race/{race}/")
    suits = page.locator("#four-suits > svg")
    expect(suits).to_have_count(4)
    frame = page.locator("#four-suits").bounding_box()
    assert frame is not None
    for box in [card.bounding_box() for card in suits.all()]:
        assert box is not None
        assert frame["x"] <= box["x"]
        assert box["x"] + box["width"] <= frame["x"] + frame["width"]
        assert frame["y"] <= box["y"]
        assert box["y"] + box["height"] <= frame["y"] + frame["height"]
    for part in ("#four-suits", "#play-again", "#share-result"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert person.faults == []


def test_the_rematch_says_how_it_stands_between_the_two(
    meet: Meet, stop: Stop, open_race: OpenRace, sites: Sites
) -> None:
    _, racer, rival = stop(9, rivals=1)
    code = open_race(sites("sqlite"), KNOWN)
    for each in (racer, rival):
        each.sit_ready(code)
    for each in (racer, rival):
        each.board(0)
        each.play(KNOWN.moves[: 20 if each is racer else 1])
        each.send(t="end")
    racer.race(state="over")
    person = meet(racer.url, size=(360, 640))
    page = become(person, racer)
    held: list[Route] = []
    page.route("**/progress/**", lambda route: held.append(route))
    page.goto(f"/race/{code}/")
    rematch = page.get_by_role("button", name="Rematch")
    expect(rematch).to_be_visible()
    before = rematch.bounding_box()
    held[0].continue_()
    expect(rematch).to_contain_text("you 2 : 0")
    assert rematch.bounding_box() == before
    assert person.faults == []


def test_ten_names_in_the_picture_push_no_button_down(
    meet: Meet, sites: Sites, visit: Visit, open_race: OpenRace
) -> None:
    site = sites("sqlite")
    code = open_race(site, KNOWN)
    racers = [visit(site.urls[0]) for _ in range(10)]
    for number, each in enumerate(racers):
        each.post(f"/race/{code}/join/", name=f"Marguerite-Antoinette {number}")
        each.connect(code)
    for each in racers:
        each.send(t="ready", ready=True)
    for number, each in enumerate(racers):
        each.board(0)
        each.play(KNOWN.moves[: 50 - number])
    for each in racers:
        each.send(t="end")
    racers[0].race(state="over")
    for place, size in ((0, (844, 390)), (9, (844, 390)), (9, (360, 640)), (9, (1280, 800))):
        person = meet(racers[0].url, size=size)
        page = become(person, racers[place])
        page.goto(f"/race/{code}/")
        expect(page.locator("#progress-lines li")).to_have_count(10)
        for part in ("#podium", "#rematch", "#share-result"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
        assert person.faults == []
