"""Whole games won by one kind of input: keys, words, dragging, touch.

Each game is won by one pair of them; with `EVERY_CASE=1` by both.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.engine import GAMES, Board
from games.engine.cards import NAMES
from games.engine.moves import FOUNDATIONS, PILE_NAMES
from tests.e2e.conftest import Meet, OpenRace
from tests.live.conftest import Sites
from tests.live.wins import wins
from tests.sampling import sample

pytestmark = [pytest.mark.needs_chromium, pytest.mark.drawn]

PARTS = [sample(list(GAMES), 6, first, large=2) for first in (0, 1)]

RANKS = dict(
    zip("A23456789TJQK", ("ace", *map(str, range(2, 11)), "jack", "queen", "king"), strict=True)
)
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the control of a name has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(
            """name => {
                const { activeElement: at } = document;
                const labels = [...(at.labels ?? []), at].map((label) => label.textContent.trim());
                return labels.includes(name);
            }""",
            name,
        ):
            return
    raise LookupError(name)


def told(board: Board) -> dict[str, str]:
    """Describe each pile that has cards, as the list of piles should."""
    return {
        PILE_NAMES[pile]: _contents(board, pile)
        for pile in board.game.piles
        if board.layout.piles[pile]
    }


def _contents(board: Board, pile: int) -> str:
    cards = board.layout.piles[pile]
    count = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
    names = [
        f"{RANKS[NAMES[card][0]]} of {SUITS[NAMES[card][1]]}"
        for card in reversed(cards)
        if card >= 0 and pile not in board.game.covered
    ]
    if not names:
        return count
    if pile in FOUNDATIONS or len(cards) == 1:
        return f"{names[0]}, {count}"
    hidden = [f"{len(cards) - len(names)} face down"] if len(names) < len(cards) else []
    return ", ".join([count, *names, *hidden])


@pytest.mark.parametrize("game", PARTS[0])
def test_a_game_is_won_by_keys_alone_and_by_words_alone(
    sites: Sites, meet: Meet, open_race: OpenRace, game: str
) -> None:
    site = sites("sqlite")
    known = min(wins(f"{game}/standard"), key=lambda win: len(win.moves))
    code = open_race(site, known)
    keys, words = meet(site.urls[0]), meet(site.urls[0], browser=1, size=(360, 640))
    for person, name in ((keys, "Kim"), (words, "Wanda")):
        person.page.goto(f"/race/{code}/")
        tab_to(person.page, "Your name")
        person.page.keyboard.type(name)
        person.page.keyboard.press("Enter")
        expect(person.page.get_by_role("button", name="Leave")).to_be_enabled()
    for person in (keys, words):
        # Who sits alone can't be ready yet, and hears of the other a moment later.
        ready = person.page.get_by_role("button", name="I'm ready")
        expect(ready).to_be_enabled()
        tab_to(person.page, "I'm ready")
        person.page.keyboard.press("Enter")

    played, read = keys.sit_at(known), words.sit_at(known)
    words.page.keyboard.press("t")
    expect(words.page.get_by_label("Your move")).to_be_focused()
    for number, move in enumerate(known.moves):
        if number % 20 == 0:
            expect(words.page.locator("#table:not(.waiting)")).to_be_attached()
            said = read.words()
            for pile, contents in told(read.board).items():
                assert said[pile].startswith(contents), (pile, said[pile], contents)
            # The last announcement does not overlap the list below it.
            assert words.page.locator("#words-said").evaluate(
                "said => said.scrollHeight <= said.clientHeight + 1"
            )
        read.play(move, "typed")
        played.play(move, "keys")
        if played.board.finish():
            break

    for person in (keys, words):
        expect(person.page.locator("#live")).to_contain_text("You finished in")
        assert person.faults == []


@pytest.mark.parametrize("game", PARTS[1])
def test_a_game_is_won_by_dragging_on_a_wide_screen_and_by_touch_on_a_phone(
    sites: Sites, meet: Meet, open_race: OpenRace, game: str
) -> None:
    site = sites("sqlite")
    known = min(wins(f"{game}/standard"), key=lambda win: len(win.moves))
    code = open_race(site, known)
    wide = meet(site.urls[0], size=(2560, 1440))
    phone = meet(site.urls[0], browser=1, size=(360, 640), touch=True)
    phone.prefer(site.urls[0], "tap=pick")
    for person, name in ((wide, "Wim"), (phone, "Phoebe")):
        person.join_by_link(code, name)
    for person in (wide, phone):
        person.ready()
    dragged, tapped = wide.sit_at(known), phone.sit_at(known)
    for move in known.moves:
        tapped.play(move, "tap")
        dragged.play(move, "drag")
        if dragged.board.finish():
            break
    for person in (wide, phone):
        expect(person.page.locator("#live")).to_contain_text("You finished in")
        assert person.faults == []
