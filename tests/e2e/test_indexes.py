"""Rank and suit of every card that is face up can be read, however long the columns are."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine import GAMES, Board, Deal, Rules
from tests.e2e.conftest import Meet, OpenRace
from tests.live.conftest import Sites, Visit
from tests.live.conftest import visit as visit  # a racer takes the other seat
from tests.live.wins import Win, win

pytestmark = pytest.mark.needs_chromium

SIZES = ((360, 640), (390, 844), (844, 390), (1280, 800), (2560, 1440))

# Faces whose index another card of the same table covers. A box of a drawing has no stroke.
CUT = """() => [...document.querySelectorAll(".card-table")].flatMap((table) => {
    const cards = [...table.querySelectorAll(".card")].map((card) => ({
        card, height: Number(card.style.zIndex), box: card.getBoundingClientRect(),
    }));
    const drawn = (part) => {
        const { left, top, right, bottom } = part.getBoundingClientRect();
        const { a, d } = part.getScreenCTM();
        const half = part.matches(".rank") ? parseFloat(getComputedStyle(part).strokeWidth) / 2 : 0;
        return [left - half * a, top - half * d, right + half * a, bottom + half * d];
    };
    return cards.flatMap(({ card, height, box }) => {
        const above = cards.filter((other) => other.height > height
            && Math.abs(other.box.left - box.left) + Math.abs(other.box.top - box.top) > 1);
        const parts = [...card.querySelectorAll(".index > *")].map(drawn);
        return parts.some(([left, top, right, bottom]) => above.some((other) =>
            other.box.left < right - 0.2 && other.box.right > left + 0.2
            && other.box.top < bottom - 0.2 && other.box.bottom > top + 0.2))
            ? [card.dataset.face] : [];
    });
})"""


def longest(known: Win) -> list[str]:
    """Return the moves of a known win up to the moment of its longest column."""
    board = Board(Rules.parse(known.rules), Deal.parse(known.deal))
    lengths = []
    for move in known.moves:
        board.push(board.find_move(move))
        lengths.append(max(len(pile) for pile in board.layout.piles[: board.game.columns]))
    return known.moves[: lengths.index(max(lengths)) + 1]


def cut(page: Page) -> dict[tuple[int, int], Any]:
    """Return the cards whose index is cut, by the size of the window."""
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        if faces := page.evaluate(CUT):
            found[width, height] = faces
    return found


@pytest.mark.parametrize("game", GAMES)
def test_no_index_is_cut_on_the_table_among_the_tables_or_in_a_replay(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit, game: str
) -> None:
    known = win(game)
    url = sites("sqlite").urls[0]
    code = open_race(sites("sqlite"), known)
    alice, other = meet(url), visit(url)
    alice.join_by_link(code, "Alice")
    other.sit_ready(code)
    alice.ready()
    page = alice.page
    alice.sit_at(known)
    moves = longest(known)
    other.play(moves)
    watcher = meet(url).page
    watcher.goto(f"/race/{code}/")
    expect(watcher.locator(".watch-board")).to_have_count(2)
    expect(watcher.locator(".watch-board").last).to_contain_text(f"{len(moves)} moves")
    assert cut(watcher) == {}
    assert cut(page) == {}
    alice.end_run()
    other.send(t="end")
    expect(page.locator("#standings tr")).to_have_count(2)
    expect(page.locator(".watch-board")).to_have_count(2)
    assert cut(page) == {}
    page.get_by_role("link", name="Watch the run").first.click()
    expect(page.locator(".card-table .card")).to_have_count(52)
    page.keyboard.press("End")
    assert cut(page) == {}
    assert alice.faults == []
