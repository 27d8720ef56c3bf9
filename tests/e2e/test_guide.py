"""A guided first deal: by mouse, by touch, by keys."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from games.engine import GAMES
from tests.e2e.conftest import Meet
from tests.e2e.person import Person, Table
from tests.e2e.test_accessibility import findings
from tests.live.conftest import Sites
from tests.live.wins import Win, publish_win, win, wins
from tests.processes import Site

pytestmark = pytest.mark.needs_chromium

SOREL = wins("agnes-sorel/keller")[1]
APPLEGATE = wins("applegate/pysol")[0]
FREECELL = win("freecell")
CASTLE = wins("beleaguered-castle/casual")[0]

SIZES = ((360, 640), (390, 844), (640, 400), (844, 390), (1280, 800))

# What is wrong with how the guide's sentence or any given one is shown, and where the table is.
SHOWN = """async (sentences) => {
    // The table takes a frame to fit another screen.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    const guide = document.querySelector("#guide"), said = document.querySelector("#guide-said");
    const line = [...guide.querySelectorAll("p")].find((line) => line.checkVisibility());
    const first = said.textContent, faults = [];
    const at = (element) => element.getBoundingClientRect();
    const table = () => JSON.stringify(at(document.querySelector("#table"))), before = table();
    for (const sentence of sentences.length ? sentences : [first]) {
        said.textContent = sentence;
        const edge = at(document.querySelector("#edge")), words = at(line), { top } = at(guide);
        const whole = [guide, line].every((box) => box.scrollHeight <= box.clientHeight)
            && words.top >= edge.top && words.bottom <= edge.bottom
            && edge.bottom <= innerHeight && words.right <= innerWidth;
        const large = parseFloat(getComputedStyle(said).fontSize) >= 13;
        const clear = [...document.querySelectorAll("#table .card")]
            .every((card) => at(card).bottom <= top);
        const still = table() === before;
        if (!(whole && large && clear && still)) faults.push({ sentence, whole, large, clear });
    }
    said.textContent = first;
    return [faults, before];
}"""

# The widest sentences of a game: its rules with each kind of move, of the cards with the longest
# names. Where these fit, the others do.
WIDEST_SENTENCES = """async () => {
    const main = document.querySelector("script[src*='race/main.js']").src;
    const address = main.replace("bundled/", "").replace("main.js", "guidance.js");
    const { Guidance } = await import(address);
    const { guide } = JSON.parse(document.querySelector("#page").textContent);
    const moves = ["t1f", "t1t2", "t1t2x2", "t1t3", "t1t3x2", "r1t2", "h1t2", "fct1", "deal"];
    const long = ["QD", "KC", "JH", "KD"], sentences = new Set();
    for (const moved of long) for (const under of long) for (const takes of ["*", "K"]) {
        const hand = { r1: moved, h1: moved, fc: moved };
        const piles = { t1: `${under} ${moved} ${moved}`, t2: under, t3: "", ...hand };
        const view = { piles, moves: [], safe: [], accepts: { t: takes, f: "A" } };
        for (const move of moves) {
            const guidance = new Guidance(guide, true);
            sentences.add(guidance.move(view, move, 0));
            for (const n of [1, 2]) sentences.add(guidance.move(view, move, n));
            sentences.add(guidance.rule);
        }
    }
    const context = document.createElement("canvas").getContext("2d");
    context.font = getComputedStyle(document.querySelector("#guide-said")).font;
    const width = (sentence) => context.measureText(sentence).width;
    return [...sentences].sort((one, other) => width(other) - width(one)).slice(0, 40);
}"""


def begin(site: Site, person: Person, known: Win) -> Table:
    """Begin a guided deal from the page of the rules; no other deal is published under them."""
    publish_win(site, known)
    person.page.goto(f"/how-to-play/{known.rules}/")
    person.page.locator("button[name=guided]").click()
    return person.sit_at(known)


def expect_guided(page: Page, n: int) -> str:
    """Check that the guide shows and says a move; return its sentence."""
    expect(page.locator("#guide-step")).to_have_text(f"{n + 1}/12")
    expect(page.locator("#table .goal")).not_to_have_count(0)
    said = page.locator("#guide-said").inner_text()
    expect(page.locator("#live")).to_contain_text(said)
    return said


def test_a_dozen_moves_by_mouse(sites: Sites, meet: Meet) -> None:
    site = sites("sqlite")
    alice = meet(site.urls[0])
    page = alice.page
    table = begin(site, alice, SOREL)
    assert page.url.endswith("?guided")
    assert expect_guided(page, 0).startswith("Bring all 52 cards home")
    for number, move in enumerate(SOREL.moves[:3], 1):
        table.play(move)
        expect_guided(page, number)
    assert not findings(page)

    # Another move is no step, and neither is undoing it.
    other = next(str(m) for m in table.board.legal_moves if str(m) not in ("deal", SOREL.moves[3]))
    table.play(other)
    expect(page.locator("#guide-said")).to_contain_text("You played another move.")
    expect(page.locator("#guide-step")).to_have_text("4/12")
    table.undo()
    expect(page.locator("#guide-said")).not_to_contain_text("another move")
    expect_guided(page, 3)

    card, onto, why = table.refused_pair()
    table.drag(table.centre(card), table.centre(onto))
    expect(page.locator("#edge .notice")).to_contain_text(why)
    expect(page.locator("#guide")).to_be_visible()
    expect_guided(page, 3)

    page.reload()
    alice.sit_at(SOREL)
    expect_guided(page, 3)
    for number, move in enumerate(SOREL.moves[3:12], 4):
        table.play(move)
        if number < 12:
            expect_guided(page, number)
    expect(page.locator("#guide")).to_contain_text("That's all there is to it.")
    expect(page.get_by_role("link", name="race a friend")).to_have_attribute("href", "/")
    expect(page.locator("#table .hinted, #table .goal")).to_have_count(0)
    assert "guided" not in page.url
    table.play(SOREL.moves[12])
    expect(page.locator("#guide")).to_be_hidden()
    assert alice.faults == []


# Where Skip and the table are, and whether the guide's line lies on a card.
STANDING = """() => {
    const at = (selector) => document.querySelector(selector).getBoundingClientRect().toJSON();
    const { top } = at("#edge");
    const covered = [...document.querySelectorAll("#table .card")]
        .filter((card) => card.getBoundingClientRect().bottom > top).length;
    return { skip: at("#guide-skip"), table: at("#table"), covered };
}"""


# Whether the rule lies on the guide's line and on the button in it, or on none of the button.
COVERS = """() => {
    const at = (selector) => document.querySelector(selector).getBoundingClientRect();
    const rule = at("#rule"), skip = at("#guide-skip");
    return rule.right <= skip.left || rule.top <= skip.top && rule.bottom >= skip.bottom;
}"""


@pytest.mark.parametrize("size", [(390, 844), (640, 360), (1280, 800)])
def test_a_refusal_stands_in_the_guides_line_and_the_guide_goes_on(
    sites: Sites, meet: Meet, size: tuple[int, int]
) -> None:
    site = sites("sqlite")
    alice = meet(site.urls[0], size=size)
    page = alice.page
    table = begin(site, alice, FREECELL)
    expect_guided(page, 0)
    before = page.evaluate(STANDING)
    assert before["covered"] == 0

    card, onto, why = table.refused_pair()
    table.drag(table.centre(card), table.centre(onto))
    refusal = page.locator("#guide > .notice")
    expect(refusal).to_contain_text(why)
    expect(page.locator("#guide-said")).to_be_hidden()
    assert page.evaluate(STANDING) == before
    assert refusal.evaluate("line => line.scrollHeight <= line.clientHeight")
    refusal.get_by_role("link", name="Why?").click()
    expect(page.locator("#rule")).to_be_visible()
    assert page.evaluate(COVERS)
    page.keyboard.press("Escape")
    expect(page.locator("#rule")).to_be_hidden()

    # A card that is put into a cell has no line of its own there.
    parked = next(str(move) for move in table.board.legal_moves if str(move).endswith("c"))
    table.play(parked)
    expect(page.locator("#guide-said")).to_contain_text("You played another move.")
    expect(page.locator("#guide-said")).to_be_visible()
    expect(refusal).to_be_hidden()
    assert page.evaluate(STANDING) == before

    page.get_by_role("button", name="Skip").click()
    card, onto, why = table.refused_pair()
    table.drag(table.centre(card), table.centre(onto))
    expect(page.locator("#edge > .notice")).to_contain_text(why)
    assert alice.faults == []


def test_a_finger_on_each_of_the_two_marks_makes_one_move(sites: Sites, meet: Meet) -> None:
    site = sites("sqlite")
    alice = meet(site.urls[0], size=(390, 844), touch=True)
    page = alice.page
    table = begin(site, alice, FREECELL)
    expect_guided(page, 0)
    for number, move in enumerate(FREECELL.moves[:3], 1):
        table.play(move, "tap")
        expect_guided(page, number)
        expect(page.locator("#guide-said")).to_be_visible()
        expect(page.locator("#guide > .notice")).to_be_hidden()
    assert alice.faults == []


def lose(line: WebSocketRoute) -> None:
    """Pass everything on, but call the deal lost from the first move on."""
    server = line.connect_to_server()

    def pass_on(message: str | bytes) -> None:
        frame = json.loads(message)
        if frame["t"] == "hint" and frame["n"]:
            frame |= {"verdict": "lost", "move": None}
        line.send(json.dumps(frame))

    server.on_message(pass_on)


def test_the_guide_says_that_a_deal_is_lost_and_has_a_last_word_for_it(
    sites: Sites, meet: Meet
) -> None:
    site = sites("sqlite")
    alice = meet(site.urls[0], size=(360, 640), touch=True)
    page = alice.page
    page.route_web_socket("**/ws/race/**", lose)
    table = begin(site, alice, SOREL)
    expect_guided(page, 0)
    table.play(SOREL.moves[0], "click")
    said = page.locator("#guide-said")
    expect(said).to_have_text(
        "This deal can't be won from here any more. Undo, and the guide goes on."
    )
    expect(page.locator("#table .goal")).to_have_count(0)
    for move in SOREL.moves[1:11]:
        table.play(move, "click")
    expect(said).to_be_visible()
    table.play(SOREL.moves[11], "click")
    last = page.locator("#guide-lost")
    expect(last).to_contain_text(
        "This deal can't be won any more: undo, restart, or race a friend."
    )
    expect(page.locator("#guide-end")).to_be_hidden()
    assert last.evaluate("last => last.scrollHeight <= last.clientHeight + 1")
    assert alice.faults == []


@pytest.mark.parametrize("size", [(360, 640), (844, 390)])
def test_by_touch_in_german_until_it_is_skipped(
    sites: Sites, meet: Meet, size: tuple[int, int]
) -> None:
    site = sites("sqlite")
    alice = meet(site.urls[0], size=size, touch=True)
    page = alice.page
    page.set_extra_http_headers({"Accept-Language": "de"})
    alice.prefer(site.urls[0], "tap=pick")
    table = begin(site, alice, APPLEGATE)
    assert "vom König bis zum Ass" in expect_guided(page, 0)
    for number, move in enumerate(APPLEGATE.moves[:3], 1):
        table.play(move, "tap")
        expect_guided(page, number)
    assert not findings(page)
    page.get_by_role("button", name=re.compile("Überspringen")).tap()
    expect(page.locator("#guide")).to_be_hidden()
    expect(page.locator("#table .hinted, #table .goal")).to_have_count(0)
    page.reload()
    alice.sit_at(APPLEGATE)
    expect(page.locator("#guide")).to_have_count(0)
    assert alice.faults == []


def test_escape_puts_a_card_back_and_the_guide_goes_on(sites: Sites, meet: Meet) -> None:
    site = sites("sqlite")
    alice = meet(site.urls[0])
    page = alice.page
    table = begin(site, alice, CASTLE)
    expect_guided(page, 0)
    table.play(CASTLE.moves[0], "keys")
    expect_guided(page, 1)
    # The keyboard's focus goes to the card to move.
    source = CASTLE.moves[1][:2]
    expect(page.locator(f"#table .pile[data-pile={source}]")).to_be_focused()
    page.keyboard.press(source[1])
    expect(page.locator("#table .held")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#table .held")).to_have_count(0)
    expect_guided(page, 1)
    page.keyboard.press("Escape")
    table.play(CASTLE.moves[1], "keys")
    expect_guided(page, 2)
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("#guide")).to_be_hidden()
    assert "guided" not in page.url
    assert alice.faults == []


def expect_readable(
    page: Page,
    tables: dict[tuple[int, int], str],
    *sentences: str,
    sizes: Sequence[tuple[int, int]] = SIZES,
) -> None:
    """Check on each screen that sentences are read whole, and that the table is as before."""
    for size in sizes:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        faults, table = page.evaluate(SHOWN, sentences)
        assert faults == [], size
        assert tables.setdefault(size, table) == table, size


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_sentence_is_read_whole_on_every_screen(
    sites: Sites, meet: Meet, game: str, language: str
) -> None:
    site, known = sites("sqlite"), win(game)
    alice = meet(site.urls[0], size=SIZES[0], touch=True)
    page = alice.page
    alice.prefer(site.urls[0], "tap=pick")
    page.set_extra_http_headers({"Accept-Language": language})
    table = begin(site, alice, known)
    tables: dict[tuple[int, int], str] = {}
    for number, move in enumerate(known.moves[:12]):
        expect_guided(page, number)
        if number:
            expect_readable(page, tables, sizes=[SIZES[number % len(SIZES)]])
        else:
            expect_readable(page, tables)
            expect_readable(page, tables, *page.evaluate(WIDEST_SENTENCES))
        table.play(move, "tap")
    expect(page.locator("#guide-end")).to_be_visible()
    expect_readable(page, tables)
    assert alice.faults == []
