"""Firefox and WebKit: one race in each, from the start page to the result."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any, Final, Protocol

import pytest

from games.engine import Board, Deal, Move, Rules
from games.engine.cards import NAMES
from games.engine.moves import FOUNDATION, FOUNDATIONS, PILE_NAMES, STOCK, TABLEAU, Pile
from games.pages.site.settings import COOKIE
from games.solver import VerdictKind, solve
from tests.e2e.firefox import Firefox
from tests.e2e.webkit import WebKit
from tests.live.conftest import Sites

BROWSERS = (
    pytest.param(Firefox, marks=pytest.mark.needs_firefox, id="firefox"),
    pytest.param(WebKit, marks=pytest.mark.needs_webkit, id="webkit"),
)
WAIT_SECONDS: Final = 60
BY_HAND: Final = 12
"""How many moves are dragged and tapped; keys play the rest."""

PUBLISH: Final = """
from games.models.deals.proof import Proof
Proof.objects.store({rules!r}, {key!r}, "winnable", 1, "", secret=False)
"""
TELL: Final = """
from games.models import Race
race = Race.objects.get(code={path!r}.split("/")[2])
print(race.rules, race.deal.cards, sep="\\n")
"""

LABELLED: Final = """(names) => {
    const wordsOf = (control) => control.ariaLabel ?? control.textContent.trim();
    const found = [...document.querySelectorAll("a, button")].find(
        (control) => names.some((name) => wordsOf(control).startsWith(name))
            && control.checkVisibility() && !control.disabled,
    );
    if (!found) return null;
    found.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = found.getBoundingClientRect();
    return [x + width / 2, y + height / 2].map(Math.round);
}"""
"""Return where the link or button of one of these names is."""

CARD: Final = """(selector, corner) => {
    const table = document.querySelector("#table");
    const found = table?.querySelector(selector);
    if (!found || table.matches(".locked, .waiting")) return null;
    if (table.getAnimations({ subtree: true }).length) return null;
    const { x, y, width, height } = found.getBoundingClientRect();
    return (corner ? [x + 14, y + 8] : [x + width / 2, y + height / 2]).map(Math.round);
}"""
"""Return where a card or a place is, once the server has answered and no card moves."""

COUNTED: Final = r"""(counts) => Object.entries(counts).every(([pile, count]) => {
    const shown = document.querySelector(`#table:not(.waiting) [data-pile=${pile}]`);
    const said = shown?.ariaLabel ?? "";
    return count ? RegExp(`\\b${count} card`).test(said) : /empty/.test(said);
})"""
"""Return whether these piles say that they have so many cards, and the server has answered."""

GAME: Final = "beleaguered-castle"
CHOOSE: Final = """(game) => {
    const choice = document.querySelector("select[name=game]");
    choice.value = game;
    choice.dispatchEvent(new Event("change", { bubbles: true }));
}"""
"""Choose a game. All its cards lie open, so the walker can count every column."""

PREFER: Final = "(cookie) => { document.cookie = cookie; }"
PREFERENCES: Final = f"{COOKIE}=tap=pick; path=/"
"""A tap picks up. Otherwise a finger's first tap plays, and the second one too if that is done."""

SHOWN: Final = "(text) => document.body.innerText.includes(text)"


class Window(Protocol):
    """A browser's window, by whatever drives it: see the drivers for what each verb does."""

    def go(self, url: str) -> None: ...
    def run(self, function: str, *arguments: object) -> Any: ...
    def act(self, device: dict[str, Any]) -> None: ...


@pytest.fixture(params=BROWSERS)
def window(request: pytest.FixtureRequest) -> Iterator[Window]:
    """Open a browser's window, which closes after the test."""
    with ExitStack() as cleanup:
        yield request.param(cleanup, 1280, 800)


