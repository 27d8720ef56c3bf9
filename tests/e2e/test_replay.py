"""The replay of a finished run, in a browser."""
# Long: one page, what it does and how it fits every screen; each test needs the same two runs.

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, Route, expect

from games.pages.races.replay.replayed_run import PAGE
from tests.e2e.conftest import Browsers, Meet
from tests.e2e.person import Person
from tests.live.conftest import Seats, Sites, start
from tests.live.conftest import seat as seat  # racers play what is watched here
from tests.live.conftest import visit as visit
from tests.live.wins import wins

pytestmark = pytest.mark.needs_chromium

KNOWN = wins("agnes-sorel/standard")[3]
"""A deal that no other test races on: a deal under race cannot be practised."""

MOVES = KNOWN.moves[:24]
DEALS = [number for number, move in enumerate(MOVES, 1) if move == "deal"]


@pytest.fixture
def entries(sites: Sites, seat: Seats) -> list[int]:
    """Race two players, the second through half of the first one's moves; return their entries.

    The second plays first, so that at the first one's last move both have got somewhere.
    """
    _code, racers = seat(sites("sqlite"), KNOWN)
    start(racers)
    for racer, moves in zip(reversed(racers), (MOVES[:12], MOVES), strict=True):
        racer.play(moves)
        racer.send(t="end")
    return [seat["entry"] for seat in racers[0].race(state="over")["seats"]]


def expect_at(watcher: Person, number: int, run: int = 0) -> None:
    """Check that caption and list show a run at an action."""
    listed = watcher.page.locator(f".replay-moves[data-run='{run}'] .moment[aria-current]")
    expect(listed).to_have_attribute("data-number", str(number))
    move = listed.locator(".moment-number").inner_text() or r"\d+"
    did = watcher.page.locator(f".replay-run[data-run='{run}'] .replay-did")
    expect(did).to_have_text(re.compile(rf"^Move {move} of "))


