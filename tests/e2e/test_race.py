"""Two friends, two browsers, one deal: from the invitation to the result."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle

import pytest
from playwright.sync_api import FloatRect, expect

from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.person import Person, Table
from tests.live.conftest import Sites
from tests.live.wins import Win, win
from tests.processes import BACKENDS
from tests.stores import Backend

pytestmark = pytest.mark.needs_chromium

WAYS = ("drag", "click")
SIZES = ((360, 640), (390, 844), (844, 390), (1280, 800))


@contextmanager
def another_tab(person: Person, code: str, known: Win, table: Table) -> Iterator[None]:
    """Show the race in another tab too, which must follow what is played in the first."""
    tab = person.new_tab()
    tab.goto(f"/race/{code}/")
    expect(tab.locator("#table .card")).to_have_count(52)
    yield
    second = Table(tab, known)
    second.board = table.board
    second.expect_in_step()
    tab.close()


def expect_ranking(person: Person, *names: str) -> None:
    rows = person.page.locator("#standings tr")
    expect(rows).to_have_count(len(names))
    for number, name in enumerate(names):
        expect(rows.nth(number)).to_contain_text(name)


@pytest.mark.parametrize("backend", BACKENDS)
def test_two_friends_race_in_two_browsers(
    sites: Sites, meet: Meet, open_race: OpenRace, backend: Backend
) -> None:
    site = sites(backend)
    known = win("agnes-sorel")
    code = open_race(site, known)
    alice, bob = meet(site.urls[0], browser=0), meet(site.urls[-1], browser=1)
    alice.join_by_link(code, "Alice")
    bob.join_by_code(code, "Bob")
    expect(alice.page.locator("#room").get_by_text("Bob")).to_be_visible()
    for person in (alice, bob):
        assert not person.page.locator("#table .card").count()
        person.ready()

    table, other = alice.sit_at(known), bob.sit_at(known)
    for move in known.moves[:5]:
        other.play(move)
    other.expect_in_step()
    rival = alice.page.locator("#rivals .rival").filter(has_text="Bob")
    expect(rival).to_contain_text("5 moves")

    third = len(known.moves) // 3
    ways = cycle(WAYS)
    for move in known.moves[:third]:
        table.play(move, next(ways))
    table.expect_in_step()

    alice.page.reload()
    expect(alice.page.locator("#table .card")).to_have_count(52)
    table.expect_in_step()

    with another_tab(alice, code, known, table):
        for move in known.moves[third : third + 4]:
            table.play(move, next(ways))

    table.win(known.moves[third + 4 :], ways)
    expect(alice.page.get_by_text("All home!")).to_be_visible()
    seen = bob.page.locator("#rivals .rival").filter(has_text="Alice")
    expect(seen).to_contain_text("1")
    bob.end_run()

    for person in (alice, bob):
        expect_ranking(person, "Alice", "Bob")
        assert person.faults == []


def test_stopping_keeps_the_place_that_leaving_loses(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    site, known = sites("sqlite"), win("beleaguered-castle")
    code = open_race(site, known)
    alice, bob = meet(site.urls[0]), meet(site.urls[0])
    for person, name in ((alice, "Alice"), (bob, "Bob")):
        person.join_by_link(code, name)
    for person in (alice, bob):
        person.ready()
    table = alice.sit_at(known)
    for move in known.moves[: len(known.moves) // 3]:
        table.play(move, "click")
    alice.give_up("Play on")
    expect(alice.page.locator("#verdict")).to_be_hidden()
    alice.give_up("Leave the race")
    expect(alice.page.get_by_text("You left the race")).to_be_visible()
    board = bob.sit_at(known)
    bob.page.get_by_role("button", name="Give up").click()
    ways = bob.page.get_by_role("dialog").get_by_role("button").filter(visible=True)
    # To leave too would only give the race away.
    assert ways.all_inner_texts() == ["Play on", "Stop here"]
    ways.first.click()
    board.play(known.moves[0], "click")
    # After a move the race is Bob's, however it goes on.
    bob.page.get_by_role("button", name="Win now").click()
    assert ways.all_inner_texts() == ["Win now", "Play on"]
    ways.first.click()
    for person in (alice, bob):
        expect_ranking(person, "Bob", "Alice")
        assert person.faults == []


def test_the_question_whether_to_give_up_goes_with_the_run(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    site, known = sites("sqlite"), win("beleaguered-castle")
    alice = meet(site.urls[0])
    alice.join_by_link(open_race(site, known), "Alice")
    alice.page.get_by_role("button", name="Race alone").click()
    alice.sit_at(known)
    alice.page.get_by_role("button", name="Give up").click()
    asked = alice.page.get_by_role("dialog")
    expect(asked).to_be_visible()
    other = alice.page.context.new_page()
    other.goto(alice.page.url)
    other.get_by_role("button", name="Give up").click()
    other.get_by_role("dialog").get_by_role("button", name="Stop here").click()
    expect(asked).to_be_hidden()
    expect(alice.page.locator("#result-title")).to_be_visible()
    assert alice.faults == []


def is_beside(box: FloatRect, felt: FloatRect) -> bool:
    """Return whether a box covers at most an edge of the felt, where no card lies."""
    return (
        box["y"] >= felt["y"] + 0.9 * felt["height"]
        or box["y"] + box["height"] <= felt["y"] + 0.1 * felt["height"]
        or box["x"] + box["width"] <= felt["x"]
    )


def test_a_refused_move_snaps_back_and_says_why(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    site = sites("sqlite")
    known = win("beleaguered-castle")
    code = open_race(site, known)
    alice = meet(site.urls[0])
    alice.join_by_link(code, "Alice")
    alice.page.get_by_role("button", name="Race alone").click()
    table = alice.sit_at(known)
    source, target, text = table.refused_pair()
    before = table.centre(source)
    table.drag(before, table.centre(target))
    notice = table.page.locator("#edge .notice")
    expect(notice).to_contain_text(text)
    rule = table.page.locator("#rule")
    notice.get_by_role("link", name="Why?").click()
    expect(rule).to_contain_text("built down")
    for size in SIZES:
        table.page.set_viewport_size({"width": size[0], "height": size[1]})
        felt, shown = table.page.locator("#table").bounding_box(), rule.bounding_box()
        assert felt is not None
        assert shown is not None
        assert is_beside(shown, felt), size
    table.page.set_viewport_size({"width": 1280, "height": 800})
    with table.page.expect_popup() as opened:
        rule.get_by_role("link", name="All the rules").click()
    expect(opened.value.locator(":target")).to_contain_text("built down")
    opened.value.close()
    table.page.keyboard.press("Escape")
    expect(rule).to_be_hidden()
    table.page.keyboard.press("w")
    expect(rule).to_be_visible()
    table.page.keyboard.press("w")
    expect(rule).to_be_hidden()
    table.page.keyboard.press("w")
    table.page.locator("#stage").click(position={"x": 60, "y": 6})
    expect(rule).to_be_hidden()
    assert table.centre(source) == before
    table.expect_in_step()
    table.play(known.moves[0])
    table.expect_in_step()


def test_cards_move_by_double_click_touch_and_keys(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    site = sites("sqlite")
    known = win("beleaguered-castle")
    code = open_race(site, known)
    alice = meet(site.urls[0], size=(360, 640), touch=True)
    alice.prefer(site.urls[0], "tap=pick")
    alice.join_by_link(code, "Alice")
    alice.page.get_by_role("button", name="Race alone").click()
    table = alice.sit_at(known)
    for number, move in enumerate(known.moves[:24]):
        home = move.endswith("f")
        table.play(move, ("tap", "double" if home else "tap", "keys")[number % 3])
    table.expect_in_step()
    for _ in range(24):
        table.undo()
    table.expect_in_step()
    redo = alice.page.get_by_role("button", name="Redo")
    for number, move in enumerate(known.moves[:24]):
        if number % 2:
            redo.click()
        else:
            alice.page.keyboard.press("Shift+Z")
        told = alice.page.locator("#live > :last-child")
        expect(told).to_have_text(re.compile(r"^Redone: .* (home|onto Column \d)\."))
        table.board.push(table.board.find_move(move))
    table.expect_in_step()
    expect(redo).to_be_disabled()
    assert alice.faults == []


def test_a_board_without_moves_says_so_until_a_move_is_undone(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    known = win("beleaguered-castle")
    alice = meet(sites("sqlite").urls[0])
    alice.join_by_link(open_race(sites("sqlite"), known), "Alice")
    alice.page.get_by_role("button", name="Race alone").click()
    table = alice.sit_at(known)
    for move in "t5t8 t5t8 t6t3 t2t6 t1f t7t5 t1t8 t1f".split():
        table.play(move)
    stuck = alice.page.get_by_text("No moves left: undo or give up.")
    expect(stuck).to_be_visible()
    table.undo()
    expect(stuck).to_be_hidden()
    table.expect_in_step()
    assert alice.faults == []
