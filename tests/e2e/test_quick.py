"""Two strangers in two browsers: both press "Play now", and race."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Meet
from tests.e2e.person import Person
from tests.e2e.test_accessibility import findings
from tests.live.conftest import Sites
from tests.live.wins import wins
from tests.processes import BACKENDS, Site
from tests.stores import Backend

pytestmark = pytest.mark.needs_chromium


NOTE_BUTTONS = """() => {
    const buttons = [...document.querySelectorAll("#countdown-controls > button")];
    new MutationObserver(() => {
        if (document.body.dataset.scene !== "countdown") return;
        window.offered = buttons.filter((button) => !button.hidden).map((b) => b.innerText).join();
    }).observe(document.body, { attributes: true, childList: true, subtree: true });
}"""
"""Notes what a countdown offers, however short it is."""


@pytest.mark.parametrize("backend", BACKENDS)
def test_two_strangers_meet_and_race(sites: Sites, meet: Meet, backend: Backend) -> None:
    site = sites(backend)
    strangers = [meet(site.urls[0], browser=0), meet(site.urls[-1], browser=1)]
    for stranger in strangers:
        stranger.page.goto("/")
        stranger.page.get_by_label("Game").select_option("agnes-sorel")
        stranger.page.get_by_role("button", name="Play now").click()
    # Both want to race now, so the countdown runs; either may stop it.
    for stranger in strangers:
        expect(stranger.page.get_by_text("Cards in")).to_be_visible()
    strangers[0].page.get_by_role("button", name="Wait, I'm not ready").click()
    for stranger in strangers:
        expect(stranger.page.locator("#seats li")).to_have_count(2)
        # One line says when, and why not yet.
        expect(stranger.page.locator("#gathering")).to_have_text(
            re.compile(
                r".+ stopped the countdown\. "
                r"The countdown begins in (1?\d|20) s, or as soon as everyone is ready\."
            )
        )
        expect(stranger.page.locator("#lobby-hint")).to_have_css("clip-path", "inset(50%)")
    expect(strangers[0].page.locator("#gathering")).to_contain_text("You stopped the countdown.")
    for stranger in strangers:
        stranger.page.evaluate(NOTE_BUTTONS)
    strangers[0].page.get_by_role("button", name="I'm ready").click()
    for stranger in strangers:
        expect(stranger.page.locator("#table .card")).to_have_count(52)
        assert not stranger.faults
    # Each may stop it once.
    offered = [stranger.page.evaluate("offered") for stranger in strangers]
    assert offered == ["Leave the race", "Wait, I'm not ready"]


TOPMOST = """(button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


@pytest.mark.parametrize(
    "size", [(360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800), (2560, 1440)]
)
def test_nothing_lies_on_the_bar_of_the_room(
    sites: Sites, meet: Meet, size: tuple[int, int]
) -> None:
    stranger = meet(sites("sqlite").urls[0], size=size)
    # A picture that moves is a layer of its own.
    stranger.page.emulate_media(reduced_motion="no-preference")
    stranger.page.goto("/")
    stranger.page.get_by_label("Game").select_option("agnes-sorel")
    stranger.page.get_by_role("button", name="Play now").click()
    ghost = stranger.page.get_by_role("button", name="Race a ghost")
    # The pictures of the game stand where the page is scrolled to: they come up from below.
    for step in range(4):
        stranger.page.mouse.wheel(0, step * 100)
        expect(ghost).to_be_in_viewport(ratio=1)
        assert ghost.evaluate(TOPMOST), step


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390), (1280, 800)])
def test_one_who_waits_is_told_at_once_what_comes(
    sites: Sites, meet: Meet, size: tuple[int, int]
) -> None:
    stranger = meet(sites("sqlite").urls[0], size=size)
    page = stranger.page
    page.clock.install()
    play_now(stranger)
    ghost, ready = (page.get_by_role("button", name=name) for name in ("Race a ghost", "I'm ready"))
    expect(page.get_by_text("Looking for another player")).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("s you can race a ghost")).to_be_in_viewport(ratio=1)
    expect(ghost).to_be_disabled()
    expect(ready).to_be_hidden()
    place = ghost.bounding_box()
    page.clock.fast_forward(10_000)
    expect(ghost).to_be_enabled()
    expect(ghost).to_contain_class("primary")
    expect(page.locator("#ghost-offer p")).to_contain_text("It doesn't count")
    expect(page.locator("#ghost-offer p")).to_be_in_viewport(ratio=1)
    assert ghost.bounding_box() == place
    assert stranger.faults == []
    page.get_by_role("button", name="Leave").click()
    # Nobody else was there, so the race is gone, and its page would answer 410.
    expect(page.get_by_role("button", name="Race a friend")).to_be_visible()
    assert stranger.faults == []