def test_a_run_is_watched_by_keyboard_alone(sites: Sites, meet: Meet, entries: list[int]) -> None:
    watcher = meet(sites("sqlite").urls[0])
    watcher.page.goto(f"/entry/{entries[0]}/replay")
    expect(watcher.page.locator(".replay-table .card")).to_have_count(52)
    expect_at(watcher, 0)
    keyboard = watcher.page.keyboard
    for _ in range(3):
        keyboard.press("ArrowRight")
    expect_at(watcher, 3)
    expect(watcher.page.locator("#live")).to_contain_text("3, ")
    keyboard.press("ArrowLeft")
    expect_at(watcher, 2)
    keyboard.press("d")
    expect_at(watcher, DEALS[0])
    keyboard.press("d")
    expect_at(watcher, DEALS[1])
    keyboard.press("Shift+D")
    expect_at(watcher, DEALS[0])
    keyboard.press("Home")
    expect_at(watcher, 0)
    keyboard.press("+")
    expect(watcher.page.get_by_label("Speed")).to_have_value("2")
    keyboard.press("Space")
    expect_at(watcher, len(MOVES) + 1)
    did = watcher.page.locator(".replay-did")
    expect(did).to_contain_text(f"Move {len(MOVES)} of {len(MOVES)} · Stopped")
    slider = watcher.page.get_by_role("slider", name="Time of the race")
    expect(slider).to_have_value(slider.get_attribute("max") or "")
    keyboard.press("?")
    expect(watcher.page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert watcher.faults == []


def test_a_link_leads_to_its_moment_and_the_address_follows(
    sites: Sites, meet: Meet, entries: list[int]
) -> None:
    watcher = meet(sites("sqlite").urls[0], size=(360, 640), touch=True)
    watcher.page.goto(f"/entry/{entries[0]}/replay?n=5")
    expect_at(watcher, 5)
    watcher.page.get_by_role("button", name="One step forward").tap()
    expect_at(watcher, 6)
    watcher.page.wait_for_url("**/replay?n=6")
    watcher.page.locator(".moment[data-number='9']").tap()
    expect_at(watcher, 9)
    watcher.page.wait_for_url("**/replay?n=9")
    watcher.page.goto(f"/entry/{entries[0]}/replay?t=86400")
    expect_at(watcher, len(MOVES) + 1)
    assert watcher.page.evaluate("document.documentElement.scrollWidth") == 360
    # Without a keyboard there is no list of keys, until one is pressed.
    expect(watcher.page.get_by_role("button", name="Link to this moment")).to_be_visible()
    expect(watcher.page.get_by_role("button", name="Keys")).to_be_hidden()
    watcher.page.keyboard.press("?")
    expect(watcher.page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert watcher.faults == []


@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_on_an_upright_phone_the_table_is_as_wide_as_the_screen(
    sites: Sites, meet: Meet, entries: list[int], size: tuple[int, int]
) -> None:
    watcher = meet(sites("sqlite").urls[0], size=size, touch=True)
    page = watcher.page
    page.goto(f"/entry/{entries[0]}/replay?n=5")
    expect_at(watcher, 5)
    lanes, table, did, controls, card, foundation, column = (
        page.locator(part).first.evaluate("part => part.getBoundingClientRect().toJSON()")
        for part in (
            *(".replay-track", ".replay-table", ".replay-did", "#replay-controls"),
            *(".replay-table .card", "[data-pile=fs]", "[data-pile=t1]"),
        )
    )
    assert (table["x"], table["width"]) == (0, size[0])
    assert card["width"] >= 44
    assert foundation["y"] + foundation["height"] < column["y"]
    assert lanes["y"] + lanes["height"] <= table["y"]
    assert table["y"] + table["height"] <= did["y"]
    assert did["y"] + did["height"] <= controls["y"]
    assert controls["y"] + controls["height"] <= size[1]
    # The lanes tell it already.
    expect(page.locator(".replay-home")).to_be_hidden()
    assert watcher.faults == []


def test_a_long_run_is_fetched_page_by_page(sites: Sites, meet: Meet, seat: Seats) -> None:
    _code, racers = seat(sites("sqlite"), KNOWN)
    start(racers)
    racer = racers[0]
    move = racer.frames_of("board")[-1]["board"]["moves"][0]
    last = PAGE + 30
    for number in range(1, last):
        racer.act(number, move if number % 2 else "undo")
        # As fast as the server's rate limit allows over time.
        time.sleep(0.03)
    for one in racers:
        one.send(t="end")
    entry = racer.race(state="over")["seats"][0]["entry"]
    watcher = meet(sites("sqlite").urls[0], size=(360, 640))
    watcher.page.goto(f"/entry/{entry}/replay?n={PAGE + 5}")
    expect_at(watcher, PAGE + 5)
    watcher.page.keyboard.press("Home")
    expect_at(watcher, 0)
    watcher.page.keyboard.press("End")
    expect_at(watcher, last)
    expect(watcher.page.locator(".replay-table .card")).to_have_count(52)
    watcher.page.get_by_role("link", name="Earlier steps").click()
    expect_at(watcher, 0)
    watcher.page.keyboard.press("End")
    for _ in range(last - PAGE + 1):
        watcher.page.keyboard.press("ArrowLeft")
    expect_at(watcher, PAGE - 1)
    assert watcher.page.evaluate("document.documentElement.scrollWidth") == 360
    assert watcher.faults == []


STAGE = """() => [...document.querySelectorAll(".replay-table, #replay-controls")]
    .map((part) => part.getBoundingClientRect().toJSON())"""


def test_two_runs_are_on_one_clock(sites: Sites, meet: Meet, entries: list[int]) -> None:
    watcher = meet(sites("sqlite").urls[0])
    watcher.page.goto(f"/entry/{entries[0]}/replay")
    beside = watcher.page.get_by_label("Side by side with")
    # The keys pass other names; a finger or a pointer has chosen.
    beside.press("Tab")
    watcher.page.keyboard.press("Shift+Tab")
    beside.select_option(str(entries[1]))
    expect(watcher.page).to_have_url(re.compile("/replay$"))
    beside.select_option("")
    beside.dispatch_event("pointerdown")
    beside.select_option(str(entries[1]))
    expect(watcher.page.locator(".replay-table .card")).to_have_count(104)
    watcher.page.keyboard.press("End")
    expect_at(watcher, len(MOVES) + 1, run=0)
    expect_at(watcher, 13, run=1)
    watcher.page.keyboard.press("o")
    watcher.page.keyboard.press("Home")
    for run in (0, 1):
        expect_at(watcher, 0, run)
    watcher.page.keyboard.press("ArrowRight")
    expect_at(watcher, 1, run=1)
    for width, height in ((360, 640), (390, 844), (667, 375), (844, 390)):
        watcher.page.set_viewport_size({"width": width, "height": height})
        watcher.page.evaluate("scrollTo(0, 0)")
        for part in (".replay-table", ".replay-home", "#replay-controls"):
            for each in watcher.page.locator(part).all():
                expect(each).to_be_in_viewport(ratio=1)
        boxes = watcher.page.evaluate(STAGE)
        assert all(box["bottom"] <= boxes[-1]["top"] for box in boxes[:-1]), width
        assert (boxes[0]["top"] == boxes[1]["top"]) == (width > height)
        assert watcher.page.evaluate("document.documentElement.scrollWidth") == width
    card = watcher.page.locator(".replay-table .card").first
    watcher.page.wait_for_function(
        "card => card.getBoundingClientRect().width >= 40", arg=card.element_handle()
    )
    assert watcher.faults == []


@pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (1024, 768), (768, 1024)])
def test_on_a_desk_every_control_is_on_the_first_screen(
    sites: Sites, meet: Meet, entries: list[int], size: tuple[int, int]
) -> None:
    page = meet(sites("sqlite").urls[0], size=size).page
    for beside in ("", f"&with={entries[1]}"):
        page.goto(f"/entry/{entries[0]}/replay?n=5{beside}")
        expect(page.locator(".replay-table .card")).to_have_count(104 if beside else 52)
        for part in (".replay-table", "#replay-controls", "#replay-more"):
            for each in page.locator(part).all():
                expect(each).to_be_in_viewport(ratio=1)
        tables = page.evaluate(STAGE)[:-1]
        assert len({(table["top"], table["bottom"]) for table in tables}) == 1
        assert tables[0]["height"] >= 0.4 * size[1]


