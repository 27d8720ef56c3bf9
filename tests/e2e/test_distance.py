"""A player far from the server: nothing waits for an answer that need not."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.engine import Board
from games.engine.cards import NAMES
from games.engine.preference import best_move
from games.racing import intended
from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.distance import Distance
from tests.e2e.person import Person, Table
from tests.live.conftest import Sites
from tests.live.racer import Racer
from tests.live.wins import Win, win

pytestmark = pytest.mark.needs_chromium

SUITS = ("clubs", "diamonds", "hearts", "spades")


def sit(person: Person, code: str, known: Win) -> Table:
    """Start a race alone."""
    person.join_by_link(code, "Alice")
    person.page.get_by_role("button", name="Race alone").click()
    table = person.sit_at(known)
    expect(person.page.locator("#table:not(.locked)")).to_be_attached()
    return table


def answered(page: Page) -> None:
    """Wait until nothing is on its way."""
    expect(page.locator("#table:not(.waiting)")).to_be_attached()


def home(page: Page) -> int:
    """Return how many cards the table shows on its foundations."""
    names = [
        page.get_by_role("button", name=f"Foundation of {suit}").get_attribute("aria-label") or ""
        for suit in SUITS
    ]
    counts = [re.search(r"(\d+) card", name) for name in names]
    return sum(int(count[1]) for count in counts if count)


def play_elsewhere(person: Person, url: str, code: str, table: Table, moves: list[str]) -> None:
    """Play moves over a socket of the same person, until the page shows them."""
    jar = person.page.context.cookies()
    cookies = "; ".join(f"{each.get('name')}={each.get('value')}" for each in jar)
    racer = Racer(url, {"Cookie": cookies})
    racer.connect(code)
    racer.board(0)
    racer.play(moves)
    racer.close()
    for move in moves:
        table.board.push(table.board.find_move(move))
    expect(person.page.locator("#home-count")).to_have_text(str(table.board.progress))


def cascade(board: Board) -> list[str]:
    """Play what collecting plays and return the moves."""
    moves = []
    for move in intended(board, "collect"):
        board.push(board.find_move(move))
        moves.append(move)
        if board.finish():
            break
    return moves


def test_taps_go_out_at_once_and_the_server_finds_their_moves(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    site, known = sites("sqlite"), win("beleaguered-castle")
    alice = meet(site.urls[0])
    alice.prefer(site.urls[0], "tap=best")
    distance = Distance(alice.page)
    table = sit(alice, open_race(site, known), known)
    board, page = table.board, alice.page
    tops = [pile[-1] for pile in board.layout.piles[:8]]
    distance.keep()
    wanted: list[str] = []
    for card in tops:
        move = best_move(board, card)
        covered = any(card in pile[:-1] for pile in board.layout.piles)
        if move is None or move.size > 1 or covered:
            continue
        page.mouse.click(*table.centre(NAMES[card]))
        wanted.append(NAMES[card] if wanted else str(move))
        board.push(move)
        if len(wanted) == 4:
            break
    assert len(wanted) == 4
    distance.expect_sent(*wanted)
    expect(page.locator("#table .held")).to_have_count(3)
    # One tap too many on a card that is about to go.
    page.mouse.click(*table.centre(wanted[-1]))
    distance.deliver()
    answered(page)
    expect(page.locator("#table .held")).to_have_count(0)
    table.expect_in_step()
    assert distance.sent == wanted
    assert alice.faults == []


def test_a_collect_is_one_message_and_what_comes_behind_it_follows(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    site, known = sites("sqlite"), win("agnes-sorel")
    alice = meet(site.urls[0])
    distance = Distance(alice.page)
    code = open_race(site, known)
    table = sit(alice, code, known)
    board, page = table.board, alice.page
    play_elsewhere(alice, site.urls[0], code, table, known.moves[:62])
    before, safe = board.progress, len(board.safe_moves)
    distance.keep()
    page.keyboard.press("c")
    # What is known to be safe is home at once.
    assert home(page) == before + safe
    page.keyboard.press("c")
    page.keyboard.press("z")
    moves = cascade(board)
    assert len(moves) > safe
    distance.expect_sent("collect")
    distance.deliver()
    answered(page)
    board.pop()
    assert distance.sent == ["collect", "undo"]
    assert home(page) == board.progress == before + len(moves) - 1
    assert alice.faults == []


def test_a_collect_that_finds_nothing_says_so_and_takes_nothing_along(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    site, known = sites("sqlite"), win("beleaguered-castle")
    alice = meet(site.urls[0])
    distance = Distance(alice.page)
    table = sit(alice, open_race(site, known), known)
    page = alice.page
    while not (moves := known.moves[len(table.board.moves) :])[0].startswith("t") or (
        table.board.safe_moves
    ):
        table.play(moves[0])
        answered(page)
    distance.keep()
    move = moves[0]
    table.play(move)
    nothing = not table.board.safe_moves
    assert nothing
    page.keyboard.press("c")
    page.keyboard.press("z")
    distance.expect_sent(move, "collect")
    distance.deliver()
    expect(page.get_by_text("No card is safe to send home yet.").first).to_be_visible()
    answered(page)
    table.board.pop()
    distance.expect_sent("undo")
    table.expect_in_step()
    assert alice.faults == []