RECORDED = """
from games.models import Action, Deal, Player, Proof
from games.models.races.closing import close_race
from games.models.races.new_race import new_race
from games.models.races.transition import change_race
mo = Player.objects.create_guest()
then = 1_700_000_000_000
race = new_race(mo, {rules!r}, lambda: then, deal=Deal.objects.from_cards({deal!r}))
change_race(race.code, lambda race, now: race.start(mo.pk, now), lambda: then)
entry = race.entries.get()
for number, move in enumerate({moves!r}, 1):
    Action.objects.create(entry=entry, number=number, ms=2000 * number, text=move)
race.refresh_from_db()
close_race(race, lambda: then + 3_600_000)
# A newcomer gets the easiest deal, and other tests may have published easy ones.
known = {{"kind": "winnable", "states": 1, "line": "", "difficulty": "easy"}}
Proof.objects.get_or_create(deal=race.deal, rules={rules!r}, defaults=known)
"""


def recorded(site: Site) -> Site:
    """Store a win to race against."""
    known = wins("agnes-sorel/standard")[4]
    code = RECORDED.format(rules=known.rules, deal=known.deal, moves=known.moves)
    site.manage("shell", "--no-imports", "--command", code)
    return site


WAITED = """
from datetime import timedelta
from django.db.models import F
from games.models import Entry
Entry.objects.update(created_at=F("created_at") - timedelta(seconds=10))
"""


def wait_for_a_ghost(person: Person, site: Site) -> None:
    """Let ten seconds pass, for the browser and for the server."""
    site.manage("shell", "--no-imports", "--command", WAITED)
    person.page.clock.fast_forward(10_000)


def hold(page: Page) -> None:
    """Let no time pass: a call waits twenty seconds, which a busy machine takes to show it."""
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)


def play_now(person: Person) -> None:
    person.page.goto("/")
    person.page.get_by_label("Game").select_option("agnes-sorel")
    person.page.get_by_role("button", name="Play now").click()
    person.page.wait_for_url("**/race/*/")


def test_one_who_waits_races_a_ghost_until_someone_comes(sites: Sites, meet: Meet) -> None:
    site = recorded(sites("sqlite"))
    first, second = meet(site.urls[0], browser=0), meet(site.urls[0], browser=1)
    page = first.page
    page.clock.install()
    play_now(first)
    room = page.url
    offer = page.get_by_role("button", name="Race a ghost")
    expect(page.locator("#seats li")).to_have_count(1)
    expect(offer).to_be_disabled()
    wait_for_a_ghost(first, site)
    expect(offer).to_be_enabled()
    expect(page.locator("#live")).to_contain_text("Race a ghost while you wait")
    assert not findings(page)
    offer.click()

    expect(page.get_by_text("Cards in")).to_be_visible()
    expect(page.get_by_role("button", name="Wait, I'm not ready")).to_be_hidden()
    expect(page.locator("#queue")).to_contain_text("A run by")
    expect(page.locator("#table .card")).to_have_count(52)
    expect(page.locator(".lane.ghost")).to_contain_text("recording")
    page.keyboard.press("d")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    page.clock.fast_forward(60_000)
    expect(page.locator("#call")).to_contain_text("behind")

    hold(page)
    play_now(second)
    assert second.page.url == room
    expect(second.page.locator("#seats")).to_contain_text("racing a ghost")
    expect(page.locator("#queue")).to_contain_text("is here for your race")
    page.clock.resume()
    expect(page.locator("#live")).to_contain_text("is here for your race")
    page.get_by_role("button", name="Race now").click()
    page.wait_for_url(room)
    for person in (first, second):
        expect(person.page.locator("#rivals .lane")).to_have_count(2)
        expect(person.page.locator("#table .card")).to_have_count(52)
        assert not person.faults


