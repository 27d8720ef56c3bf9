"""Keys: which of them play, and what they do while the server hasn't answered yet."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Playwright, ViewportSize, expect

from tests.e2e.conftest import Meet, OpenRace, open_browser
from tests.e2e.distance import Distance
from tests.e2e.person import Person
from tests.live.conftest import Sites
from tests.live.wins import win, wins

pytestmark = pytest.mark.needs_chromium


def test_letter_keys_can_be_limited_to_the_focused_table(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    url = sites("sqlite").urls[0]
    known = win("beleaguered-castle")
    alice = meet(url)
    alice.prefer(url, "keys=focus")
    alice.join_by_link(open_race(sites("sqlite"), known), "Alice")
    alice.page.get_by_role("button", name="Race alone").click()
    alice.sit_at(known)
    held = alice.page.locator("#table .card.held")
    alice.page.get_by_role("button", name="Settings").last.focus()
    alice.page.keyboard.press("1")
    expect(held).to_have_count(0)
    alice.page.locator("#table .pile").first.focus()
    alice.page.keyboard.press("1")
    expect(held).not_to_have_count(0)
    alice.page.keyboard.press("Escape")
    expect(held).to_have_count(0)
    assert alice.faults == []


def test_keys_wait_for_the_card_that_a_move_turns_up(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    known = next(w for w in wins("applegate/standard") if w.moves[:2] == ["t2t6x4", "t2t3"])
    alice = meet(sites("sqlite").urls[0])
    distance = Distance(alice.page)
    alice.join_by_link(open_race(sites("sqlite"), known), "Alice")
    alice.page.get_by_role("button", name="Race alone").click()
    table = alice.sit_at(known)
    expect(alice.page.locator("#table:not(.locked)")).to_be_attached()
    distance.keep()
    for key in ("2", "6", "2", "3"):
        alice.page.keyboard.press(key)
    expect(alice.page.locator("#table.waiting")).to_be_attached()
    distance.deliver()
    for move in known.moves[:2]:
        table.board.push(table.board.find_move(move))
    expect(alice.page.locator("#table:not(.waiting)")).to_be_attached()
    for pile, name in ((1, "Column 2"), (2, "Column 3"), (5, "Column 6")):
        count = len(table.board.layout.piles[pile])
        expect(alice.page.get_by_role("button", name=name)).to_have_accessible_name(
            re.compile(rf"\b{count} cards?\b")
        )
    assert alice.faults == []


def test_a_deal_is_told_in_one_sentence_and_its_cards_on_demand(sites: Sites, meet: Meet) -> None:
    alice = meet(sites("sqlite").urls[0])
    alice.page.goto("/")
    alice.page.get_by_label("Game").select_option("agnes-sorel")
    alice.page.get_by_role("button", name="Practise alone").click()
    expect(alice.page.locator("#table:not(.locked) .card")).to_have_count(52)
    told = alice.page.locator("#live")
    alice.page.keyboard.press("d")
    expect(told).to_contain_text("7 cards dealt. N names them.")
    expect(told).not_to_contain_text("onto Column 7.")
    alice.page.keyboard.press("n")
    expect(told).to_contain_text(
        re.compile(r"[1-9AJQK]\S* of \w+ onto Column 1\..* onto Column 7\.")
    )
    assert alice.faults == []


def test_a_mistyped_move_is_told_and_marked_until_the_next_letter(sites: Sites, meet: Meet) -> None:
    alice = meet(sites("sqlite").urls[0])
    page = practise_klondike(alice)
    page.keyboard.press("t")
    field = page.get_by_label("Your move")
    field.fill("s")
    page.keyboard.press("Enter")
    wrong = re.compile("^“s” isn't a move. Write moves like t3t5")
    expect(page.locator("#live > :last-child")).to_have_text(wrong)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(wrong)
    page.keyboard.type("u")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile("^From pile to pile"))
    expect(field).not_to_have_accessible_description(re.compile("To a cell"))
    assert alice.faults == []


def practise_klondike(person: Person) -> Page:
    page = person.page
    page.goto("/")
    page.get_by_label("Game").select_option("klondike")
    page.get_by_role("button", name="Practise alone").click()
    expect(page.locator("#table:not(.locked) .card")).to_have_count(52)
    return page


def test_long_words_leave_the_table_in_words_where_it_is(sites: Sites, meet: Meet) -> None:
    alice = meet(sites("sqlite").urls[0], size=(390, 844))
    page = alice.page
    page.goto("/")
    page.get_by_label("Game").select_option("agnes-sorel")
    page.get_by_role("button", name="Practise alone").click()
    expect(page.locator("#table:not(.locked) .card")).to_have_count(52)
    page.keyboard.press("t")
    field = page.get_by_label("Your move")
    said, listed = page.locator("#words-said"), page.locator("#words-list")
    before = listed.bounding_box()
    for typed, words in (("deal", "7 cards dealt"), ("n", "onto Column 7.")):
        field.fill(typed)
        page.keyboard.press("Enter")
        expect(said).to_contain_text(words)
        after = listed.bounding_box()
        assert before is not None
        assert after is not None
        assert after["y"] == before["y"]
    assert said.evaluate("said => said.scrollHeight <= said.clientHeight + 1")
    assert alice.faults == []


def test_the_cards_dealt_are_named_for_who_types(sites: Sites, meet: Meet) -> None:
    alice = meet(sites("sqlite").urls[0])
    page = practise_klondike(alice)
    last = page.locator("#live > :last-child")
    page.keyboard.press("t")
    field = page.get_by_label("Your move")
    expect(field).to_have_accessible_description(re.compile("n names the cards dealt last"))
    field.fill("deal")
    page.keyboard.press("Enter")
    top = re.compile(r"^3 cards dealt, (\w+ of \w+) on top\.")
    expect(last).to_have_text(top)
    told = top.match(last.inner_text())
    assert told is not None
    field.fill("n")
    page.keyboard.press("Enter")
    expect(last).to_have_text(
        re.compile(rf"(.* onto Waste\.){{2}} {told[1]} onto Waste\.", re.IGNORECASE)
    )
    expect(field).to_have_value("")
    assert alice.faults == []


def test_an_undo_is_told_however_it_is_asked_for(sites: Sites, meet: Meet) -> None:
    alice = meet(sites("sqlite").urls[0])
    page = practise_klondike(alice)
    told = page.locator("#live")
    stock = page.get_by_role("button", name=re.compile("^Stock"))

    def undo_typed() -> None:
        page.keyboard.press("t")
        page.get_by_label("Your move").fill("undo")
        page.keyboard.press("Enter")

    undos: tuple[Callable[[], None], ...] = (
        lambda: page.keyboard.press("z"),
        page.locator("#undo").click,
        undo_typed,
    )
    for undo in undos:
        page.keyboard.press("d")
        expect(stock).to_have_accessible_name(re.compile("21 cards"))
        expect(told.locator(":scope > :last-child")).to_have_text(
            re.compile(r"^3 cards dealt, \w+ of \w+ on top\.")
        )
        undo()
        expect(told).to_contain_text("Undone: 3 cards back to the stock.")
    assert alice.faults == []


def test_a_key_that_can_do_nothing_says_so_to_eye_and_ear(sites: Sites, meet: Meet) -> None:
    alice = meet(sites("sqlite").urls[0])
    page = practise_klondike(alice)
    for key, sentence in (
        ("w", "There is no refused move to explain."),
        ("n", "No card has been turned up yet."),
        ("Shift+Z", "Nothing to redo."),
        ("r", "Nothing to pick up: Waste."),
        ("8", "There is no column 8: columns are 1 to 7."),
        ("Shift+1", "This game has no cells and no reserve."),
        ("-", "Pick cards up first: + and \N{MINUS SIGN} change how many."),
    ):
        page.keyboard.press(key)
        expect(page.locator("#edge .notice")).to_have_text(sentence)
        expect(page.locator("#live > :last-child")).to_have_text(sentence)
    assert alice.faults == []


def test_a_cell_that_is_not_there_is_named_and_a_typed_move_to_one_explained(
    sites: Sites, meet: Meet
) -> None:
    alice = meet(sites("sqlite").urls[0])
    page = alice.page
    page.goto("/")
    page.get_by_label("Game").select_option("freecell")
    page.get_by_role("button", name="Practise alone").click()
    expect(page.locator("#table:not(.locked) .card")).to_have_count(52)
    page.keyboard.press("Shift+5")
    notice = page.locator("#edge .notice")
    expect(notice).to_have_text("There is no cell 5: cells are 1 to 4.")
    page.keyboard.press("t")
    field = page.get_by_label("Your move")
    expect(field).to_have_accessible_description(re.compile(r"To a cell: t3c\."))
    field.fill("t3c")
    page.keyboard.press("Enter")
    expect(page.locator("#words-said")).to_contain_text("into Cell 1.")
    assert alice.faults == []


def test_a_deal_that_is_redone_is_told(sites: Sites, meet: Meet) -> None:
    alice = meet(sites("sqlite").urls[0])
    page = practise_klondike(alice)
    told = page.locator("#live")
    page.keyboard.press("d")
    expect(told).to_contain_text("3 cards dealt")
    page.keyboard.press("z")
    expect(told).to_contain_text("Undone: 3 cards back to the stock.")
    page.keyboard.press("Shift+Z")
    expect(told).to_contain_text("Redone: deal from the stock.")
    assert alice.faults == []


def test_a_refusal_leaves_the_edge_with_the_next_typed_move(sites: Sites, meet: Meet) -> None:
    alice = meet(sites("sqlite").urls[0])
    page = practise_klondike(alice)
    page.keyboard.press("t")
    field = page.get_by_label("Your move")
    notice = page.locator("#edge .notice")
    field.fill("h1t1")
    page.keyboard.press("Enter")
    expect(notice).to_contain_text("This game has no hand 1.")
    field.fill("deal")
    page.keyboard.press("Enter")
    expect(notice).to_be_hidden()
    expect(page.locator("#words-said")).to_contain_text("3 cards dealt")
    assert alice.faults == []


def test_a_hint_that_comes_late_leaves_the_typed_field_as_it_is(sites: Sites, meet: Meet) -> None:
    alice = meet(sites("sqlite").urls[0])
    page = alice.page
    distance = Distance(page)
    page.goto("/")
    page.get_by_label("Game").select_option("freecell")
    page.get_by_role("button", name="Practise alone").click()
    expect(page.locator("#table:not(.locked) .card")).to_have_count(52)
    distance.keep()
    for key in "1ht":
        page.keyboard.press(key)
    field = page.get_by_label("Your move")
    field.fill("xyz")
    page.keyboard.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")
    # The server's own takes as long as the solver needs, and may be that nothing is known.
    distance.answer(t="hint", n=0, verdict="winnable", move="t1t2")
    expect(page.locator("#words-said")).to_contain_text("Hint: ")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile("^“xyz” isn't a move"))
    assert alice.faults == []


def test_the_list_of_keys_opens_at_its_beginning_however_large_its_letters(
    sites: Sites, playwright: Playwright
) -> None:
    view: ViewportSize = {"width": 1280, "height": 800}
    with open_browser(playwright, "--blink-settings=defaultFontSize=32") as browser:
        page = browser.new_page(base_url=sites("sqlite").urls[0], viewport=view)
        page.goto("/")
        page.get_by_role("button", name="Practise alone").click()
        expect(page.locator("#table .card")).to_have_count(52)
        page.keyboard.press("?")
        keys = page.get_by_role("dialog", name="Keys")
        expect(keys.get_by_role("heading", name="Keys")).to_be_in_viewport()
        assert keys.evaluate("dialog => dialog.scrollHeight > dialog.clientHeight")
