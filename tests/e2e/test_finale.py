"""A player's own finish: cards cascade home, honours, and how to skip them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.engine import Board, Deal, Rules
from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.person import Person
from tests.e2e.test_sound import RECORD, WIN, expect_heard, heard
from tests.live.conftest import Sites, Visit
from tests.live.conftest import visit as visit  # racers take the seats
from tests.live.racer import Racer
from tests.live.wins import Win, wins

pytestmark = pytest.mark.needs_chromium


def played_by_hand(win: Win) -> int:
    """Return after how many moves of a win the server finishes the game."""
    board = Board(Rules.parse(win.rules), Deal.parse(win.deal))
    for number, move in enumerate(win.moves, 1):
        board.push(board.find_move(move))
        if board.finish():
            return number
    return len(win.moves)


KNOWN = min(wins("agnes-bernauer/standard"), key=played_by_hand)
BY_HAND = played_by_hand(KNOWN)


# The words of the verdict that lie on a card.
COLLIDING = """() => {
    const cards = [...document.querySelectorAll("#table .card")]
        .map((card) => card.getBoundingClientRect());
    const words = document.createRange();
    return [...document.querySelectorAll("#verdict p")].filter((line) => {
        if (!line.checkVisibility({ visibilityProperty: true })) return false;
        words.selectNodeContents(line);
        return [...words.getClientRects()].some(({ left, top, right, bottom }) => cards.some(
            (card) => left < card.right && right > card.left && top < card.bottom
                && bottom > card.top));
    }).map((line) => line.textContent);
}"""

LOWEST = """() => getComputedStyle(
    document.elementFromPoint(innerWidth / 2, innerHeight - 2)
).backgroundColor"""


def expect_clear_words_and_clocks(page: Page, clock: str) -> None:
    """Check on each screen that the verdict lies on no card, and that the clocks stay in sight."""
    for width, height in ((667, 375), (844, 390), (390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"() => ({COLLIDING})().length === 0")
        page.evaluate("() => scrollTo(0, 0)")
        page.get_by_role("link", name="Watch the others").click()
        expect(page.locator("#clock")).not_to_be_in_viewport()
        expect(page.locator("#watch-time")).to_be_in_viewport(ratio=1)
        expect(page.locator("#watch-time")).to_have_text(clock)
        expect(page.locator("#watch-bell")).to_contain_text("Last call")
        expect(page.locator("#watch-bell-time")).to_be_in_viewport(ratio=1)


class Racing:
    """A person one move before the end of a race, which a racer played for them so far."""

    def __init__(self, person: Person, racer: Racer, code: str) -> None:
        self.person, self.page = person, person.page
        self.page.add_init_script(RECORD)
        racer.play(KNOWN.moves[: BY_HAND - 1])
        cookies = (cookie.split("=", 1) for cookie in racer.cookies.split("; "))
        self.page.context.add_cookies(
            [{"name": name, "value": value, "url": racer.url} for name, value in cookies]
        )
        self.page.goto(f"/race/{code}/")
        self.table = person.sit_at(KNOWN)
        for move in KNOWN.moves[: BY_HAND - 1]:
            self.table.board.push(self.table.board.find_move(move))
        self.table.expect_in_step()

    def finish(self) -> None:
        """Play the last move, with motion."""
        self.page.emulate_media(reduced_motion="no-preference")
        self.table.play(KNOWN.moves[BY_HAND - 1], "click")


def alone(
    meet: Meet, visit: Visit, sites: Sites, open_race: OpenRace, *, touch: bool = False
) -> Racing:
    """Return a person at the end of a race without rivals."""
    url = sites("sqlite").urls[0]
    code = open_race(sites("sqlite"), KNOWN)
    racer = visit(url)
    racer.join(code)
    racer.connect(code)
    racer.send(t="start")
    racer.board(0)
    return Racing(meet(url, touch=touch), racer, code)


def expect_result(page: Page) -> None:
    expect(page.locator("body")).to_have_attribute("data-scene", "result")
    expect(page.locator("#result-title")).to_have_text("All home!")
    expect(page.locator("#honours")).to_contain_text("first win")


def test_after_a_game_by_keys_no_mark_of_them_shines_through_the_honours(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit
) -> None:
    racing = alone(meet, visit, sites, open_race)
    page = racing.page
    page.emulate_media(reduced_motion="no-preference")
    racing.table.play(KNOWN.moves[BY_HAND - 1], "keys")
    expect(page.locator("body")).to_have_attribute("data-finale", "honours")
    mark = page.locator(".card-table .cursor")
    expect(mark).to_have_class(re.compile("empty"))
    expect(mark).to_have_css("outline-color", "rgba(0, 0, 0, 0)")
    expect(mark).to_have_css("box-shadow", "none")
    assert racing.person.faults == []


def test_the_last_cards_cascade_home_and_then_the_honours_stand(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit
) -> None:
    url = sites("sqlite").urls[0]
    code = open_race(sites("sqlite"), KNOWN)
    racer, rival = visit(url), visit(url)
    for each in (racer, rival):
        each.sit_ready(code)
    for each in (racer, rival):
        each.board(0)
    racing = Racing(meet(url), racer, code)
    page, body = racing.page, racing.page.locator("body")
    racing.finish()
    expect(body).to_have_attribute("data-finale", "cascade")
    expect(page.locator("#verdict")).not_to_be_visible()
    clock = page.locator("#clock").inner_text()

    # The race has the finish at once, while the page still celebrates.
    rival.seat(0, state="won")
    assert page.locator("body[data-scene=finale]").count()

    expect(body).to_have_attribute("data-finale", "honours")
    verdict = page.locator("#verdict")
    expect(verdict).to_be_visible()
    expect(verdict).to_contain_text("All home!")
    expect(verdict).to_contain_text("Place 1 of 2")
    expect(verdict).to_contain_text("Your first win at this game!")
    expect(verdict).to_contain_text(clock)
    expect(page.locator(".confetti")).to_be_attached()
    expect_heard(page, *WIN)
    pitches = heard(page)
    rising = [pitch for pitch in pitches[: pitches.index(WIN[0])][-40::2] if pitch >= 330]
    assert len(set(rising[-10:])) > 3
    assert rising[-10:] == sorted(rising[-10:])

    expect(body).to_have_attribute("data-scene", "done")
    expect(verdict).to_be_visible()
    page.emulate_media(reduced_motion="reduce")
    expect_clear_words_and_clocks(page, clock)
    rival.play(KNOWN.moves)
    expect(body).to_have_attribute("data-scene", "result")
    expect(page.locator("#honours")).to_contain_text("Place 1 of 2 · won by")
    assert racing.person.faults == []


@pytest.mark.parametrize("way", ["key", "space", "tap"])
def test_any_key_or_tap_skips_to_the_result(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit, way: str
) -> None:
    racing = alone(meet, visit, sites, open_race, touch=way == "tap")
    page = racing.page
    racing.finish()
    finale = page.locator("body[data-finale]")
    expect(finale).to_be_attached()
    for text, named in (("Tap to", way == "tap"), ("Press any key or tap to", way != "tap")):
        words = page.get_by_text(f"{text} continue.", exact=True)
        assert words.evaluate("part => getComputedStyle(part).display !== 'none'") == named
    page.wait_for_timeout(600)  # a press just after the last move is one of the game
    if way == "key":  # a button works as ever
        page.locator("[data-mute]:visible").click()
        expect(finale).to_be_attached()
    if way == "tap":
        page.locator("#table").click(position={"x": 5, "y": 300})
    else:
        page.keyboard.press("Space" if way == "space" else "x")
    expect(finale).to_have_count(0)
    expect_result(page)
    expect(page.locator(".confetti")).to_have_count(0)
    assert racing.person.faults == []


def test_a_cascade_that_is_skipped_has_its_confetti_on_the_result(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit
) -> None:
    racing = alone(meet, visit, sites, open_race, touch=True)
    page = racing.page
    page.set_viewport_size({"width": 390, "height": 844})
    racing.finish()
    cascade = page.locator("body[data-finale=cascade]")
    expect(cascade).to_be_attached()
    assert page.evaluate(LOWEST) == "rgb(68, 112, 95)", "the felt reaches the edge"
    # Presses just after the last move are those of the game.
    page.wait_for_function(
        "() => (document.querySelector('#table').click(), !document.body.dataset.finale)",
        polling=50,
    )
    expect(page.locator(".confetti")).to_be_attached()
    expect_result(page)
    expect(page.locator(".confetti")).to_have_count(0)
    assert racing.person.faults == []


def test_typed_moves_make_room_for_the_honours_on_a_phone(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit
) -> None:
    racing = alone(meet, visit, sites, open_race)
    page = racing.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.keyboard.press("t")
    expect(page.locator("#words")).to_be_visible()
    expect(page.locator("#table .card").first).not_to_be_visible()
    page.emulate_media(reduced_motion="no-preference")
    racing.table.play(KNOWN.moves[BY_HAND - 1], "typed")
    expect(page.locator("body")).to_have_attribute("data-finale", "cascade")
    expect(page.locator("#words")).not_to_be_visible()
    expect(page.locator("#table .card").first).to_be_visible()
    expect(page.locator("#arena")).to_be_focused()
    expect(page.locator("body")).to_have_attribute("data-finale", "honours")
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator("#words")).not_to_be_visible()
    expect_result(page)
    assert racing.person.faults == []


def test_a_finish_without_motion_goes_straight_to_the_result(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit
) -> None:
    racing = alone(meet, visit, sites, open_race)
    page = racing.page
    page.evaluate(
        """() => new MutationObserver(() => { window.celebrated = true; })
            .observe(document.body, { attributeFilter: ["data-finale"], childList: true })"""
    )
    racing.table.play(KNOWN.moves[BY_HAND - 1], "click")
    expect_result(page)
    expect_heard(page, *WIN)
    assert not page.evaluate("() => window.celebrated")
    assert racing.person.faults == []


def test_who_did_not_win_hears_of_the_best_moment_and_need_not_scroll(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit
) -> None:
    url = sites("sqlite").urls[0]
    code = open_race(sites("sqlite"), KNOWN)
    rival = visit(url)
    bob = meet(url, size=(360, 640))
    bob.join_by_link(code, "Bob")
    rival.sit_ready(code)
    bob.ready()
    rival.board(0)
    table = bob.sit_at(KNOWN)
    # A smaller lead, of so few cards, says little.
    third = [i for i, move in enumerate(KNOWN.moves) if move.endswith("f")][2]
    for move in KNOWN.moves[: third + 1]:
        table.play(move, "click")
    table.expect_in_step()
    rival.play(KNOWN.moves)
    bob.page.emulate_media(reduced_motion="no-preference")
    bob.end_run()
    # With motion too, everyone on the podium is seen at once.
    opacity = """() => {
        const step = document.querySelector("#podium > li");
        return step && getComputedStyle(step).opacity;
    }"""
    assert bob.page.wait_for_function(opacity, polling="raf").json_value() == "1"
    bob.page.emulate_media(reduced_motion="reduce")
    behind = 52 - table.board.progress
    line = f"Place 2 of 2 · {behind} cards behind "
    expect(bob.page.locator("#honours")).to_contain_text(line)
    expect(bob.page.locator("#moment")).to_contain_text("you led by 3 cards")
    # In a race of two both stand there; who lost may choose, and little else is a button.
    expect(bob.page.locator("#podium > li")).to_have_count(2)
    buttons = bob.page.locator(".outcome-buttons .button:visible")
    expect(buttons).to_have_text(["Rematch", "Choose the next game", "Share"])
    for width, height in ((360, 640), (390, 844), (844, 390), (1280, 800)):
        bob.page.set_viewport_size({"width": width, "height": height})
        bob.page.evaluate("() => scrollTo(0, 0)")
        for part in ("#podium", "#moment", "#rematch", "#share-result"):
            expect(bob.page.locator(part)).to_be_in_viewport(ratio=1)
    assert bob.faults == []