def copy_the_link(page: Page) -> None:
    """Copy the link to the moment that is shown; the button says that it is."""
    page.get_by_role("button", name="Link to this moment").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()


def test_a_run_is_raced_as_a_ghost_and_the_result_is_shared(
    sites: Sites, meet: Meet, entries: list[int]
) -> None:
    racer = meet(sites("sqlite").urls[0], size=(360, 640))
    racer.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    racer.page.goto(f"/entry/{entries[0]}/replay")
    racer.page.get_by_role("link", name="Race this run").click()
    racer.page.get_by_role("button", name="Race this run").click()
    ghost = racer.page.locator("#rivals .ghost")
    expect(racer.page.locator("#table .card")).to_have_count(52)
    # The bar gives way to what the run has come to, once it is over.
    expect(ghost.locator("progress")).to_have_attribute(
        "aria-label", re.compile(r"Ghost of .+: ([2-9]|\d\d) of 52 cards home")
    )
    expect(racer.page.locator("#live")).to_contain_text("has stopped.")
    table = racer.page.locator("#table").bounding_box()
    bar = ghost.bounding_box()
    assert table is not None
    assert bar is not None
    assert bar["y"] + bar["height"] <= table["y"]

    racer.page.get_by_role("button", name="End", exact=True).click()
    racer.page.get_by_role("dialog").get_by_role("button", name="End").click()
    beside = racer.page.get_by_role("link", name="Side by side with")
    expect(beside).to_be_visible()
    # The site's Permissions-Policy forbids reading the clipboard.
    racer.page.evaluate(
        """() => {
            const write = navigator.clipboard.writeText.bind(navigator.clipboard);
            navigator.clipboard.writeText = (text) => write((window.copied = text));
        }"""
    )
    racer.page.get_by_role("button", name="Share").click()
    expect(racer.page.get_by_label("Copied. It gives no cards away.")).to_be_visible()
    shared = racer.page.evaluate("window.copied")
    assert re.fullmatch(
        r"🃏 Same Deal: Agnes Sorel\n1 of 52 cards home · 0 moves\n"
        r"Patience with the same cards for everyone\. Your turn:\n"
        r"http://127\.0\.0\.1:\d+/entry/\d+/race",
        shared,
    )
    beside.click()
    expect(racer.page.locator(".replay-table .card")).to_have_count(104)
    copy_the_link(racer.page)
    assert racer.faults == []


SIDEWAYS = ((640, 360), (667, 375), (844, 390))

# What of the page lies on something else of it, or reaches out of the window.
CROSSED = """() => {
    const names = [".site-header", ".replay-title", ".replay-track", ".replay-caption",
        ".replay-did", ".replay-table", ".replay-controls", "#replay-more", ".replay-next"];
    const boxes = names.flatMap((name) => [...document.querySelectorAll(name)].map((part) =>
        ({ name, ...part.getBoundingClientRect().toJSON() }))).filter(({ width }) => width);
    return boxes.flatMap((one, at) => [
        ...(one.left < 0 || one.right > innerWidth ? [`${one.name} is cut`] : []),
        ...boxes.slice(at + 1).filter((two) => one.left < two.right - 1 && two.left < one.right - 1
            && one.top < two.bottom - 1 && two.top < one.bottom - 1)
            .map((two) => `${one.name} lies on ${two.name}`),
    ]);
}"""