class Walker:
    """Someone at the window, who presses what it shows and plays."""

    def __init__(self, window: Window) -> None:
        self._window = window

    def until(self, function: str, *arguments: object) -> Any:
        """Call a function of the page until it returns something, and return that."""
        deadline = time.monotonic() + WAIT_SECONDS
        while not (found := self._window.run(function, *arguments)):
            assert time.monotonic() < deadline, f"never seen: {arguments}"
            time.sleep(0.05)
        return found

    def press(self, *names: str) -> None:
        """Click a link or button by one of its possible names."""
        self._point("mouse", self.until(LABELLED, names))

    def move(self, board: Board, move: Move, way: str) -> None:
        """Make a move by a drag, two taps or keys."""
        if move.source == STOCK:
            self._type("d")
        elif way == "keys" and move.source in TABLEAU and (key := _key(board, move)):
            self._type(f"{move.source + 1}{key}")
        else:
            source = board.layout.piles[move.source]
            target = FOUNDATIONS[source[-1] // 13] if move.target == FOUNDATION else move.target
            above = board.layout.piles[target]
            ends = [
                self.until(CARD, _face(source[-move.size]), move.size > 1),
                self.until(CARD, _face(above[-1]) if above else _place(target), False),
            ]
            if way == "tap":
                for end in ends:
                    self._point("touch", end)
            else:
                self._point("mouse", *ends)

    def see(self, board: Board, move: Move) -> None:
        """Wait until the table shows a move of the board."""
        piles = {move.source, move.target} - {FOUNDATION}
        self.until(COUNTED, {PILE_NAMES[pile]: len(board.layout.piles[pile]) for pile in piles})

    def _point(self, kind: str, *path: tuple[int, int]) -> None:
        """Press at the first point and let go at the last. WebKit takes a finger for a mouse."""
        first, *others = ({"type": "pointerMove", "x": x, "y": y, "duration": 50} for x, y in path)
        down, up = ({"type": name, "button": 0} for name in ("pointerDown", "pointerUp"))
        device = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}}
        self._window.act({**device, "actions": [first, down, *others, up]})

    def _type(self, keys: str) -> None:
        """Press keys one after the other."""
        pressed = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._window.act({"type": "key", "id": "keys", "actions": pressed})


def _key(board: Board, move: Move) -> str:
    """Return the key of a move's target; none for an empty column, where a number is asked for."""
    if move.target == FOUNDATION:
        return "f"
    return str(move.target + 1) if board.layout.piles[move.target] else ""


def _face(card: int) -> str:
    return f".card[data-face='{NAMES[card]}']"


def _place(pile: Pile) -> str:
    return f"[data-pile={PILE_NAMES[pile]}]"


def winnable(rules: str) -> bytes:
    """Return the key of a deal that can be won."""
    for key in (bytes([number]) * 32 for number in range(200, 256)):
        verdict = solve(Board(Rules.parse(rules), Deal.from_key(key)))
        if verdict.kind is VerdictKind.WINNABLE:
            return key
    raise LookupError(rules)


def test_a_race_from_the_start_page_to_the_result(sites: Sites, window: Window) -> None:
    site = sites("sqlite")
    shell = partial(site.manage, "shell", "--no-imports", "--command")
    rules = f"{GAME}/standard"
    shell(PUBLISH.format(rules=rules, key=winnable(rules)))
    walker = Walker(window)
    window.go(f"{site.urls[0]}/")
    window.run(PREFER, PREFERENCES)
    window.run(CHOOSE, GAME)
    walker.press("Race a friend", "Open a race")
    walker.press("Race alone")
    walker.until(CARD, ".card:nth-child(52)", False)
    rules, cards = shell(TELL.format(path=window.run("() => location.pathname"))).splitlines()

    board = Board(Rules.parse(rules), Deal.parse(cards))
    for number, move in enumerate(solve(board).solution):
        walker.move(board, move, ("drag", "tap")[number % 2] if number < BY_HAND else "keys")
        board.push(move)
        if board.finish():
            break
        walker.see(board, move)

    walker.until(SHOWN, "All home!")
    walker.until(LABELLED, ["New deal, same game"])
