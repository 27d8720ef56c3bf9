"""The table under a thumb: a race of ten on a small phone, on a page that never scrolls."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.engine.cards import NAMES
from games.engine.moves import CELL, TABLEAU, Move
from games.engine.preference import best_first
from games.spoken import card_name
from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.person import Person, Point, Table, middle
from tests.live.conftest import Sites, Visit
from tests.live.conftest import visit as visit  # racers take the other seats
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium

PHONE = (360, 640)

LANES = """() => [...document.querySelectorAll("#rivals .lane")].map((lane) => [
    lane.querySelector(".rival-name").clientWidth,
    lane.querySelector(".lane-place").getBoundingClientRect().height,
])"""


def test_ten_race_on_a_phone_without_scrolling(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit
) -> None:
    site = sites("sqlite")
    known = win("agnes-bernauer")
    code = open_race(site, known)
    alice = meet(site.urls[0], size=PHONE, touch=True)
    alice.prefer(site.urls[0], "tap=pick")
    alice.join_by_link(code, "Alice")
    others = [visit(site.urls[0]) for _ in range(9)]
    for other in others:
        other.sit_ready(code)
    expect(alice.page.locator("#seats > li")).to_have_count(10)
    alice.ready()
    table = alice.sit_at(known)
    assert screen(alice.page) == PHONE
    others[0].play(known.moves[:5])
    expect(alice.page.locator(".rival[data-place='1']")).to_have_count(1)
    for move in known.moves[:3]:
        table.play(move, "tap")
    assert screen(alice.page) == PHONE
    alice.page.set_viewport_size({"width": 768, "height": 1024})
    assert all(name > 50 and place < 25 for name, place in alice.page.evaluate(LANES))
    alice.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    alice.page.get_by_role("button", name="Give up").tap()
    alice.page.get_by_role("dialog").get_by_role("button", name="Stop here").tap()
    for other in others:
        other.send(t="end")
    expect(alice.page.locator("#standings tr")).to_have_count(10)
    assert screen(alice.page)[0] == 360
    assert alice.faults == []


def screen(page: Page) -> tuple[int, int]:
    """Return the width and height of a page, including what scrolls."""
    width, height = page.evaluate(
        "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    return width, height


def alone(
    sites: Sites, meet: Meet, open_race: OpenRace, tap: str = "auto", game: str = "agnes-sorel"
) -> tuple[Person, Table]:
    """Return a person who plays alone on a phone."""
    site = sites("sqlite")
    known = win(game)
    alice = meet(site.urls[0], size=PHONE, touch=True)
    alice.prefer(site.urls[0], f"tap={tap}")
    alice.join_by_link(open_race(site, known), "Alice")
    alice.page.get_by_role("button", name="Race alone").tap()
    return alice, alice.sit_at(known)


def test_a_swipe_or_a_pinch_on_the_table_moves_cards_and_not_the_page(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    alice, _table = alone(sites, meet, open_race)
    page = alice.page
    fingers = page.context.new_cdp_session(page)
    box = page.locator("#table").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 20
    # A browser that claims a touch, to scroll or to zoom, sends the page a cancel event.
    page.evaluate(
        """() => {
            window.taken = 0;
            addEventListener("pointercancel", () => { window.taken += 1; });
        }"""
    )
    gesture = {"x": x, "y": y, "gestureSourceType": "touch"}
    swipe = {"xDistance": 0, "yDistance": -200, "speed": 2000}
    fingers.send("Input.synthesizeScrollGesture", {**gesture, **swipe})
    fingers.send("Input.synthesizePinchGesture", {**gesture, "scaleFactor": 2})
    for _ in range(2):
        page.touchscreen.tap(x, y)
    assert page.evaluate("() => [taken, scrollY, visualViewport.scale]") == [0, 0, 1]
    under = page.evaluate(
        """([x, y]) => getComputedStyle(
            document.elementFromPoint(x, y).closest(".card-table")
        ).touchAction""",
        [x, y],
    )
    assert under == "none"
    assert alice.faults == []


def test_a_card_is_dragged_by_a_finger_and_played_by_a_tap(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    alice, table = alone(sites, meet, open_race)
    page = alice.page
    move = table.board.find_move(win("agnes-sorel").moves[0])
    fingers = page.context.new_cdp_session(page)
    assert move.target != move.source
    (x, y), (to_x, to_y) = table.ends(move)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at(x, y)]})
    for step in range(1, 5):
        point = at(x + (to_x - x) * step / 4, y + (to_y - y) * step / 4)
        fingers.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    expect(page.locator("#table .card.lifted")).not_to_have_count(0)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    table.board.push(move)
    table.expect_in_step()
    best = next(move for move in best_first(table.board) if move.source in TABLEAU)
    table.play(str(best), "touch")
    table.expect_in_step()
    assert alice.faults == []


def test_a_tap_that_parks_a_card_in_a_cell_says_so(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    alice, table = alone(sites, meet, open_race, game="freecell")
    page = alice.page
    parked = next(move for move in best_moves(table) if move.target == CELL)
    card = card_name(NAMES[table.board.layout.piles[parked.source][-1]])
    table.play(str(parked), "touch")
    notice = page.locator("#edge .notice")
    expect(notice).to_have_text(f"Moved to a free cell: {card}.")
    paddings = notice.evaluate(
        "box => [getComputedStyle(box).paddingLeft, getComputedStyle(box).paddingRight]"
    )
    assert paddings[0] == paddings[1] != "0px"
    expect(page.locator("#live")).to_contain_text("into Cell 1")
    table.expect_in_step()
    expect(notice).to_be_hidden()
    # Other places come first.
    other = next(move for move in best_moves(table) if move.target != CELL)
    table.play(str(other), "touch")
    expect(notice).to_be_hidden()
    table.expect_in_step()
    assert alice.faults == []


def test_a_finger_may_slip_in_a_tap_and_slide_off_the_stock(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    alice, table = alone(sites, meet, open_race, tap="pick")
    page = alice.page
    fingers = page.context.new_cdp_session(page)

    def slide(start: Point, *, right: float = 0, up: float = 0) -> None:
        x, y = start
        for kind, points in (
            ("touchStart", [at(x, y)]),
            ("touchMove", [at(x + right / 2, y - up / 2)]),
            ("touchMove", [at(x + right, y - up)]),
            ("touchEnd", []),
        ):
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    move = table.board.find_move(win("agnes-sorel").moves[0])
    (grip, drop), stock = table.ends(move), middle(page.locator("#table [data-pile=s]"))
    slide(stock, up=200)
    slide(grip, right=6)
    expect(page.locator("#table .card.held")).to_have_count(move.size)
    slide(drop, right=6)
    table.board.push(move)
    table.expect_in_step()
    assert alice.faults == []


def best_moves(table: Table) -> list[Move]:
    """Return the move that a tap on each pile stands for."""
    best: dict[int, Move] = {}
    for move in best_first(table.board):
        best.setdefault(move.source, move)
    return list(best.values())


def at(x: float, y: float) -> dict[str, float]:
    """Return a finger."""
    return {"x": x, "y": y}
