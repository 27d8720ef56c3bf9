"""Buttons that wait for an answer work again after a refusal or a lost connection."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from games.engine import Deal
from tests.e2e.conftest import Meet
from tests.e2e.person import Person
from tests.live.conftest import Sites
from tests.live.wins import Win, publish, wins

pytestmark = pytest.mark.needs_chromium

KNOWN = wins("agnes-sorel/standard")[3]

SENTENCE = "The site is having trouble. Trying again."


class Line:
    """A connection on which requests of some types are refused or never answered."""

    def __init__(self, page: Page) -> None:
        self.refused: set[str] = set()
        self.cut: set[str] = set()
        page.route_web_socket("**/ws/race/**", self._connect)

    def _connect(self, browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            asked = json.loads(text)["t"]
            if asked in self.refused:
                frame = {"t": "refused", "n": None, "code": "unavailable", "detail": SENTENCE}
                browser.send(json.dumps(frame))
            elif asked in self.cut:
                self.cut.clear()
                browser.close()
            else:
                server.send(text)

        browser.on_message(pass_on)


def begin(person: Person, known: Win) -> None:
    """Begin a practice and make its first move."""
    page = person.page
    page.goto("/practice/?game=agnes-sorel")
    page.get_by_label("Which deal").select_option(label="A deal I enter")
    page.get_by_label("Key, cards or number of the deal").fill(str(Deal.parse(known.deal)))
    page.get_by_role("button", name="Start").click()
    person.sit_at(known).play(known.moves[0], "keys")


def start_again(page: Page) -> None:
    """Press Restart, which on a phone is in the dialog of the end; answer what a desk asks."""
    if page.locator("#restart").is_hidden():
        page.get_by_role("button", name="End", exact=True).click()
    page.locator("#restart, #restart-instead").locator("visible=true").click()
    question = page.locator("#start-again")
    if question.is_visible():
        question.get_by_role("button", name="Restart").click()


@pytest.mark.parametrize("size", [(1280, 800), (360, 640)])
def test_a_button_can_be_pressed_again_after_a_refusal(
    sites: Sites, meet: Meet, size: tuple[int, int]
) -> None:
    site = sites("sqlite")
    publish(site, KNOWN)
    alice = meet(site.urls[0], size=size)
    page = alice.page
    line = Line(page)
    begin(alice, KNOWN)
    toast = page.locator("#toast")
    restart = page.locator("#restart")
    hint = page.get_by_role("button", name="Hint", exact=True)
    alarm = page.get_by_role("button", name="Alarm for dead ends")
    expect(restart).to_be_enabled()

    line.refused = {"hint", "restart", "alarm"}
    for button in (hint, restart, alarm):
        start_again(page) if button is restart else button.click()
        expect(toast).to_have_text(SENTENCE)
        expect(button).to_be_enabled()
        expect(toast).to_be_hidden()
    expect(alarm).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#advice-said")).not_to_have_text("Checking…")

    line.refused = set()
    line.cut = {"hint"}
    hint.click()
    expect(page.locator(".connection:visible")).to_be_visible()
    expect(hint).to_be_enabled()
    hint.click()
    expect(page.locator("#edge .notice")).to_contain_text("Hint:")
    expect(hint).to_be_enabled()
    alarm.click()
    expect(page.locator("#advice-said")).not_to_have_text("Checking…")
    expect(alarm).to_have_attribute("aria-pressed", "true")
    first = page.url
    start_again(page)
    page.wait_for_url(lambda url: url != first)
    assert alice.faults == []
