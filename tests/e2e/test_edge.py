"""What lies at the edge of the table: a refusal's reason and rule, the ways out, the names."""

# Long: one edge, on every screen, and all that may stand there or beside it.

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import Page, Playwright, ViewportSize, expect

from games.engine import IllegalMoveError, Move
from games.engine.cards import NAMES
from tests.e2e.conftest import Meet, OpenRace, open_browser
from tests.e2e.person import Person, Table
from tests.live.conftest import Sites, Visit
from tests.live.conftest import visit as visit  # a racer takes the other seat
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium

SCREENS = ((360, 640), (390, 844), (640, 360), (844, 390), (768, 1024), (1280, 800))

READ = """() => {
    const words = document.querySelector("#edge .notice:not([hidden]) > span");
    if (!words) return null;
    const at = (element) => element.getBoundingClientRect();
    const box = at(words), edge = at(document.querySelector("#edge"));
    const felt = at(document.querySelector("#table"));
    const notice = words.parentElement, bubble = at(notice);
    const letters = document.createRange();
    letters.selectNodeContents(words);
    const text = at(letters);
    const isSmall = innerHeight < 480 ? innerWidth < 768 : innerWidth < 400 && innerHeight < 700;
    return {
        text: words.textContent,
        whole: [words, notice].every((element) =>
            element.scrollWidth <= element.clientWidth),
        inside: box.top >= edge.top - 1 && box.bottom <= edge.bottom + 1 && box.right <= innerWidth,
        clear: box.top >= felt.bottom - 1,
        within: text.top >= bubble.top - 1 && text.bottom <= bubble.bottom + 1
            && bubble.bottom <= innerHeight,
        large: parseFloat(getComputedStyle(words).fontSize) >= (isSmall ? 12 : 14),
        open: getComputedStyle(words).overflow === "visible",
        fits: notice.scrollHeight <= notice.clientHeight + 1,
    };
}"""

APART = """() => {
    const at = (element) => element.getBoundingClientRect();
    const rule = at(document.querySelector("#rule"));
    // A phone held sideways has it beside the cards, on the figures.
    const figures = innerHeight < 480 ? "" : ", .hud > p, .hud button, .lane";
    const free = `#table .card, #controls .button${figures}`;
    const rest = [...document.querySelectorAll(free)].map(at);
    return rest.every(({ left, top, right, bottom }) =>
        right <= rule.left || left >= rule.right || bottom <= rule.top || top >= rule.bottom);
}"""


def longest_refusal(table: Table) -> Move:
    """Return the move between two columns whose refusal has the longest reason."""
    refused = {}
    for source, target in itertools.permutations(range(table.board.game.columns), 2):
        try:
            table.board.find_move(str(Move(source, target)))
        except IllegalMoveError as error:
            refused[len(str(error.sentence))] = Move(source, target)
    return refused[max(refused)]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", ["agnes-bernauer", "applegate"])
def test_the_reason_of_a_refusal_is_read_whole_on_every_screen(
    sites: Sites, meet: Meet, open_race: OpenRace, game: str, language: str
) -> None:
    site, known = sites("sqlite"), win(game)
    alice = meet(site.urls[0])
    alice.join_by_link(open_race(site, known), "Alice")
    alice.page.get_by_role("button", name="Race alone").click()
    table = alice.sit_at(known)
    alice.page.context.set_extra_http_headers({"Accept-Language": language})
    alice.page.reload()
    alice.sit_at(known)
    move = longest_refusal(table)
    for width, height in SCREENS:
        alice.page.set_viewport_size({"width": width, "height": height})
        expect_refusal_read_whole(alice.page, move, language)
    assert alice.faults == []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", ["agnes-bernauer", "applegate"])
def test_with_large_letters_on_a_desk_the_reason_is_read_whole_too(
    sites: Sites, playwright: Playwright, open_race: OpenRace, game: str, language: str
) -> None:
    site, known = sites("sqlite"), win(game)
    with open_browser(playwright, "--blink-settings=defaultFontSize=32") as browser:
        size = ViewportSize(width=1280, height=800)
        alice = Person(browser.new_context(base_url=site.urls[0], viewport=size))
        alice.join_by_link(open_race(site, known), "Alice")
        alice.page.get_by_role("button", name="Race alone").click()
        table = alice.sit_at(known)
        alice.page.context.set_extra_http_headers({"Accept-Language": language})
        alice.page.reload()
        alice.sit_at(known)
        expect_refusal_read_whole(alice.page, longest_refusal(table), language)
        assert alice.faults == []


def expect_refusal_read_whole(page: Page, move: Move, language: str) -> None:
    """Try an illegal move, and check that its refusal is whole, and off the cards."""
    expect(page.locator("#edge .notice")).to_be_hidden()
    refuse(page, move)
    found = page.wait_for_function(READ).json_value()
    assert re.search("doesn't|Only" if language == "en" else "passt n", found.pop("text"))
    assert all(found.values()), (page.viewport_size, found)


