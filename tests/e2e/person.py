"""A person who races in a browser: reads the page, clicks, drags, types."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from typing import TypeAlias

from playwright.sync_api import BrowserContext, Locator, Page, expect

from games.engine import Board, Deal, IllegalMoveError, Move, Rules
from games.engine.cards import NAMES
from games.engine.moves import (
    CELL,
    CELLS,
    FOUNDATION,
    FOUNDATIONS,
    HAND,
    PILE_NAMES,
    RESERVE,
    STOCK,
    TABLEAU,
    Pile,
)
from games.pages.site.settings import COOKIE
from games.spoken import spoken
from tests.live.wins import Win

Point: TypeAlias = tuple[float, float]

WAIT = 60_000
"""Milliseconds until something that should show counts as missing; machines may be busy."""


class Person:
    """One person with a browser; `faults` keeps every error that a page reports."""

    def __init__(self, context: BrowserContext) -> None:
        context.set_default_timeout(WAIT)
        self.faults: list[str] = []
        self._context = context
        self.page = self.new_tab()

    def new_tab(self) -> Page:
        """Open another tab of the same browser."""
        page = self._context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self._hear(said.type, said.text))
        return page

    def _hear(self, kind: str, text: str) -> None:
        # The browser complains about servers killed on purpose; that is no fault.
        if kind == "error" and "WebSocket" not in text and "ERR_CONNECTION" not in text:
            self.faults.append(text)

    def prefer(self, url: str, preferences: str) -> None:
        """Set preferences, such as `theme=dark&tap=best`."""
        cookie = {"name": COOKIE, "value": preferences, "url": url}
        self._context.add_cookies([cookie])  # type: ignore[list-item]

    def join_by_link(self, code: str, name: str) -> None:
        """Follow an invitation and take a seat."""
        self.page.goto(f"/race/{code}/")
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Join").click()
        expect(self.page.get_by_role("button", name="Leave")).to_be_visible()

    def join_by_code(self, code: str, name: str) -> None:
        """Type a code on the start page and take a seat."""
        self.page.goto("/")
        self.page.get_by_label("Race code").fill(code.lower())
        self.page.get_by_role("button", name="Join").click()
        self.page.wait_for_url(f"**/race/{code}/")
        self.join_by_link(code, name)

    def ready(self) -> None:
        """Say that the race may start."""
        self.page.get_by_role("button", name="Ready").click()

    def sit_at(self, win: Win) -> Table:
        """Return the table once its cards are dealt."""
        expect(self.page.locator("#table .card")).to_have_count(52)
        return Table(self.page, win)

    def end_run(self) -> None:
        """Give up, and keep what counts."""
        self.give_up("Stop here")

    def give_up(self, way: str) -> None:
        """Give up in one of the ways that the dialog offers."""
        self.page.get_by_role("button", name="Give up").click()
        self.page.get_by_role("dialog").get_by_role("button", name=way).click()


class Table:
    """A card table on a page, beside the board that it should show."""

    def __init__(self, page: Page, win: Win) -> None:
        self.page = page
        self.board = Board(Rules.parse(win.rules), Deal.parse(win.deal))

    def play(self, text: str, way: str = "drag") -> None:
        """Make a legal move: by dragging, clicking, tapping, by keys or by typing."""
        move = self.board.find_move(text)
        if way == "keys":
            self._press(move)
        elif way == "typed":
            field = self.page.get_by_label("Your move")
            field.fill(text)
            field.press("Enter")
        elif move.source == STOCK:
            self.page.mouse.click(*self._place(move.source))
        elif way == "drag":
            self.drag(self._grip(move), self._drop(move))
        elif way == "click":
            self.page.mouse.click(*self._grip(move))
            self.page.mouse.click(*self._drop(move))
        elif way == "tap":
            self.page.touchscreen.tap(*self._grip(move))
            self.page.touchscreen.tap(*self._drop(move))
        elif way == "touch":
            self.page.touchscreen.tap(*self._grip(move))
        else:
            self.page.mouse.dblclick(*self._grip(move))
        self.board.push(move)

    def drag(self, start: Point, end: Point) -> None:
        """Drag from one point to another."""
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=4)
        self.page.mouse.up()

    def _press(self, move: Move) -> None:
        """Pick up with a number or R, put down with another number, F or A."""
        press = self.page.keyboard.press
        if move.source == STOCK:
            press("d")
            return
        if move.source in TABLEAU:
            press(str(move.source + 1))
        elif move.source in RESERVE:
            press(f"Shift+Digit{move.source - RESERVE[0] + 1}")
        elif move.source in CELLS:
            press(f"Shift+Digit{move.source - CELLS[0] + 1}")
        elif move.source in FOUNDATIONS:
            self._wait_for_turn()
            self.page.locator(f"#table [data-pile={PILE_NAMES[move.source]}]").press("Enter")
        else:
            self._pick_from_hand(move.source)
        if move.target in (FOUNDATION, CELL):
            press("f" if move.target == FOUNDATION else "a")
            return
        if not self.board.layout.piles[move.target]:
            self._reduce_to(move)
        press(str(move.target + 1))

    def _pick_from_hand(self, pile: Pile) -> None:
        """Press R until the right card of hand or waste is picked up; the reserve comes first."""
        self._wait_for_turn()
        focused = self.page.locator("#table .pile:focus")
        for _ in range(len(RESERVE) + len(HAND)):
            self.page.keyboard.press("r")
            if focused.get_attribute("data-pile") == PILE_NAMES[pile]:
                return
        raise LookupError(PILE_NAMES[pile])

    def _reduce_to(self, move: Move) -> None:
        """Press minus until the hand holds as many cards as the move takes."""
        self._wait_for_turn()
        legal = self.board.legal_moves
        sizes = {other.size for other in legal if other.source == move.source}
        for _ in range(sum(size > move.size for size in sizes)):
            self.page.keyboard.press("-")

    def _wait_for_turn(self) -> None:
        """Wait until pressed keys have taken effect: they queue until the server has answered."""
        expect(self.page.locator("#table:not(.waiting)")).to_be_attached()

    def words(self) -> dict[str, str]:
        """Read the list of piles, by the code of the pile."""
        rows = self.page.locator("#words-list > div").all_text_contents()
        return {
            found["code"]: found["text"]
            for row in rows
            if (found := re.match(r".*?\((?P<code>[a-z]\d?[cdhs]?)\)(?P<text>.*)", row))
        }

    def refused_pair(self) -> tuple[str, str, str]:
        """Return two exposed cards that do not pack on each other, and the reason."""
        piles = self.board.layout.piles[: self.board.game.columns]
        for source, target in itertools.permutations(range(len(piles)), 2):
            try:
                self.board.find_move(str(Move(source, target)))
            except IllegalMoveError as error:
                return NAMES[piles[source][-1]], NAMES[piles[target][-1]], spoken(error.sentence)
        raise LookupError("every move is legal")

    def win(self, moves: Iterable[str], ways: Iterable[str]) -> None:
        """Play the last moves of a win, until the server finishes the game by itself."""
        for move, way in zip(moves, ways, strict=False):
            self.play(move, way)
            if self.board.finish():
                break

    def finish(self) -> None:
        """Follow the automatic moves of the server."""
        for move in self.board.finish():
            self.board.push(move)

    def undo(self) -> None:
        """Take the last move back."""
        self.page.get_by_role("button", name="Undo").click()
        self.board.pop()

    def expect_in_step(self) -> None:
        """Check that the page's words describe the cards of the board, pile by pile."""
        expect(self.page.locator("#home-count")).to_have_text(str(self.board.progress))
        for name in ("t1", "t2", "t5", "t7"):
            cards = self.board.layout.piles[PILE_NAMES.index(name)]
            if cards:
                # Moves of another tab arrive over the network, which may take a while.
                self.page.wait_for_function(
                    """face => {
                        const card = document.querySelector(`#table .card[data-face="${face}"]`);
                        if (!card) return false;
                        const { x, y, width, height } = card.getBoundingClientRect();
                        const there = document.elementsFromPoint(x + width / 2, y + height / 2);
                        return there.find((element) => element.matches(".card")) === card;
                    }""",
                    arg=NAMES[cards[-1]],
                )

    def ends(self, move: Move) -> tuple[Point, Point]:
        """Return where to grab the cards of a move, and where to drop them."""
        return self._grip(move), self._drop(move)

    def _grip(self, move: Move) -> Point:
        """Return where to grab the cards of a move."""
        if move.source in HAND:
            # A card of the waste moves on as long as deals are under way.
            self._wait_for_turn()
        face = NAMES[self.board.layout.piles[move.source][-move.size]]
        if move.size == 1:
            return self.centre(face)
        box = self.page.locator(f"#table .card[data-face='{face}']").bounding_box()
        assert box is not None
        return box["x"] + 14, box["y"] + 8

    def _drop(self, move: Move) -> Point:
        """Return where to drop the cards of a move."""
        pile = move.target
        if pile == FOUNDATION:
            pile = FOUNDATIONS[self.board.layout.piles[move.source][-1] // 13]
        elif pile == CELL:
            pile = next(cell for cell in CELLS if not self.board.layout.piles[cell])
        if cards := self.board.layout.piles[pile]:
            return self.centre(NAMES[cards[-1]])
        return self._place(pile)

    def _place(self, pile: Pile) -> Point:
        """Return the middle of a pile's place."""
        return middle(self.page.locator(f"#table [data-pile={PILE_NAMES[pile]}]"))

    def centre(self, face: str) -> Point:
        """Return the middle of a card."""
        return middle(self.page.locator(f"#table .card[data-face='{face}']"))


def middle(locator: Locator) -> Point:
    """Return the middle of an element."""
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
