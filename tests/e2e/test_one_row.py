"""On a phone, a race's figures and buttons take one row each, in every language."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.person import WAIT, Person
from tests.live.conftest import Sites, Visit
from tests.live.conftest import visit as visit  # a racer takes the other seat
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium

PHONES = ((360, 640), (390, 844))

ROW = """(names) => names.every((name) => {
    const boxes = [...document.querySelectorAll(name)]
        .filter((part) => part.checkVisibility({ visibilityProperty: true }))
        .map((part) => part.getBoundingClientRect());
    const middle = ({ top, bottom }) => (top + bottom) / 2;
    return boxes.length > 1 && boxes.every((box) => box.left >= 0 && box.right <= innerWidth
        && Math.abs(middle(box) - middle(boxes[0])) < 12);
})"""


def speak(person: Person, url: str, language: str) -> None:
    """Set the language of a person's pages."""
    cookie = {"name": "django_language", "value": language, "url": url}
    person.page.context.add_cookies([cookie])  # type: ignore[list-item]


def expect_one_row(person: Person, *names: str) -> None:
    """Check on each phone that what each selector finds stands in one row, inside the window."""
    for width, height in PHONES:
        person.page.set_viewport_size({"width": width, "height": height})
        assert person.page.evaluate(ROW, list(names)), (person.page.url, width)


@pytest.mark.parametrize("language", ["de", "en"])
def test_figures_and_buttons_of_a_race_take_one_row_each(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit, language: str
) -> None:
    site = sites("sqlite")
    known = win("agnes-bernauer")
    code = open_race(site, known)
    alice, other = meet(site.urls[0], size=PHONES[0], touch=True), visit(site.urls[0])
    speak(alice, site.urls[0], language)
    alice.page.goto(f"/race/{code}/")
    alice.page.locator("#join button").click()
    other.join(code)
    other.connect(code)
    other.send(t="ready", ready=True)
    alice.page.locator("#ready:enabled").tap()
    alice.sit_at(known)
    other.play(known.moves[:5])
    expect(alice.page.locator("#hud-place")).to_have_attribute("data-known", "true", timeout=WAIT)
    expect_one_row(alice, ".hud > p, .hud-tools > *", "#controls > .button")
    assert alice.faults == []