def refuse(page: Page, move: Move) -> None:
    """Try an illegal move by keys: both columns by their number."""
    page.keyboard.press(str(move.source + 1))
    page.keyboard.press(str(move.target + 1))


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_tap_on_a_card_that_cannot_move_says_so_once_and_why(
    sites: Sites, meet: Meet, open_race: OpenRace, language: str
) -> None:
    site, known = sites("sqlite"), win("agnes-bernauer")
    alice = meet(site.urls[0], size=(390, 844), touch=True)
    page = alice.page
    alice.join_by_link(open_race(site, known), "Alice")
    page.get_by_role("button", name="Race alone").click()
    alice.sit_at(known)
    page.context.set_extra_http_headers({"Accept-Language": language})
    page.reload()
    table = alice.sit_at(known)
    page.evaluate(LISTEN)
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#edge .notice")).to_be_hidden()
        page.touchscreen.tap(*table.centre(idle_card(table)))
        found = page.wait_for_function(READ).json_value()
        words = found.pop("text")
        assert ("has nowhere to go." if language == "en" else "passt nirgends hin.") in words
        assert all(found.values()), (width, height, found)
    assert page.evaluate("heard") == [f"{words} "] * 2
    page.locator("#edge .notice a").tap()
    rule = page.locator("#rule")
    expect(rule).to_contain_text("alternating" if language == "en" else "rote")
    rule.get_by_role("button").tap()
    page.set_viewport_size({"width": 390, "height": 844})
    x, y = table.centre(covered_card(table))
    card = page.locator("#table .card").first.bounding_box()
    assert card is not None
    # Its upper edge is all that shows.
    page.touchscreen.tap(x, y - card["height"] / 2 + 4)
    expect(page.locator("#edge .notice")).to_contain_text(
        " on it." if language == "en" else " darauf nicht ziehen."
    )
    page.locator("#edge .notice a").tap()
    expect(rule).to_contain_text("together" if language == "en" else "zusammen")
    table.expect_in_step()
    assert alice.faults == []


LISTEN = """() => {
    globalThis.heard = [];
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
            globalThis.heard.push(...[...addedNodes].map((node) => node.textContent));
    }).observe(document.querySelector("#live"), { childList: true, subtree: true });
}"""


def idle_card(table: Table) -> str:
    """Return the last card of a column that no move takes."""
    moving = {move.source for move in table.board.legal_moves}
    columns = range(table.board.game.columns)
    idle = next(column for column in columns if column not in moving)
    return NAMES[table.board.layout.piles[idle][-1]]


def covered_card(table: Table) -> str:
    """Return the first card of a column that no move takes along."""
    moving = {(move.source, move.size) for move in table.board.legal_moves}
    for column in range(table.board.game.columns):
        cards = table.board.layout.piles[column]
        if len(cards) > 1 and not any((column, size) in moving for size in range(len(cards), 12)):
            return NAMES[cards[0]]
    raise AssertionError("every column moves whole")


