"""Being told: the bell of an open page, its settings, pushes, and a page without a network."""

from __future__ import annotations

import json
import re
from itertools import repeat

import pytest
from playwright.sync_api import Locator, Page, Worker, expect

from tests.e2e.conftest import Meet
from tests.e2e.person import Person
from tests.e2e.test_anytime import DEAL, KNOWN, PROVE, shell, start
from tests.live.conftest import Sites
from tests.processes import Site

pytestmark = pytest.mark.needs_chromium

PHONE = (360, 640)


def sign_up(person: Person, name: str) -> None:
    person.page.goto("/accounts/signup/?next=/history/")
    person.page.get_by_label("Username").fill(name)
    person.page.get_by_label("Password").fill("kitchen-table-42")
    person.page.get_by_role("button", name="Sign up").click()
    expect(person.page.locator(".menu-name")).to_have_text(name)


def look(page: Page) -> None:
    """Look for news at once, as a page does that comes to the front."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def expect_apart(panel: Locator) -> None:
    """Check that a finger hits either of the two ways on."""
    ways = panel.locator(".links > a").evaluate_all(
        "ways => ways.map((way) => way.getBoundingClientRect())"
    )
    assert ways[1]["left"] - ways[0]["right"] >= 16
    assert all(way["height"] >= 44 for way in ways)


def test_the_panel_is_named_by_its_title_once_that_is_there(sites: Sites, meet: Meet) -> None:
    page = meet(sites("sqlite").urls[0]).page
    page.goto("/")
    page.get_by_role("button", name="Race a friend").click()
    panel = page.locator(".notices-panel")
    expect(panel).to_be_attached()
    assert panel.get_attribute("aria-labelledby") is None
    page.get_by_role("button", name="Notifications").click()
    expect(page.get_by_role("dialog", name="Notifications")).to_be_visible()


def test_the_panel_leaves_the_line_to_a_race_free(sites: Sites, meet: Meet) -> None:
    guest = meet(sites("sqlite").urls[0], size=(844, 390))
    page = guest.page
    page.goto("/")
    page.get_by_role("button", name="Race a friend").click()
    expect(page.locator("body")).to_have_attribute("data-scene", "room")
    page.goto("/how-to-play/")
    line = page.locator(".way-back")
    expect(line).to_contain_text("Your race is waiting to start.")
    page.get_by_role("button", name="Notifications").click()
    panel = page.get_by_role("dialog", name="Notifications")
    expect(panel).to_be_visible()
    free = """() => document.querySelector(".notices-panel").getBoundingClientRect().top
        >= (document.querySelector(".way-back")?.getBoundingClientRect().bottom ?? 0)"""
    assert page.evaluate(free)
    # It may come and go while the panel is open.
    page.evaluate("globalThis.line = document.querySelector('.way-back'); line.remove()")
    gone = panel.bounding_box()
    page.evaluate("document.querySelector('#main').before(line)")
    expect(line).to_be_visible()
    page.wait_for_function(free)
    assert panel.bounding_box() != gone
    assert guest.faults == []


def test_a_challenge_rings_the_bell_of_an_open_page(sites: Sites, meet: Meet) -> None:
    site = sites("sqlite")
    bob = meet(site.urls[0], size=PHONE, touch=True, scheme="dark")
    mo = meet(site.urls[0], browser=1)
    sign_up(bob, "bob")
    sign_up(mo, "mo")
    bob.page.goto("/history/")
    header = bob.page.locator(".site-header").bounding_box()
    assert header is not None
    assert header["height"] <= 60
    bell = bob.page.get_by_role("button", name="Notifications")
    expect(bell).to_have_attribute("aria-label", "Notifications")

    mo.page.goto("/friends/")
    mo.page.get_by_label("Follow a player by name").fill("bob")
    mo.page.get_by_role("button", name="Follow", exact=True).click()
    mo.page.get_by_role("button", name="Challenge").click()
    mo.page.wait_for_url("**/race/*/")

    look(bob.page)
    expect(bob.page.locator(".notices-count")).to_have_text("1")
    expect(bob.page.get_by_role("status").filter(has_text="mo challenges you")).to_be_attached()
    assert bob.page.locator(".site-header").bounding_box() == header
    bell.press(" ")
    panel = bob.page.get_by_role("dialog", name="Notifications")
    expect(panel.get_by_role("link", name="New: mo challenges you")).to_be_visible()
    expect(bob.page.locator(".notices-count")).to_have_text("")
    bob.page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(bell).to_be_focused()
    for expected in (1, 0, 1):
        bell.tap()
        expect(bob.page.locator(".notices-panel:popover-open")).to_have_count(expected)
    expect_apart(panel)
    panel.get_by_role("link", name="mo challenges you").tap()
    expect(bob.page).to_have_url(mo.page.url)
    expect(bob.page.locator("#notices-bell")).to_be_visible()
    # Without scripts, the bell is a link to the same lines.
    bob.page.goto("/notices/")
    expect(
        bob.page.get_by_role("main").get_by_role("link", name="mo challenges you")
    ).to_be_visible()
    assert bob.page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    assert bob.faults + mo.faults == []


def test_who_is_overtaken_is_told_unless_that_is_switched_off(sites: Sites, meet: Meet) -> None:
    site = sites("sqlite")
    bob, mo, kim = (meet(site.urls[0], browser=number) for number in (0, 1, 1))
    for person, name in ((bob, "overtaken"), (mo, "overtaker"), (kim, "another")):
        sign_up(person, name)
    bob.page.clock.install()
    address = open_of_four(site, bob)
    start(bob)
    bob.sit_at(KNOWN)
    # At the table nothing calls.
    expect(bob.page.locator("#notices-bell")).to_be_hidden()
    bob.end_run()
    expect(bob.page.locator("body")).to_have_attribute("data-scene", "result")
    shell(site, "from games.tasks import tell; tell()")
    expect(bob.page.get_by_text("Raced so far: 1 of 4")).to_be_visible()

    bob.page.clock.pause_at(bob.page.evaluate("Date.now() + 1000"))
    overtake(mo, address)
    shell(site, "from games.tasks import tell; tell()")
    bob.page.clock.run_for(8000)
    expect(bob.page.get_by_text("Raced so far: 2 of 4")).to_be_visible()
    bob.page.clock.run_for(5000)
    expect(bob.page.locator(".notices-count")).to_have_text("1")
    bob.page.clock.resume()
    bob.page.get_by_role("button", name="Notifications").click()
    line = bob.page.get_by_role("link", name="overtaker overtook you in an any-time race")
    line.click()
    expect(bob.page).to_have_url(address)

    switch_overtakings_off(bob.page)
    overtake(kim, address)
    shell(site, "from games.tasks import tell; tell()")
    bob.page.goto("/notices/")
    expect(bob.page.locator(".notice")).to_have_count(1)
    assert bob.faults + mo.faults + kim.faults == []


def open_of_four(site: Site, host: Person) -> str:
    """Open an any-time race on a known deal, and return its address."""
    shell(site, PROVE.format(rules=KNOWN.rules))
    host.page.goto("/anytime/new/?game=agnes-bernauer")
    host.page.get_by_label("Seats").fill("4")
    host.page.get_by_role("button", name="Open the race").click()
    expect(host.page.get_by_text("0 of 4")).to_be_visible()
    address = host.page.url
    shell(site, DEAL.format(code=address.rstrip("/").rpartition("/")[2], deal=KNOWN.deal))
    return address


def switch_overtakings_off(page: Page) -> None:
    """Go from the bell to the settings, and untick a box by key."""
    page.get_by_role("button", name="Notifications").click()
    page.get_by_role("dialog").get_by_role("link", name="Settings").click()
    box = page.get_by_role("checkbox", name="Someone overtakes you")
    expect(box).to_have_count(3)
    box.first.press(" ")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(box.first).not_to_be_checked()


def overtake(person: Person, address: str) -> None:
    """Win the race that another gave up."""
    person.prefer(address, "tap=pick")
    person.page.goto(address)
    start(person)
    person.sit_at(KNOWN).win(KNOWN.moves, repeat("click"))
    expect(person.page.locator("body")).to_have_attribute("data-scene", "result")


RECORD = """
self.shown = [];
self.registration.showNotification = async (...shown) => { self.shown.push(shown); };
true;
"""
"""The browser for tests shows no notifications: it denies them."""


def expect_push_shown(page: Page, worker: Worker, origin: str) -> None:
    """Deliver a push as a push service does, and look at what is shown."""
    worker.evaluate(RECORD)
    found: list[dict[str, str]] = []
    devtools = page.context.new_cdp_session(page)
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated", lambda e: found.extend(e["registrations"])
    )
    devtools.send("ServiceWorker.enable")
    page.wait_for_function("true")
    message = {"title": "Same Deal", "body": "mo", "path": "/history/", "at": 1, "tag": "x"}
    pushed = {"origin": origin, "registrationId": found[-1]["registrationId"]}
    devtools.send("ServiceWorker.deliverPushMessage", {**pushed, "data": json.dumps(message)})
    title, shown = worker.evaluate(
        "(async () => { while (!self.shown.length) await new Promise((r) => setTimeout(r, 20));"
        " return self.shown[0]; })()"
    )
    assert (title, shown["body"], shown["tag"]) == ("Same Deal", "mo", "x")
    assert shown["data"] == {"path": "/history/"}


def test_a_push_is_shown_and_without_a_network_a_page_says_so(sites: Sites, meet: Meet) -> None:
    site = sites("sqlite")
    bob = meet(site.urls[0])
    sign_up(bob, "pushed")
    page, context = bob.page, bob.page.context
    if not context.service_workers:
        context.wait_for_event("serviceworker")
    [worker] = context.service_workers
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    expect_push_shown(page, worker, site.urls[0])

    kept = "caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).length)"
    assert page.evaluate(kept) <= 4
    context.set_offline(True)
    page.goto("/friends/")
    expect(page.get_by_role("heading", name="You're offline")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).display") == "grid"
    context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Friends")).to_be_visible()
    # In another language it is another page.
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.evaluate(
        "(async () => { while (!(await caches.keys()).every((name) => name.includes('/de/')))"
        " await new Promise((r) => setTimeout(r, 20)); })()"
    )
    context.set_offline(True)
    page.goto("/friends/")
    expect(page.get_by_role("heading", name=re.compile("Du bist offline"))).to_be_visible()
    context.set_offline(False)
    faults = [fault for fault in bob.faults if "ERR_INTERNET_DISCONNECTED" not in fault]
    assert faults == []


@pytest.mark.parametrize("width", [700, 1280])
def test_the_names_of_the_ways_stand_in_one_line(sites: Sites, meet: Meet, width: int) -> None:
    person = meet(sites("sqlite").urls[0], size=(width, 800))
    sign_up(person, f"wide-{width}")
    for language in ("en", "de"):
        person.page.context.set_extra_http_headers({"Accept-Language": language})
        person.page.goto("/notices/settings/")
        lines = person.page.locator(".wishes thead th").evaluate_all(
            """names => names.map((name) => {
                const range = document.createRange();
                range.selectNodeContents(name);
                return range.getClientRects().length;
            })"""
        )
        assert lines == [1, 1, 1]
        assert person.page.evaluate("document.documentElement.scrollWidth") == width
    assert person.faults == []
