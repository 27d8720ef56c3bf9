"""One track with a lane for everyone: ordered by place, all in sight, and nothing moves for it."""
# Long: one track, from two lanes to ten, on every screen.

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.person import Person
from tests.live.conftest import Sites, Visit
from tests.live.conftest import visit as visit  # racers take the other seats
from tests.live.racer import Racer
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium

KNOWN = win("agnes-bernauer")
SIZES = [(360, 640), (844, 390), (1280, 800)]

WATCH_SHIFTS = """() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) {
            window.shifts.push([value, sources.map(({ node }) => node?.id || node?.className)]);
        }
    }).observe({ type: "layout-shift" });
}"""

LANES = """() => [...document.querySelectorAll("#rivals .lane")]
    .map((lane) => ({ lane, box: lane.getBoundingClientRect() }))
    .sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left)
    .map(({ lane, box }) => {
        const stage = document.querySelector("#stage").getBoundingClientRect();
        const text = (name) => lane.querySelector(`[data-slot=${name}]`).textContent;
        return {
            name: text("name"),
            place: Number(text("place")),
            count: Number(text("count")),
            shown: box.left >= 0 && box.top >= 0 && box.right <= innerWidth + 1
                && box.bottom <= innerHeight + 1,
            beside: box.bottom <= stage.top + 1 || box.left >= stage.right - 1
                || box.right <= stage.left + 1,
        };
    })"""


