"""What people expect of a card table, tried on a real one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.engine import view
from games.engine.cards import NAMES
from games.engine.moves import FOUNDATION, PILE_NAMES
from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.person import Person, Table, middle
from tests.live.conftest import Sites
from tests.live.wins import Win, win

pytestmark = pytest.mark.needs_chromium


def sit(person: Person, code: str, known: Win) -> Table:
    """Start a race alone."""
    person.join_by_link(code, "Alice")
    person.page.get_by_role("button", name="Race alone").click()
    return person.sit_at(known)


def test_right_click_and_collect_go_home_and_a_whole_column_takes_a_drop(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    site = sites("sqlite")
    known = win("beleaguered-castle")
    alice = meet(site.urls[0])
    table = sit(alice, open_race(site, known), known)
    for text in known.moves[:20]:
        move = table.board.find_move(text)
        if move.target == FOUNDATION:
            alice.page.mouse.click(
                *table.centre(NAMES[table.board.layout.piles[move.source][-1]]), button="right"
            )
            table.board.push(move)
        else:
            zone = alice.page.locator(
                f"#table [data-pile={PILE_NAMES[move.target]}]"
            ).bounding_box()
            assert zone is not None
            card = table.centre(NAMES[table.board.layout.piles[move.source][-1]])
            alice.page.mouse.move(*card)
            alice.page.mouse.down()
            alice.page.mouse.move(card[0] + 2, card[1])
            assert not alice.page.locator("#table .lifted").count()
            # Far from the cards, at the outer end of the row.
            outer = 330 if move.target < 4 else 950
            alice.page.mouse.move(outer, zone["y"] + zone["height"] / 2, steps=3)
            expect(alice.page.locator("#table .lifted")).to_have_count(1)
            expect(alice.page.locator("#table .target").first).to_be_visible()
            alice.page.mouse.up()
            table.board.push(move)
        table.expect_in_step()

    safe = view(table.board)["safe"]
    alice.page.keyboard.press("c")
    while safe:
        table.board.push(table.board.find_move(safe[0]))
        safe = view(table.board)["safe"]
    table.expect_in_step()
    assert alice.faults == []


def test_one_tap_plays_the_best_move_where_preferred(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    site = sites("sqlite")
    known = win("applegate")
    alice = meet(site.urls[0], size=(360, 640), touch=True)
    table = sit(alice, open_race(site, known), known)
    alice.page.get_by_role("button", name="Settings").click()
    settings = alice.page.get_by_role("dialog")
    expect(settings.get_by_role("button", name="Done")).to_be_in_viewport(ratio=1)
    for choice in ("Plays its best move", "Left-handed", "Rose"):
        settings.get_by_label(choice).check()
    settings.get_by_role("button", name="Done").click()
    assert middle(alice.page.locator("[data-pile=fc]"))[0] > 180
    assert middle(alice.page.locator("[data-pile=t1]"))[0] < 180

    for _ in range(3):
        first = view(table.board)["moves"][0]
        table.play(first, "touch")
        table.expect_in_step()
    alice.page.reload()
    expect(alice.page.locator("#table .card")).to_have_count(52)
    assert middle(alice.page.locator("[data-pile=fc]"))[0] > 180
    table.expect_in_step()

    # A finger sliding over the table neither scrolls nor zooms the page.
    alice.page.mouse.move(180, 400)
    alice.page.mouse.wheel(0, 300)
    assert alice.page.evaluate("[scrollY, visualViewport.scale]") == [0, 1]
    assert alice.faults == []


def test_an_empty_place_says_what_it_takes_and_the_keys_are_listed(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    site = sites("sqlite")
    known = win("agnes-bernauer")
    alice = meet(site.urls[0])
    table = sit(alice, open_race(site, known), known)
    empty = alice.page.locator("#table [data-pile^=f].empty").first
    assert f"takes the {view(table.board)['accepts']['f']} of" in (
        empty.get_attribute("aria-label") or ""
    ).replace("10", "T")
    assert empty.locator(".hint .rank").count() == 1
    alice.page.keyboard.press("?")
    keys = alice.page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("collect: send home every card")
    alice.page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    for key in ("ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"):
        alice.page.keyboard.press(key)
    expect(alice.page.locator("#table .pile:focus")).to_have_count(1)
    alice.page.keyboard.press("1")
    expect(alice.page.locator("#table .held")).not_to_have_count(0)
    alice.page.keyboard.press("Escape")
    expect(alice.page.locator("#table .held")).to_have_count(0)
    assert alice.faults == []


@pytest.mark.parametrize("size", [(844, 390), (1280, 800)])
def test_the_card_with_the_focus_leaves_the_one_under_it_whole_and_one_without_a_move_is_marked(
    sites: Sites, meet: Meet, open_race: OpenRace, size: tuple[int, int]
) -> None:
    known = win("agnes-sorel")
    alice = meet(sites("sqlite").urls[0], size=size)
    table = sit(alice, open_race(sites("sqlite"), known), known)
    page = alice.page
    board = table.board
    columns = range(board.game.columns)
    movable = {move.source for move in board.legal_moves}
    stranded, free = (
        next(c for c in columns if (c in movable) == able and len(board.layout.piles[c]) > 1)
        for able in (False, True)
    )
    page.keyboard.press(str(free + 1))
    focused = page.locator("#table .card.cursor")
    expect(focused).to_have_count(1)
    # Nothing of the ring lies above the card; within it is dark, to be seen on the card.
    assert focused.evaluate("card => getComputedStyle(card).clipPath").startswith("inset(0")
    ring = "card => getComputedStyle(card, '::after').boxShadow"
    assert "inset" in focused.evaluate(ring)
    page.keyboard.press("Escape")
    x, y = table.centre(NAMES[board.layout.piles[stranded][-1]])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20, steps=3)
    expect(page.locator("#table .lifted.stranded")).to_have_count(1)
    page.mouse.up()
    x, y = table.centre(NAMES[board.layout.piles[free][-1]])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20, steps=3)
    expect(page.locator("#table .lifted:not(.stranded)")).not_to_have_count(0)
    page.mouse.up()
    assert alice.faults == []


def test_a_click_on_a_buried_card_says_at_once_why_it_cannot_move(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    known = win("beleaguered-castle")
    alice = meet(sites("sqlite").urls[0])
    table = sit(alice, open_race(sites("sqlite"), known), known)
    buried = NAMES[table.board.layout.piles[0][-3]]
    notice = alice.page.locator("#edge .notice")
    expect(notice).to_be_hidden()
    x, y = table.centre(buried)
    next_x, _ = table.centre(NAMES[table.board.layout.piles[0][-2]])
    # The next card covers all of it but one edge.
    half = alice.page.locator(f"#table .card[data-face='{buried}']").evaluate(
        "c => c.offsetWidth / 2"
    )
    alice.page.mouse.click(x + (half - 4) * (1 if next_x < x else -1), y)
    expect(notice).to_contain_text("can't move with the 2 cards on it. Why?")
    assert alice.faults == []