def test_one_who_does_not_answer_leaves_the_queue(sites: Sites, meet: Meet) -> None:
    site = recorded(sites("sqlite"))
    first, second = meet(site.urls[0], browser=0), meet(site.urls[0], browser=1)
    page = first.page
    page.clock.install()
    play_now(first)
    expect(page.locator("#seats li")).to_have_count(1)
    wait_for_a_ghost(first, site)
    page.get_by_role("button", name="Race a ghost").click()
    expect(page.locator("#table .card")).to_have_count(52)
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#stage").hover(position={"x": 5, "y": 5})
    hold(page)
    stage = page.locator("#stage").bounding_box()
    second.page.set_viewport_size({"width": 844, "height": 390})
    play_now(second)
    expect(page.locator("#queue")).to_contain_text("is here for your race")
    told = second.page.locator("#ghost-offer p")
    expect(told).to_contain_text("s to come")
    bar = second.page.locator("#lobby-buttons").bounding_box()
    words = told.bounding_box()
    assert bar is not None
    assert words is not None
    assert words["y"] + words["height"] <= bar["y"]
    # The call covers no card and moves nothing.
    call = page.locator("#queue").bounding_box()
    assert stage is not None
    assert call is not None
    assert page.locator("#stage").bounding_box() == stage
    assert call["y"] + call["height"] <= stage["y"]
    expect(page.get_by_role("button", name="Race now")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.clock.resume()
    assert not findings(page)
    page.clock.fast_forward(20_000)
    expect(page.locator("#queue")).to_contain_text("You're no longer in the queue")
    expect(second.page.locator("#seats li")).to_have_count(1)
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_a_race_against_a_ghost_tells_who_won_and_leads_back(
    sites: Sites, meet: Meet, size: tuple[int, int]
) -> None:
    site = recorded(sites("sqlite"))
    person = meet(site.urls[0], size=size)
    page = person.page
    page.clock.install()
    play_now(person)
    room = page.url
    expect(page.locator("#seats li")).to_have_count(1)
    wait_for_a_ghost(person, site)
    page.get_by_role("button", name="Race a ghost").click()
    expect(page.locator("#table .card")).to_have_count(52)
    back = page.get_by_role("button", name="Back to the queue")
    expect(back).to_be_hidden()
    strip = page.locator("#queue").bounding_box()
    assert strip is not None
    assert strip["height"] <= (24 if size[0] < 600 else 48)
    page.keyboard.press("d")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    page.get_by_role("button", name="End", exact=True).click()
    page.locator("dialog").get_by_role("button", name="End", exact=True).click()
    expect(page.locator("#result-title")).to_have_text(
        re.compile(r"You (didn't get as far as|got as far as|got further than) .+'s run")
    )
    expect(page.locator("#standings tr")).to_have_count(2)
    ghost = page.locator("#standings tr:not(.own)")
    expect(ghost.get_by_text("ghost", exact=True)).to_be_visible()
    expect(ghost.get_by_role("link")).to_be_visible()
    expect(page.get_by_role("link", name="Side by side")).to_be_visible()
    assert not findings(page)
    back.click()
    page.wait_for_url(room)
    expect(page.locator("#seats li")).to_have_count(1)
    page.go_back()
    page.get_by_role("button", name="Leave the queue").click()
    expect(page.locator("#queue")).to_contain_text("You're no longer in the queue")
    assert person.faults == []