def racers(
    person: Person, visit: Visit, sites: Sites, code: str, count: int
) -> tuple[list[Racer], Page]:
    """Seat a person and racers in a race, and start it."""
    person.join_by_link(code, "Alice")
    others = [visit(sites("sqlite").urls[0]) for _ in range(count)]
    for other in others:
        other.sit_ready(code)
    person.ready()
    for other in others:
        other.board(0)
    person.sit_at(KNOWN)
    return others, person.page


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_ten_lanes_are_in_sight_and_in_order_and_nothing_moves(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit, size: tuple[int, int]
) -> None:
    alice = meet(sites("sqlite").urls[0], size=size)
    lines: list[WebSocketRoute] = []

    def connect(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    alice.page.route_web_socket("**/ws/race/**", connect)
    others, page = racers(alice, visit, sites, open_race(sites("sqlite"), KNOWN), 9)
    page.evaluate(WATCH_SHIFTS)
    stage, line = (page.locator(name).bounding_box() for name in ("#stage", "#call"))
    for number, other in enumerate(others[:6]):
        other.play(KNOWN.moves[: 9 + 5 * number])
    others[6].send(t="leave")
    others[7].play(KNOWN.moves)
    won = page.locator(".lane[data-state=won]")
    expect(won).to_have_count(1)
    expect(page.locator(".lane[data-state=forfeit]")).to_have_count(1)
    lanes = page.evaluate(LANES)
    assert len(lanes) == 10
    assert all(lane["shown"] and lane["beside"] for lane in lanes)
    assert [lane["place"] for lane in lanes] == sorted(lane["place"] for lane in lanes)
    assert lanes[0]["count"] == 52
    assert [lane["name"] for lane in lanes].count("You") == 1
    connection = page.locator("#edge > .connection")
    lines[-1].close()
    expect(connection).to_be_visible()
    expect(connection).to_be_hidden()
    assert page.locator("#stage").bounding_box() == stage
    assert page.locator("#call").bounding_box() == line
    assert page.evaluate("() => shifts") == []
    assert alice.faults == []


@pytest.mark.parametrize("count", [2, 4, 6])
def test_lanes_have_their_place_before_they_come(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit, count: int
) -> None:
    alice = meet(sites("sqlite").urls[0], size=SIZES[0])
    _, page = racers(alice, visit, sites, open_race(sites("sqlite"), KNOWN), count - 1)
    page.add_init_script(f"({WATCH_SHIFTS})()")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(page.locator("#table .card")).to_have_count(52)
        expect(page.locator("#rivals .lane .rival-name")).to_have_count(count)
        expect(page.locator("#call")).not_to_be_empty()
        assert page.evaluate("shifts") == [], width
        # The server knows the shape that the lanes will have.
        before = page.context.request.get(page.url).text()
        (shape,) = re.findall(r'id="arena" class="([^"]*)"', before)
        assert page.locator("#arena").get_attribute("class") == shape
    assert alice.faults == []


# Until two lanes have changed places: which lanes lay on others in which frame, and could be seen.
WATCH_OVERLAPS = """() => {
    window.overlaps = [];
    window.seen = new Set();
    const look = () => {
        const lanes = [...document.querySelectorAll("#rivals .lane")].map((lane) => ({
            box: lane.getBoundingClientRect(),
            opacity: Number(getComputedStyle(lane).opacity),
        }));
        lanes.forEach(({ opacity }) => window.seen.add(opacity < 0.5 ? "faded" : "clear"));
        const [one, other] = lanes;
        const across = Math.min(one.box.right, other.box.right)
            - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom)
            - Math.max(one.box.top, other.box.top);
        if (across > 1 && down > 1) window.overlaps.push([one.opacity, other.opacity]);
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_lanes_that_change_places_never_lie_on_each_other(
    sites: Sites,
    meet: Meet,
    open_race: OpenRace,
    visit: Visit,
    motion: Literal["no-preference", "reduce"],
) -> None:
    alice = meet(sites("sqlite").urls[0], size=(360, 640))
    (other,), page = racers(alice, visit, sites, open_race(sites("sqlite"), KNOWN), 1)
    page.emulate_media(reduced_motion=motion)
    page.evaluate(WATCH_SHIFTS)
    page.evaluate(WATCH_OVERLAPS)
    first = page.locator(".lane:not(.own)[data-place='1']")
    other.play(KNOWN.moves[:30])
    expect(first).to_have_count(1)
    own, leader = page.locator(".lane.own"), page.locator(".lane:not(.own)")
    page.wait_for_function(
        """() => {
            const [one, other] = [".lane:not(.own)", ".lane.own"].map((lane) =>
                document.querySelector(`#rivals ${lane}`));
            return one.getBoundingClientRect().left < other.getBoundingClientRect().left
                && !one.getAnimations().length && !other.getAnimations().length;
        }"""
    )
    expect(own).to_have_css("opacity", "1")
    expect(leader).to_have_css("opacity", "1")
    assert page.evaluate("overlaps") == []
    assert page.evaluate("seen.has('faded')") == (motion == "no-preference")
    assert page.evaluate("shifts") == []
    assert alice.faults == []


TWINS = ("Wolfeschlegelsteinhausenbergerdorff-Muel", "Wolfeschlegelsteinhausenbergerdorff-Mira")
HEBREW = "\u05d0\u05d1\u05e8\u05d4\u05dd \u05d1\u05df \u05e9\u05dc\u05de\u05d4"

# What is to be read of each name, and whether it keeps clear of the figures beside it.
NAMES = """() => [...document.querySelectorAll("#rivals .lane")].map((lane) => {
    const name = lane.querySelector(".rival-name");
    const [head, tail] = name.children;
    const box = (part) => part.getBoundingClientRect();
    const figures = [...lane.querySelectorAll(".lane-count, .lane-state")].map(box);
    const last = box(tail ?? head);
    return {
        name: name.textContent,
        tail: tail?.textContent ?? "",
        whole: head.scrollWidth <= head.clientWidth,
        room: box(name).width,
        clear: box(name).left >= box(lane).left && last.right <= box(lane).right
            && figures.every(({ left, width }) => !width || box(name).right <= left + 1),
    };
})"""


# The smallest letters of a lane's name, state and number, in pixels.
LETTERS = """() => Math.min(...["name", "state", "count"]
    .flatMap((slot) => [...document.querySelectorAll(`.lane [data-slot=${slot}]`)])
    .map((part) => parseFloat(getComputedStyle(part).fontSize)))"""


def test_long_names_of_ten_are_told_apart_and_foreign_ones_are_not_cut_at_their_beginning(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit
) -> None:
    code = open_race(sites("sqlite"), KNOWN)
    alice = meet(sites("sqlite").urls[0], size=(360, 640))
    alice.join_by_link(code, "Alice")
    others = [visit(sites("sqlite").urls[0]) for _ in range(9)]
    for number, other in enumerate(others):
        other.post(f"/race/{code}/join/", name=([*TWINS, HEBREW] + [""] * 6)[number])
        other.connect(code)
        other.send(t="ready", ready=True)
    alice.ready()
    alice.sit_at(KNOWN)
    others[0].board(0)
    others[0].play(KNOWN.moves[:5])
    expect(alice.page.locator(".lane[data-place='1']")).to_have_count(1)
    for width, height in ((360, 640), (390, 844), (844, 390), (640, 400)):
        alice.page.set_viewport_size({"width": width, "height": height})
        lanes = alice.page.evaluate(NAMES)
        assert len(lanes) == 10
        assert alice.page.evaluate(LETTERS) >= 12, width
        assert all(lane["clear"] for lane in lanes), width
        twins = [lane for lane in lanes if lane["name"] in TWINS]
        assert sorted(lane["tail"] for lane in twins) == ["Mira", "Muel"]
        assert all(lane["room"] >= 20 for lane in twins), width
        # Beside the table only its end may be cut.
        whole = next(lane for lane in lanes if lane["name"] == HEBREW)["whole"]
        assert whole or width > height, width
    # Nor does a long name give way to who is away.
    others[1].close()
    away = alice.page.locator(".lane", has_text=TWINS[1]).locator("[data-slot=away]:not([hidden])")
    expect(away).to_have_count(1)
    for width, height in ((844, 390), (640, 400)):
        alice.page.set_viewport_size({"width": width, "height": height})
        lanes = alice.page.evaluate(NAMES)
        assert all(lane["room"] >= 20 for lane in lanes if lane["name"] in TWINS), width
    hebrew = alice.page.locator(".rival-name", has_text=HEBREW)
    assert hebrew.evaluate("name => getComputedStyle(name).direction") == "rtl"
    assert alice.faults == []


def test_the_names_of_three_stay_when_runs_have_ended_in_a_match(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit
) -> None:
    alice = meet(sites("sqlite").urls[0], size=(360, 640))
    others, page = racers(alice, visit, sites, open_race(sites("sqlite"), KNOWN), 2)
    others[0].send(t="end")
    alice.end_run()
    page.set_extra_http_headers({"Accept-Language": "de"})
    page.reload()
    expect(page.locator(".lane.own")).to_contain_text("aufgehört")
    page.locator(".lane .score").evaluate_all(
        "all => all.forEach((score) => { score.hidden = false; score.textContent = '0'; })"
    )
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 640})
        lanes = page.evaluate(NAMES)
        assert next(lane for lane in lanes if lane["name"] == "Du")["whole"], width
        assert all(lane["clear"] and (lane["whole"] or lane["room"] >= 20) for lane in lanes), lanes
    assert alice.faults == []


def test_what_help_says_moves_no_lane_on_a_phone_held_sideways(
    sites: Sites, meet: Meet, visit: Visit
) -> None:
    site = sites("sqlite")
    code = site.manage("race", KNOWN.rules, "--deal", KNOWN.deal, "--countdown", "3", "--helped")
    alice = meet(site.urls[0], size=(640, 360))
    others, page = racers(alice, visit, sites, code.strip(), 3)
    others[0].send(t="end")
    page.set_extra_http_headers({"Accept-Language": "de"})
    page.reload()
    expect(page.locator("#rivals")).to_contain_text("aufgehört")
    measure = "all => all.map(({ offsetTop, offsetHeight }) => [offsetTop, offsetHeight])"
    lanes = page.locator("#rivals .lane")
    quiet = lanes.evaluate_all(measure)
    assert min(height for _, height in quiet) >= 30
    page.locator("#alarm").click()
    for verdict, sentence in (
        ("lost", "Von hier ist kein Sieg mehr möglich. Nimm Züge zurück oder spiel weiter."),
        ("unknown", "Noch unklar, ob hier ein Sieg möglich ist."),
    ):
        page.locator("#advice-said").evaluate(
            "(said, [verdict, text]) => { said.dataset.verdict = verdict;"
            " said.querySelector('span').textContent = text; }",
            [verdict, sentence],
        )
        assert lanes.evaluate_all(measure) == quiet
        said = page.locator("#advice-said").bounding_box()
        assert said is not None
        assert said["y"] + said["height"] <= 360
    # In a match, the score leaves the name its line.
    roomy = """all => all.every((name) => name.clientWidth > 75
        || name.firstChild.scrollWidth <= name.firstChild.clientWidth)"""
    lanes.locator(".score").evaluate_all(
        "all => all.forEach((score) => { score.hidden = false; score.textContent = '0'; })"
    )
    assert page.locator("#rivals .lane:not(.own) .rival-name").evaluate_all(roomy)
    assert alice.faults == []


def test_what_happens_on_the_track_is_told_beside_the_table(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit
) -> None:
    alice = meet(sites("sqlite").urls[0])
    (other,), page = racers(alice, visit, sites, open_race(sites("sqlite"), KNOWN), 1)
    line = page.locator("#call")
    name = page.locator(".lane:not(.own) .rival-name").inner_text()
    expect(line).to_have_text(f"Level with {name}")
    table = alice.sit_at(KNOWN)
    home = next(i for i, move in enumerate(KNOWN.moves) if move.endswith("f"))
    for move in KNOWN.moves[: home + 1]:
        table.play(move, "click")
    expect(line).to_have_text(f"1 ahead of {name}")
    far = next(i for i in range(home, len(KNOWN.moves)) if homes(KNOWN.moves[:i]) > 2)
    page.set_viewport_size({"width": 844, "height": 390})
    before = page.locator("#table").bounding_box()
    other.play(KNOWN.moves[:far])
    # A long name is shortened there.
    expect(line).to_contain_text("overtakes you")
    told = page.locator("#edge > .news")
    expect(told).to_contain_text("overtakes you")
    expect(told).to_be_in_viewport(ratio=1)
    expect(line).to_be_hidden()
    assert page.locator("#table").bounding_box() == before
    assert before is not None
    edge = page.locator("#edge").bounding_box()
    assert edge is not None
    assert edge["y"] >= before["y"] + before["height"]
    page.set_viewport_size({"width": 1280, "height": 800})
    other.play(KNOWN.moves[far:], first=far + 1)
    expect(line).to_contain_text(f"{name} has finished")
    expect(told).to_be_hidden()
    stage, called = page.locator("#stage").bounding_box(), line.bounding_box()
    assert stage is not None
    assert called is not None
    assert called["x"] >= stage["x"] + stage["width"]
    assert alice.faults == []


def homes(moves: list[str]) -> int:
    """Count the cards that moves send home."""
    return sum(move.endswith("f") for move in moves)


# Where a lane's parts stand in it, and how many lines its name has.
SHAPE = """() => [...document.querySelectorAll("#rivals .lane")].map((lane) => {
    const outer = lane.getBoundingClientRect();
    const at = (part) => {
        const box = lane.querySelector(part).getBoundingClientRect();
        return [box.left - outer.left, box.top - outer.top].map(Math.round);
    };
    const name = lane.querySelector(".rival-name");
    const range = document.createRange();
    range.selectNodeContents(name.firstChild.firstChild);
    const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
    const right = (part) => Math.round(
        outer.right - lane.querySelector(part).getBoundingClientRect().right);
    return {
        name: Math.round(range.getBoundingClientRect().left - outer.left),
        bar: at(".bar"),
        moves: at("[data-slot=figures]"),
        count: right(".lane-count"),
        score: lane.querySelector(".score").hidden ? null : right(".score"),
        lines: new Set(tops).size,
    };
})"""


@pytest.mark.parametrize("name", ["J\u00fcrgen", "Sunny Stork", "Wilhelmina Bea"])
@pytest.mark.parametrize("size", [(1280, 800), (2560, 1440)], ids=str)
def test_lanes_beside_a_table_on_a_desk_have_one_shape(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit, size: tuple[int, int], name: str
) -> None:
    alice = meet(sites("sqlite").urls[0], size=size)
    code = open_race(sites("sqlite"), KNOWN)
    alice.join_by_link(code, "Alice")
    other = visit(sites("sqlite").urls[0])
    other.post(f"/race/{code}/join/", name=name)
    other.connect(code)
    other.send(t="ready", ready=True)
    alice.ready()
    alice.sit_at(KNOWN)
    page = alice.page
    own, rival = before = page.evaluate(SHAPE)
    assert own == rival
    assert own["lines"] == 1
    assert own["name"] == own["bar"][0] == own["moves"][0]
    # Neither a place nor a second digit moves anything.
    other.board(0)
    other.play(KNOWN.moves[:40])
    expect(page.locator(".lane[data-place='1']")).to_have_count(1)
    expect(page.locator(".lane:not(.own) .lane-count")).to_have_text(re.compile(r"^\d\d$"))
    assert page.evaluate(SHAPE) == before
    page.locator(".lane .score").evaluate_all(
        "all => all.forEach((score) => { score.hidden = false; score.textContent = '0'; })"
    )
    own, rival = page.evaluate(SHAPE)
    assert own == rival
    assert own["lines"] == 1
    assert own["score"] == own["count"]
    assert alice.faults == []
