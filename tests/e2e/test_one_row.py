"""On a phone, a race's figures and buttons take one row each, in every language."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.person import Person
from tests.live.conftest import Sites, Visit
from tests.live.conftest import visit as visit  # a racer takes the other seat
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium

PHONES = ((360, 640), (390, 844))

SIDEWAYS = ((844, 390), (640, 400))

# Figures that don't begin under their own label.
ALIGNED = """() => [...document.querySelectorAll(".hud > p:not(.hud-bell)")]
    .filter((figure) => figure.checkVisibility({ visibilityProperty: true }))
    .filter((figure) => {
        const [label, value] = [".hud-label:not([hidden])", ".hud-value"].map((name) => {
            const range = document.createRange();
            range.selectNodeContents(figure.querySelector(name));
            return range.getBoundingClientRect();
        });
        return label.width < 8 || Math.abs(label.left - value.left) > 3;
    }).map(({ id, className }) => id || className)"""

# One clock leads; the other stands apart, and the figures stand in two columns at most.
DOMINANT = """() => {
    const figures = [...document.querySelectorAll(".hud > p")];
    const value = (figure) => figure.querySelector(".hud-value");
    const size = (figure) => parseFloat(getComputedStyle(value(figure)).fontSize);
    const lefts = figures.filter((figure) => !figure.matches(".hud-bell"))
        .map((figure) => Math.round(figure.getBoundingClientRect().left));
    const [clock, ...others] = figures;
    return others.every((other) => size(other) < size(clock)) && new Set(lefts).size <= 2;
}"""

# What a finger is to hit, and is too small for it.
SMALL = """() => [...document.querySelectorAll("#arena button")]
    .filter((button) => button.checkVisibility({ visibilityProperty: true }))
    .map((button) => [button.id || button.ariaLabel, button.getBoundingClientRect()])
    .filter(([, { width, height }]) => width < 40 || height < 40)"""

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
        assert person.page.evaluate(SMALL) == [], (person.page.url, width)


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
    other.sit_ready(code)
    alice.page.locator("#ready:enabled").tap()
    alice.sit_at(known)
    other.play(known.moves[:5])
    expect(alice.page.locator("#hud-place")).to_have_attribute("data-known", "true")
    expect(alice.page.locator("#hud-home")).to_contain_text("/52", use_inner_text=True)
    expect_one_row(alice, ".hud > p, .hud-tools > *", "#controls > .button")
    assert alice.page.evaluate(ALIGNED) == []
    for width, height in SIDEWAYS:
        alice.page.set_viewport_size({"width": width, "height": height})
        assert alice.page.evaluate(ALIGNED) == [], (width, height)
        assert alice.page.evaluate(DOMINANT), (width, height)
        assert alice.page.evaluate(SMALL) == [], (width, height)
    assert alice.faults == []


@pytest.mark.parametrize("language", ["de", "en"])
def test_help_and_buttons_of_a_practice_take_one_row(
    sites: Sites, meet: Meet, language: str
) -> None:
    site = sites("sqlite")
    alice = meet(site.urls[0], size=PHONES[0], touch=True)
    speak(alice, site.urls[0], language)
    alice.page.goto("/practice/?game=agnes-bernauer")
    alice.page.locator(".start-bar .primary").tap()
    expect(alice.page.locator("#table .card")).to_have_count(52)
    expect_one_row(alice, ".hud > p, .hud-tools > *", "#advice > .button, #controls > .button")
    assert alice.page.locator("#controls > .button").evaluate_all(
        "buttons => buttons.every((button) => button.scrollWidth <= button.clientWidth)"
    )
    # The explanation is at hand, on the felt, and Restart in the dialog of the end.
    for width, height in PHONES:
        alice.page.set_viewport_size({"width": width, "height": height})
        said = alice.page.locator("#advice-said")
        expect(said).to_contain_text("larm")
        assert said.evaluate("said => said.scrollWidth <= said.clientWidth"), width
    for width, height in SIDEWAYS:
        alice.page.set_viewport_size({"width": width, "height": height})
        assert alice.page.evaluate(SMALL) == [], (width, height)
    alice.page.set_viewport_size({"width": PHONES[0][0], "height": PHONES[0][1]})
    expect(alice.page.locator("#restart")).to_be_hidden()
    alice.page.locator("#give-up").tap()
    expect(alice.page.locator("#restart-instead")).to_be_visible()
    assert alice.faults == []
