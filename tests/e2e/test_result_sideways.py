"""The result of a match of four on a phone held sideways: what counts is on the first screen."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.test_result import KNOWN, become
from tests.live.conftest import Sites, Visit
from tests.live.racer import Racer

pytestmark = pytest.mark.needs_chromium

SIZES: Final = ((640, 360), (844, 390))
NAMES: Final = ("Maximiliane", "Bernd", "Friederike", "Jo")

MATCH: Final = """
import secrets
from games import racing
from games.models import Race
from games.models.races.match import begin
begin(Race.objects.get(code="{code}").pk, racing.Goal(3), secrets.token_bytes)
"""

BOXES: Final = """(parts) => parts.map((part) => {
    const { left, top, right } = document.querySelector(part).getBoundingClientRect();
    return { left, top, right };
})"""


@pytest.fixture
def race_a_match(
    sites: Sites, visit: Visit, open_race: OpenRace, request: pytest.FixtureRequest
) -> tuple[str, list[Racer]]:
    """Race as many to the end of a match's first race as the test asks for."""
    site = sites("sqlite")
    code = open_race(site, KNOWN)
    site.manage("shell", "--no-imports", "--command", MATCH.format(code=code))
    racers = [visit(site.urls[0]) for _ in range(request.param)]
    for racer, name in zip(racers, NAMES, strict=False):
        racer.post(f"/race/{code}/join/", name=name)
    # Those who are ready don't wait for a seat that no one has taken.
    for racer in racers:
        racer.connect(code)
        racer.send(t="ready", ready=True)
    for racer, moves in zip(racers, (60, 56, 54, 50), strict=False):
        racer.board(0)
        racer.play(KNOWN.moves[:moves])
        racer.send(t="end")
    racers[0].race(state="over")
    return code, racers


def top(page: Page, part: str) -> float:
    """Return where a part of the page begins."""
    box = page.locator(part).bounding_box()
    assert box is not None
    return box["y"]


@pytest.mark.parametrize("race_a_match", [4], indirect=True)
def test_podium_story_and_buttons_are_on_the_first_screen(
    meet: Meet, race_a_match: tuple[str, list[Racer]]
) -> None:
    code, racers = race_a_match
    for number, language in ((0, "en"), (3, "de")):
        person = meet(racers[0].url)
        page = become(person, racers[number])
        page.context.set_extra_http_headers({"Accept-Language": language})
        page.goto(f"/race/{code}/")
        expect(page.locator("#progress-lines li")).to_have_count(4)
        expect(page.locator("#choose-next")).to_be_visible(visible=number == 3)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => scrollTo(0, 0)")
            buttons = ("#rematch", "#share-result", *["#choose-next button"] * (number == 3))
            for part in (*buttons, "#match-points > li", "#podium", ".podium-result"):
                for one in page.locator(part).all():
                    expect(one).to_be_in_viewport(ratio=1)
            if number == 0:
                expect(page.locator("#honours .honours-line")).to_be_in_viewport(ratio=1)
            # Share doesn't stand alone.
            assert top(page, "#share-result") == top(page, "#rematch")
            names = page.locator("#progress-lines li")
            list_of_names = page.locator("#progress-lines").bounding_box()
            last = names.last.bounding_box()
            assert list_of_names is not None
            assert last is not None
            assert last["y"] + last["height"] <= list_of_names["y"] + list_of_names["height"] + 1
            assert page.evaluate("document.documentElement.scrollWidth") == width
        assert person.faults == []


def test_of_a_single_race_the_place_stands_above_the_buttons(
    meet: Meet, sites: Sites, visit: Visit, open_race: OpenRace
) -> None:
    site = sites("sqlite")
    code = open_race(site, KNOWN)
    racers = [visit(site.urls[0]) for _ in range(2)]
    for racer, name in zip(racers, NAMES, strict=False):
        racer.post(f"/race/{code}/join/", name=name)
    for racer in racers:
        racer.connect(code)
        racer.send(t="ready", ready=True)
    for racer, moves in zip(racers, (60, 40), strict=True):
        racer.board(0)
        racer.play(KNOWN.moves[:moves])
        racer.send(t="end")
    racers[0].race(state="over")
    person = meet(site.urls[0])
    page = become(person, racers[1])
    page.goto(f"/race/{code}/")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for part in ("#honours .honours-line", "#rematch", "#share-result", "#choose-next button"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        assert top(page, "#honours .honours-line") < top(page, "#rematch")
    assert top(page, "#podium") < top(page, "#rematch")
    assert person.faults == []


@pytest.mark.parametrize("race_a_match", [2, 4], indirect=True)
def test_the_tables_have_the_width(meet: Meet, race_a_match: tuple[str, list[Racer]]) -> None:
    code, racers = race_a_match
    person = meet(racers[0].url)
    page = become(person, racers[0])
    page.goto(f"/race/{code}/")
    expect(page.locator(".watch-board")).to_have_count(len(racers))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        beside = ".watch-board:first-child" if len(racers) == 2 else ".watch-switch"
        last = ".watch-board:last-child" if len(racers) == 2 else ".watch-board.picked"
        # In one step: what the analysis says above them moves both.
        left, right = page.evaluate(BOXES, [beside, last])
        assert left["right"] <= right["left"]
        assert abs(left["top"] - right["top"]) <= 8
        assert right["right"] >= width - 24
        assert page.locator(".watch-pick:visible").count() in (0, len(racers))
    assert person.faults == []
