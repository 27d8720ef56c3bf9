"""One track with a lane for everyone: ordered by place, all in sight, and nothing moves for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.person import WAIT, Person
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
        other.join(code)
        other.connect(code)
        other.send(t="ready", ready=True)
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
    stage = page.locator("#stage").bounding_box()
    for number, other in enumerate(others[:6]):
        other.play(KNOWN.moves[: 9 + 5 * number])
    others[6].send(t="leave")
    others[7].play(KNOWN.moves)
    won = page.locator(".lane[data-state=won]")
    expect(won).to_have_count(1, timeout=WAIT)
    expect(page.locator(".lane[data-state=forfeit]")).to_have_count(1, timeout=WAIT)
    lanes = page.evaluate(LANES)
    assert len(lanes) == 10
    assert all(lane["shown"] and lane["beside"] for lane in lanes)
    assert [lane["place"] for lane in lanes] == sorted(lane["place"] for lane in lanes)
    assert lanes[0]["count"] == 52
    assert [lane["name"] for lane in lanes].count("You") == 1
    connection = page.locator(".hud .connection")
    lines[-1].close()
    expect(connection).to_be_visible(timeout=WAIT)
    expect(connection).to_be_hidden(timeout=WAIT)
    assert page.locator("#stage").bounding_box() == stage
    assert page.evaluate("() => shifts") == []
    assert alice.faults == []


def test_what_happens_on_the_track_is_told_beside_the_table(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit
) -> None:
    alice = meet(sites("sqlite").urls[0])
    (other,), page = racers(alice, visit, sites, open_race(sites("sqlite"), KNOWN), 1)
    line = page.locator("#call")
    name = page.locator(".lane:not(.own) .rival-name").inner_text()
    expect(line).to_have_text(f"Level with {name}", timeout=WAIT)
    table = alice.sit_at(KNOWN)
    home = next(i for i, move in enumerate(KNOWN.moves) if move.endswith("f"))
    for move in KNOWN.moves[: home + 1]:
        table.play(move, "click")
    expect(line).to_have_text(f"1 ahead of {name}", timeout=WAIT)
    far = next(i for i in range(home, len(KNOWN.moves)) if homes(KNOWN.moves[:i]) > 2)
    other.play(KNOWN.moves[:far])
    expect(line).to_have_text(f"{name} overtakes you", timeout=WAIT)
    other.play(KNOWN.moves[far:], first=far + 1)
    expect(line).to_contain_text(f"{name} has finished: 1:00 left", timeout=WAIT)
    stage, called = page.locator("#stage").bounding_box(), line.bounding_box()
    assert stage is not None
    assert called is not None
    assert called["x"] >= stage["x"] + stage["width"]
    assert alice.faults == []


def homes(moves: list[str]) -> int:
    """Count the cards that moves send home."""
    return sum(move.endswith("f") for move in moves)