def test_the_rule_leaves_cards_and_buttons_free_and_can_be_closed(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    site, known = sites("sqlite"), win("agnes-bernauer")
    alice = meet(site.urls[0], size=(390, 844), touch=True)
    page = alice.page
    alice.join_by_link(open_race(site, known), "Alice")
    page.get_by_role("button", name="Race alone").click()
    table = alice.sit_at(known)
    refuse(page, longest_refusal(table))
    stage = page.locator("#stage")
    before = stage.bounding_box()
    page.locator("#edge .notice").get_by_role("link", name="Why?").tap()
    rule = page.locator("#rule")
    expect(rule).to_be_visible()
    expect(page.locator("#edge .notice")).to_have_css("opacity", "0")
    assert stage.bounding_box() == before
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(APART)
        assert rule.evaluate("box => box.scrollHeight <= box.clientHeight + 1"), (width, height)
        assert rule.evaluate(
            "box => box.clientWidth >= 14 * parseFloat(getComputedStyle(document.body).fontSize)"
        ), (width, height)
        clock = page.locator("#clock").bounding_box()
        box = rule.bounding_box()
        assert clock is not None
        assert box is not None
        assert box["y"] >= clock["y"] + clock["height"], (width, height)
    rule.get_by_role("button", name="Close").tap()
    expect(rule).to_be_hidden()
    page.keyboard.press("w")
    expect(rule).to_be_visible()
    page.get_by_role("button", name="Give up").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect(rule).to_be_hidden()
    expect(dialog.get_by_text("You finish last")).to_be_hidden()
    expect(dialog.get_by_role("button", name="Leave the race")).to_be_hidden()
    assert alice.faults == []


def test_typed_moves_are_closed_by_escape_and_not_remembered(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    site, known = sites("sqlite"), win("agnes-bernauer")
    alice = meet(site.urls[0])
    page = alice.page
    alice.join_by_link(open_race(site, known), "Alice")
    page.get_by_role("button", name="Race alone").click()
    alice.sit_at(known)
    field = page.get_by_label("Your move")
    for by_key in (True, False):
        pile = page.get_by_role("button", name="Column 3")
        pile.focus()
        page.keyboard.press("t")
        expect(field).to_be_focused()
        if by_key:
            page.keyboard.press("Escape")
        else:
            page.locator("#words").get_by_role("button", name="Close").click()
        expect(field).to_be_hidden()
        expect(pile).to_be_focused()
    page.keyboard.press("t")
    expect(field).to_be_visible()
    page.reload()
    alice.sit_at(known)
    expect(field).to_be_hidden()
    assert alice.faults == []


def test_a_rival_s_name_is_read_whole_beside_the_place_and_the_state(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit
) -> None:
    site, known = sites("sqlite"), win("agnes-bernauer")
    code = open_race(site, known)
    alice, other = meet(site.urls[0]), visit(site.urls[0])
    alice.join_by_link(code, "Wonderful Hippopotamus")
    other.sit_ready(code)
    alice.ready()
    alice.sit_at(known)
    other.play(known.moves[:5])
    expect(alice.page.locator(".rival[data-place='1']")).to_have_count(1)
    whole = """names => names.every((name) =>
        name.scrollWidth <= name.clientWidth && name.scrollHeight <= name.clientHeight + 1)"""
    assert alice.page.locator("#rivals .rival-name").evaluate_all(whole)
    alice.page.get_by_role("button", name="Give up").click()
    dialog = alice.page.get_by_role("dialog")
    expect(dialog.get_by_text("You finish last")).to_be_visible()
    expect(dialog.locator(".button.primary").filter(visible=True)).to_have_text("Play on")
    alice.page.set_viewport_size({"width": 844, "height": 390})
    tops = (
        dialog.locator(".button")
        .filter(visible=True)
        .evaluate_all("buttons => buttons.map((button) => button.getBoundingClientRect().top)")
    )
    assert len(tops) == 3
    assert len(set(tops)) == 1
    assert alice.faults == []


def test_on_a_big_screen_the_longest_names_are_read_whole(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit
) -> None:
    site, known = sites("sqlite"), win("agnes-bernauer")
    code = open_race(site, known)
    alice, others = meet(site.urls[0], size=(2560, 1440)), [visit(site.urls[0]) for _ in range(3)]
    alice.join_by_link(code, "Alice")
    for number, other in enumerate(others):
        name = f"Wolfeschlegelsteinhausenbergerdorff-Mir{number}"
        other.post(f"/race/{code}/join/", name=name)
        other.connect(code)
        other.send(t="ready", ready=True)
    alice.ready()
    alice.sit_at(known)
    for number, other in enumerate(others):
        other.play(known.moves[: 5 - 2 * number])
    page = alice.page
    expect(page.locator("#call")).to_contain_text("Wolfeschlegelsteinhausenbergerdorff-Mir")
    cut = """parts => parts.filter((part) =>
        part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1)
        .map((part) => part.textContent)"""
    assert page.locator("#rivals .rival-name, #call").evaluate_all(cut) == []
    alice.end_run()
    for other in others:
        other.send(t="end")
    expect(page.locator("#podium > li")).not_to_have_count(0)
    assert page.locator(".podium-name").evaluate_all(cut) == []
    assert alice.faults == []


LINES = """element => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_a_race_that_was_left_came_to_is_read_whole_on_a_phone(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit, language: str
) -> None:
    site, known = sites("sqlite"), win("agnes-bernauer")
    code = open_race(site, known)
    alice, other = meet(site.urls[0], size=(360, 640)), visit(site.urls[0])
    alice.join_by_link(code, "Alice")
    other.sit_ready(code)
    alice.ready()
    alice.sit_at(known)
    alice.give_up("Leave the race")
    page = alice.page
    page.context.set_extra_http_headers({"Accept-Language": language})
    page.reload()
    count = page.locator("#verdict .honours-time")
    expect(count).to_contain_text("1 of 52" if language == "en" else "1 von 52")
    state = page.locator(".lane.own [data-slot=state]")
    for width, height in ((360, 640), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert count.evaluate(LINES) == 1, width
        assert state.evaluate("state => state.scrollWidth <= state.clientWidth"), width
        expect(page.locator("#verdict")).to_be_in_viewport(ratio=1)
        assert page.evaluate("scrollY") == 0
    assert alice.faults == []


def test_a_tap_on_a_face_down_card_says_that_it_cannot_be_moved(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    site, known = sites("sqlite"), win("applegate")
    alice = meet(site.urls[0], size=(390, 844), touch=True)
    page = alice.page
    alice.join_by_link(open_race(site, known), "Alice")
    page.get_by_role("button", name="Race alone").click()
    table = alice.sit_at(known)
    box = page.locator("#table .card:has(.back)").first.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 2)
    expect(page.locator("#edge .notice > span")).to_have_text("Face-down cards can't be moved.")
    table.expect_in_step()
    assert alice.faults == []
