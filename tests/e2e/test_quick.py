"""Two strangers in two browsers: both press "Play now", and race."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet
from tests.e2e.person import WAIT, Person
from tests.e2e.test_accessibility import findings
from tests.live.conftest import Sites
from tests.live.wins import wins
from tests.processes import BACKENDS, Site
from tests.stores import Backend

pytestmark = pytest.mark.needs_chromium


@pytest.mark.parametrize("backend", BACKENDS)
def test_two_strangers_meet_and_race(sites: Sites, meet: Meet, backend: Backend) -> None:
    site = sites(backend)
    strangers = [meet(site.urls[0], browser=0), meet(site.urls[-1], browser=1)]
    for stranger in strangers:
        stranger.page.goto("/")
        stranger.page.get_by_label("Game").select_option("agnes-sorel")
        stranger.page.get_by_role("button", name="Play now").click()
    for stranger in strangers:
        expect(stranger.page.locator("#seats li")).to_have_count(2, timeout=WAIT)
        expect(stranger.page.get_by_text("The race starts in")).to_be_visible(timeout=WAIT)
    for stranger in strangers:
        stranger.page.get_by_role("button", name="I'm ready").click()
    for stranger in strangers:
        expect(stranger.page.locator("#table .card")).to_have_count(52, timeout=WAIT)
        assert not stranger.faults


TOPMOST = """(button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


@pytest.mark.parametrize(
    "size", [(360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800), (2560, 1440)]
)
def test_nothing_lies_on_the_ready_button(sites: Sites, meet: Meet, size: tuple[int, int]) -> None:
    stranger = meet(sites("sqlite").urls[0], size=size)
    # A picture that moves is a layer of its own.
    stranger.page.emulate_media(reduced_motion="no-preference")
    stranger.page.goto("/")
    stranger.page.get_by_label("Game").select_option("agnes-sorel")
    stranger.page.get_by_role("button", name="Play now").click()
    ready = stranger.page.get_by_role("button", name="I'm ready")
    # The pictures of the game stand where the page is scrolled to: they come up from below.
    for step in range(4):
        stranger.page.mouse.wheel(0, step * 100)
        expect(ready).to_be_in_viewport(ratio=1)
        assert ready.evaluate(TOPMOST), step


RECORDED = """
from games.models import Action, Deal, Player
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
    expect(page.locator("#seats")).to_contain_text("not ready", timeout=WAIT)
    expect(offer).to_be_hidden()
    wait_for_a_ghost(first, site)
    expect(offer).to_be_visible(timeout=WAIT)
    expect(page.locator("#live")).to_contain_text("Race a ghost while you wait")
    assert not findings(page)
    offer.click()

    expect(page.get_by_text("Cards in")).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("button", name="Wait, I'm not ready")).to_be_hidden()
    expect(page.locator("#queue")).to_contain_text("A run by")
    expect(page.locator("#table .card")).to_have_count(52, timeout=WAIT)
    expect(page.locator(".lane.ghost")).to_contain_text("recording")
    page.keyboard.press("d")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled(timeout=WAIT)
    page.clock.fast_forward(60_000)
    expect(page.locator("#call")).to_contain_text("behind", timeout=WAIT)

    play_now(second)
    assert second.page.url == room
    expect(second.page.locator("#seats")).to_contain_text("racing a ghost", timeout=WAIT)
    second.ready()
    expect(page.locator("#queue")).to_contain_text("is here for your race", timeout=WAIT)
    expect(page.locator("#live")).to_contain_text("is here for your race")
    assert not findings(page)
    page.get_by_role("button", name="Race now").click()
    page.wait_for_url(room)
    for person in (first, second):
        expect(person.page.locator("#rivals .lane")).to_have_count(2, timeout=WAIT)
        expect(person.page.locator("#table .card")).to_have_count(52, timeout=WAIT)
        assert not person.faults


def test_one_who_does_not_answer_leaves_the_queue(sites: Sites, meet: Meet) -> None:
    site = recorded(sites("sqlite"))
    first, second = meet(site.urls[0], browser=0), meet(site.urls[0], browser=1)
    page = first.page
    page.clock.install()
    play_now(first)
    expect(page.locator("#seats")).to_contain_text("not ready", timeout=WAIT)
    wait_for_a_ghost(first, site)
    page.get_by_role("button", name="Race a ghost").click()
    expect(page.locator("#table .card")).to_have_count(52, timeout=WAIT)
    play_now(second)
    expect(page.locator("#queue")).to_contain_text("is here for your race", timeout=WAIT)
    page.clock.fast_forward(20_000)
    expect(page.locator("#queue")).to_contain_text("You're no longer in the queue", timeout=WAIT)
    expect(second.page.locator("#seats li")).to_have_count(1, timeout=WAIT)
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
