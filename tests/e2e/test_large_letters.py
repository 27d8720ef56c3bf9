"""Pages whose letters are twice as large by a setting of the browser: media queries follow it."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Playwright, ViewportSize, expect

from tests.e2e.conftest import Browsers, OpenRace, open_browser
from tests.e2e.person import Person
from tests.e2e.test_podium import STYLES
from tests.e2e.test_result import become
from tests.live.conftest import Sites, Visit
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium

KNOWN = win("agnes-sorel")
SIZES = ((360, 640), (390, 844), (844, 390), (1280, 800))

# What is wider than its box, or lies outside of the window; piles, and players to choose from in a
# row that scrolls, may be.
CUT = """() => [
    ...document.querySelectorAll("main button:not(.pile, .watch-pick), main a.button"),
].filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    const isOut = left < 0 || right > innerWidth + 1;
    return width && (isOut || one.scrollWidth > one.clientWidth + 1);
}).map((one) => one.textContent.trim())"""

# Words, but no fingerprints, that take more than one line.
BROKEN = """() => {
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const broken = [];
    while (texts.nextNode()) {
        const { width, height } = texts.currentNode.parentElement.getBoundingClientRect();
        for (const { 0: word, index } of texts.currentNode.data.matchAll(/[\\p{L}\\d]{2,30}/gu)) {
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (width > 1 && height > 1 && tops.size > 1) broken.push(word);
        }
    }
    return broken;
}"""


@pytest.fixture(scope="module")
def large(playwright: Playwright) -> Iterator[Browser]:
    """Open a browser with a letter size of 32 pixels in place of 16."""
    with open_browser(playwright, "--blink-settings=defaultFontSize=32") as browser:
        yield browser


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_button_keeps_its_words_and_its_place(
    sites: Sites, large: Browser, size: tuple[int, int]
) -> None:
    with large.new_context(
        base_url=sites("sqlite").urls[0],
        viewport={"width": size[0], "height": size[1]},
        reduced_motion="reduce",
    ) as context:
        page = context.new_page()
        page.goto("/")
        assert page.evaluate(CUT) == []
        page.get_by_role("button", name="Race a friend").click()
        expect(page.get_by_role("button", name="Leave")).to_be_visible()
        assert page.evaluate(CUT) == []
        page.goto("/")
        page.get_by_role("button", name="Practise alone").click()
        expect(page.locator("#table .card")).to_have_count(52)
        assert page.evaluate(CUT) == []
        apart(
            page,
            "#stage",
            "#alarm",
            "#hint",
            "#undo",
            "#redo",
            "#collect",
            "#give-up",
            ".hud-tools",
        )


def test_a_desk_whose_letters_a_script_makes_larger_keeps_things_apart(
    sites: Sites, browsers: Browsers
) -> None:
    with browsers(0).new_context(base_url=sites("sqlite").urls[0]) as context:
        page = context.new_page()
        for width, height in ((1280, 800), (1024, 768)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto("/")
            page.evaluate(LARGER)
            assert page.evaluate("document.documentElement.scrollWidth") == width
            runs = [f".duel-run:nth-child({at}) > p > " for at in (1, 2)]
            apart(page, *(f"{run}{part}" for run in runs for part in ("b", "span")))
        page.set_viewport_size({"width": 1280, "height": 800})
        page.get_by_role("button", name="Race a friend").click()
        expect(page.get_by_role("button", name="Leave")).to_be_visible()
        page.evaluate(LARGER)
        for name in ("game", "preset"):
            field = page.locator(f"#terms [name={name}]")
            assert field.evaluate("field => field.clientWidth") >= 250


LARGER = "() => { document.documentElement.style.fontSize = '200%'; }"


def test_a_result_and_a_replay_fit(
    sites: Sites, large: Browser, visit: Visit, open_race: OpenRace
) -> None:
    site = sites("sqlite")
    code = open_race(site, KNOWN)
    racers = [visit(site.urls[0]), visit(site.urls[0])]
    for racer in racers:
        racer.sit_ready(code)
    for racer, number in zip(racers, (20, 10), strict=True):
        racer.board(0)
        racer.play(KNOWN.moves[:number])
        racer.send(t="end")
    racers[0].race(state="over")
    with large.new_context(base_url=site.urls[0], reduced_motion="reduce") as context:
        page = become(Person(context), racers[0])
        page.goto(f"/race/{code}/")
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(CUT) == []
            # The links beside it may need scrolling.
            left, _, wide, _ = box(page.locator(".standings [data-slot=result]").first)
            assert left + wide <= width + 1
        page.set_viewport_size({"width": 360, "height": 640})
        within(page, "main .standings td:visible")
        page.set_viewport_size({"width": SIZES[-1][0], "height": SIZES[-1][1]})
        page.get_by_role("link", name="Watch your run").click()
        expect(page.locator(".replay-table .card").first).to_be_attached()
        apart(page, ".replay-track", ".replay-table", ".replay-controls")
        for width, height in ((360, 640), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            page.reload()
            expect(page.locator(".replay-table .card").first).to_be_attached()
            apart(page, ".replay-track", ".replay-table", ".replay-controls")
        assert page.evaluate(BROKEN) == []
        page.goto("/history/")
        within(page, "main .list td:visible")


def test_a_phone_cuts_no_words_of_menu_dialogs_and_lanes(
    sites: Sites, large: Browser, visit: Visit, open_race: OpenRace
) -> None:
    site = sites("sqlite")
    code = open_race(site, KNOWN)
    racers = [visit(site.urls[0]), visit(site.urls[0])]
    racers[0].join(code)
    with large.new_context(base_url=site.urls[0], reduced_motion="reduce") as context:
        page = become(Person(context), racers[0])
        for address in ("/", "/daily/", f"/race/{code}/"):
            page.goto(address)
            for _ in phones(page):
                assert page.evaluate(BROKEN) == []
        page.locator("[data-opens=settings]").first.click()
        for _ in phones(page):
            within(page, "#settings .button")
        page.locator("#settings .button").click()
        page.locator(".menu-button").click()
        for _ in phones(page):
            within(page, "#menu")
        page.keyboard.press("Escape")
        racers[1].sit_ready(code)
        page.locator("#ready").click()
        expect(page.locator("#table .card")).to_have_count(52)
        expect(page.locator(".lane")).to_have_count(2)
        for _ in phones(page):
            for lane in page.locator(".lane").all():
                assert lane.evaluate(
                    "lane => lane.scrollWidth <= lane.clientWidth"
                    " && lane.scrollHeight <= lane.clientHeight"
                )
        page.locator("#give-up").click()
        for _ in phones(page):
            within(page, "#ways-out .button:visible")
        page.set_viewport_size({"width": 640, "height": 400})
        assert page.locator("#ways-out").evaluate("box => box.scrollHeight <= box.clientHeight")


# Times of winners that are cut, and names with no room for half a dozen letters.
CLIPPED = """() => [...document.querySelectorAll(".lane[data-state=won]")].filter((lane) => {
    const [name, time] = ["name", "state"].map((slot) => lane.querySelector(`[data-slot=${slot}]`));
    const letter = parseFloat(getComputedStyle(name).fontSize);
    return time.scrollWidth > time.clientWidth || name.clientWidth < 4 * letter;
}).map((lane) => lane.textContent)"""

# Names that reach out of their lanes.
OUTSIDE = """() => [...document.querySelectorAll(".lane")].filter((lane) => {
    const [outer, name] = [lane, lane.querySelector("[data-slot=name]")]
        .map((part) => part.getBoundingClientRect());
    return name.top < outer.top || name.bottom > outer.bottom;
}).map((lane) => lane.textContent)"""

# Words of the podium's names that are broken or cut.
BROKEN_WORDS = """() => [...document.querySelectorAll(".podium-name")].filter((name) => {
    const high = parseFloat(getComputedStyle(name).lineHeight);
    const lines = Math.round(name.clientHeight / high);
    return lines > name.textContent.split(" ").length || name.scrollWidth > name.clientWidth;
}).map((name) => name.textContent)"""

# Times below the chart that touch the next one.
CROWDED = """() => [...document.querySelectorAll(".chart-time")]
    .map((time) => time.getBoundingClientRect()).filter(({ width }) => width)
    .filter(({ left }, at, all) => at && left < all[at - 1].right + 4).length"""


def test_three_read_who_has_won_in_what_time(
    sites: Sites, large: Browser, browsers: Browsers, visit: Visit, open_race: OpenRace
) -> None:
    site = sites("sqlite")
    code = open_race(site, KNOWN)
    racers = [visit(site.urls[0]) for _ in range(3)]
    for racer, name in zip(racers, ("FrankGecko", "Fair Beaver", "Jolly Otter"), strict=True):
        racer.post(f"/race/{code}/join/", name=name)
        racer.connect(code)
    for racer in racers:
        racer.send(t="ready", ready=True)
    for racer in racers:
        racer.board(0)
    # What was played at the very start would leave the chart without times.
    for racer in racers[1:]:
        racer.play(KNOWN.moves[:9])
    time.sleep(8)
    racers[0].play(KNOWN.moves)
    with large.new_context(base_url=site.urls[0], reduced_motion="reduce") as context:
        person = Person(context)
        page = become(person, racers[1])
        page.goto(f"/race/{code}/")
        expect(page.locator(".lane[data-state=won]")).to_have_count(1)
        for width, height in ((390, 844), (360, 640), (844, 390), (640, 400)):
            page.set_viewport_size({"width": width, "height": height})
            if width < height:
                assert page.evaluate(CLIPPED) == []
            assert page.evaluate(OUTSIDE) == []
        racers[2].send(t="end")
        person.end_run()
        expect(page.locator("#podium .podium-name")).to_have_count(3)
        expect(page.locator(".chart-time").first).to_be_attached()
        for width, height in ((1280, 800), (360, 640)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(CROWDED) == 0
        read_podium(page)
    small = browsers(0).new_context(
        base_url=site.urls[0], viewport={"width": 640, "height": 400}, device_scale_factor=2
    )
    page = become(Person(small), racers[1])
    page.goto(f"/race/{code}/")
    expect(page.locator(".chart-time").first).to_be_attached()
    assert page.evaluate(CROWDED) == 0
    small.close()


@pytest.mark.parametrize("language", ["en", "de"])
def test_ten_on_a_short_phone_have_all_buttons_in_sight(
    sites: Sites, large: Browser, visit: Visit, open_race: OpenRace, language: str
) -> None:
    site = sites("sqlite")
    code = open_race(site, KNOWN)
    racers = [visit(site.urls[0]) for _ in range(10)]
    racers[0].join(code)
    for racer in racers[1:]:
        racer.sit_ready(code)
    size: ViewportSize = {"width": 360, "height": 640}
    with large.new_context(base_url=site.urls[0], viewport=size, locale=language) as context:
        page = become(Person(context), racers[0])
        page.goto(f"/race/{code}/")
        page.locator("#ready").click()
        expect(page.locator("#table .card")).to_have_count(52)
        expect(page.locator(".lane")).to_have_count(10)
        within(page, ".controls > .button:visible")
        assert page.evaluate(CUT) == []


MATCH = """<ol class="scoreboard duel"><li><span class="scoreboard-name"><bdi>FrankGecko</bdi>
    <span class="badge">du</span></span> <strong>2</strong></li><li><span class="scoreboard-name">
    <bdi>Wise Nuthatch</bdi></span> <strong>1</strong></li></ol>"""


def test_the_score_of_two_breaks_no_name(large: Browser) -> None:
    css = "".join((STYLES / f"{name}.css").read_text() for name in ("tokens", "site", "match"))
    page = large.new_page()
    page.set_content(f"<style>{css}</style><main class='page'>{MATCH}</main>")
    for _ in phones(page):
        assert page.evaluate(BROKEN) == []
    page.close()


def read_podium(page: Page) -> None:
    """Check that names and results on its three steps are whole, and none lies on another."""
    steps = [f".podium-step:nth-child({at})" for at in (1, 2, 3)]
    parts = (".podium-name", ".podium-result")
    for width, height in ((360, 640), (390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BROKEN_WORDS) == []
        apart(page, *(f"{step} {part}" for step in steps for part in parts))


def phones(page: Page) -> Iterator[None]:
    """Make the window as large as each of some phones."""
    for width, height in SIZES[:3]:
        page.set_viewport_size({"width": width, "height": height})
        yield


def apart(page: Page, *names: str) -> None:
    """Check that none of these lies on another."""
    places = [(name, box(page.locator(name))) for name in names]
    for number, (name, one) in enumerate(places):
        for other, two in places[number + 1 :]:
            assert (
                one[0] + one[2] <= two[0] + 1
                or two[0] + two[2] <= one[0] + 1
                or one[1] + one[3] <= two[1] + 1
                or two[1] + two[3] <= one[1] + 1
            ), f"{name} lies on {other}"


def box(part: Locator) -> tuple[float, float, float, float]:
    """Return where a part is: left, top, width and height."""
    found = part.bounding_box()
    assert found is not None, part
    return found["x"], found["y"], found["width"], found["height"]


def within(page: Page, name: str) -> None:
    """Check that all of these lie in the window's width, and what isn't in a page in its height."""
    size = page.viewport_size
    assert size is not None
    for part in page.locator(name).all():
        left, top, width, height = box(part)
        assert left >= 0, part
        assert left + width <= size["width"] + 1, part
        assert top + height <= size["height"] or "main" in name, part