# Words beside the table that are wider or, if they do not scroll, higher than their place.
SHORTENED = """() => [...document.querySelectorAll(
    ".replay-title, .replay-title *, .replay-caption, .replay-did, #replay-more *:not(svg *)"
)].filter((part) => part.clientWidth && (part.scrollWidth > part.clientWidth + 1
    || part.scrollHeight > part.clientHeight + 1))
    .map((part) => part.className + ": " + part.textContent.trim())"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_phone_held_sideways_the_table_has_the_height(
    sites: Sites, browsers: Browsers, entries: list[int], language: str
) -> None:
    with browsers(0).new_context(
        base_url=sites("sqlite").urls[0], has_touch=True, locale=language, reduced_motion="reduce"
    ) as context:
        watch_sideways(Person(context), entries)


def watch_sideways(watcher: Person, entries: list[int]) -> None:
    """Check the replays of one run and of two on phones held sideways."""
    page = watcher.page
    for address in (f"{entries[0]}/replay?n=5", f"{entries[0]}/replay?n=5&with={entries[1]}"):
        page.goto(f"/entry/{address}")
        runs = 1 + ("with" in address)
        expect(page.locator(".replay-table .card")).to_have_count(52 * runs)
        for width, height in SIDEWAYS:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 0)")
            assert page.evaluate(CROSSED) == []
            assert page.evaluate("document.documentElement.scrollWidth") == width
            for table in page.locator(".replay-table").all():
                box = table.bounding_box()
                assert box is not None
                assert box["height"] >= (0.7 if runs == 1 else 0.65) * height
            slider = page.locator("#scrub").bounding_box()
            assert slider is not None
            assert slider["width"] >= 120
            expect(page.locator("#replay-controls")).to_be_in_viewport(ratio=1)
            page.wait_for_function(
                "document.querySelector('.replay-table .card').getBoundingClientRect().width >= 32"
            )
            if runs == 1:
                assert page.evaluate(SHORTENED) == []
    assert watcher.faults == []


PLACES = """() => [".replay-title", ".replay-table", "#replay-controls", "#replay-more",
    ".replay-next"].map((name) => document.querySelector(name).getBoundingClientRect().toJSON())"""


@pytest.mark.parametrize("size", [(640, 360), (844, 390), (390, 844), (1280, 800)])
def test_before_its_script_has_run_everything_is_in_its_place(
    sites: Sites, meet: Meet, entries: list[int], size: tuple[int, int]
) -> None:
    watcher = meet(sites("sqlite").urls[0], size=size)
    page = watcher.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(r"/src/replay/main[^/]*\.js"), hold)
    page.goto(f"/entry/{entries[0]}/replay?n=5", wait_until="commit")
    expect(page.locator(".replay-next .button").last).to_be_visible()
    expect(page.locator("#replay-controls")).to_be_hidden()
    assert page.evaluate(CROSSED) == []
    places = page.evaluate(PLACES)
    for route in held:
        route.continue_()
    expect(page.locator(".replay-table .card")).to_have_count(52)
    expect(page.locator("#replay-controls")).to_be_visible()
    assert page.evaluate(PLACES) == places
    assert watcher.faults == []


@pytest.mark.parametrize("size", SIDEWAYS)
def test_without_scripts_nothing_lies_on_anything(
    sites: Sites, browsers: Browsers, entries: list[int], size: tuple[int, int]
) -> None:
    with browsers(0).new_context(
        base_url=sites("sqlite").urls[0],
        viewport={"width": size[0], "height": size[1]},
        java_script_enabled=False,
    ) as context:
        page = context.new_page()
        page.goto(f"/entry/{entries[0]}/replay")
        expect(page.locator("#replay-controls")).to_be_hidden()
        names = (".replay-title", ".replay-track", ".replay-still", ".notice-box", ".replay-next")
        boxes = [(name, page.locator(name).first.bounding_box()) for name in names]
        for at, (name, one) in enumerate(boxes):
            assert one is not None, name
            for other, two in boxes[at + 1 :]:
                assert two is not None, other
                assert (
                    one["x"] + one["width"] <= two["x"] or one["y"] + one["height"] <= two["y"]
                ), f"{name} lies on {other}"


def test_everyone_is_on_the_track_and_a_press_shows_their_cards_at_that_moment(
    sites: Sites, meet: Meet, entries: list[int]
) -> None:
    watcher = meet(sites("sqlite").urls[0], size=(844, 390))
    page = watcher.page
    page.goto(f"/entry/{entries[0]}/replay")
    expect(page.locator(".replay-home")).to_have_text("Now: 1 of 52 home")
    start, play = page.locator("#start"), page.locator("#toggle")
    expect(start).to_be_visible()
    counts = page.locator(".replay-lane [data-slot=count]")
    expect(counts).to_have_text(["1/52", "1/52"])
    boxes = [page.locator(part).bounding_box() for part in (".replay-table", "#replay-controls")]
    assert all(box is not None for box in boxes)
    table, controls = (box for box in boxes if box is not None)
    assert table["y"] + table["height"] <= controls["y"]
    assert controls["y"] + controls["height"] <= 390
    card = page.locator(".replay-table .card").first.bounding_box()
    assert card is not None
    assert card["width"] >= 44
    for button in page.locator("#replay-more .button:visible").all():
        expect(button).to_be_in_viewport(ratio=1)
        assert button.evaluate("button => button.scrollWidth <= button.clientWidth")
    for part in (counts.first, counts.last, page.locator(".replay-did")):
        expect(part).to_be_in_viewport(ratio=1)
    start.click()
    expect(start).to_be_hidden()
    expect_at(watcher, len(MOVES) + 1)
    expect(counts.first).not_to_have_text("1/52")
    page.keyboard.press("End")
    page.locator(".replay-lane:not([aria-current])").click()
    page.wait_for_url(re.compile(rf"/entry/{entries[1]}/replay\?t=[\d.]+$"))
    expect_at(watcher, 13)
    expect(page.locator(".replay-lane[aria-current]")).to_have_attribute(
        "data-entry", str(entries[1])
    )
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"/entry/{entries[0]}/replay")
    expect_at(watcher, len(MOVES) + 1)
    expect(play).to_have_accessible_name("Play")
    assert watcher.faults == []


def test_long_pauses_are_shortened_and_the_page_says_so(
    sites: Sites, meet: Meet, seat: Seats
) -> None:
    _code, racers = seat(sites("sqlite"), KNOWN)
    start(racers)
    for racer in racers:
        racer.play(MOVES[:1])
    # Longer than anyone watches.
    time.sleep(8)
    for racer in racers:
        racer.play(MOVES[1:2], first=2)
        racer.send(t="end")
    entry = racers[0].race(state="over")["seats"][0]["entry"]
    watcher = meet(sites("sqlite").urls[0])
    watcher.page.goto(f"/entry/{entry}/replay")
    did, short = (
        watcher.page.locator(".replay-did"),
        watcher.page.get_by_label("Shorten long pauses"),
    )
    expect(short).to_be_checked()
    watcher.page.locator("#start").click()
    expect(did).to_have_text(re.compile(r"\s· thinking for \d+(\.\d)? s, shortened$"))
    short.uncheck()
    expect(did).not_to_have_text(re.compile("shortened"))
    short.check()
    expect_at(watcher, 3)
    assert watcher.faults == []


def test_the_controls_stay_within_the_column_of_the_table(
    sites: Sites, meet: Meet, entries: list[int]
) -> None:
    watcher = meet(sites("sqlite").urls[0])
    watcher.page.goto(f"/entry/{entries[0]}/replay")
    expect(watcher.page.locator(".replay-home")).to_be_visible()
    table, controls = (
        watcher.page.locator(part).bounding_box() for part in (".replay-table", "#replay-controls")
    )
    assert table is not None
    assert controls is not None
    assert (controls["x"], controls["width"]) == (table["x"], table["width"])
    jump = watcher.page.get_by_role("button", name="Next deal").locator("..")
    assert jump.evaluate("element => getComputedStyle(element).borderTopStyle") == "solid"


def test_letter_keys_can_be_limited_to_the_focused_buttons(
    sites: Sites, meet: Meet, entries: list[int]
) -> None:
    url = sites("sqlite").urls[0]
    watcher = meet(url)
    watcher.prefer(url, "keys=focus")
    watcher.page.goto(f"/entry/{entries[0]}/replay")
    expect_at(watcher, 0)
    watcher.page.keyboard.press("d")
    watcher.page.keyboard.press("ArrowRight")
    expect_at(watcher, 1)
    watcher.page.get_by_role("button", name="One step forward").focus()
    watcher.page.keyboard.press("d")
    expect_at(watcher, DEALS[0])
