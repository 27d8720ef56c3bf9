"""A clock that jumps in the browser: the time of a race is the server's, and no move is lost."""

from __future__ import annotations

import json
import time

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.e2e.conftest import Meet, OpenRace
from tests.live.conftest import Sites, Visit
from tests.live.faults.player import Player, check, rehearsal
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium

HOUR = 3600
JUMPS = (5 * HOUR, -8 * HOUR)
"""Seconds: forward, then back to before the starting point."""

SLACK = 5.0
"""How many seconds late a clock on a busy machine may be."""

WAIT = 60.0

CLOCKS = """every => {
    let offset = 0;
    const [Wall, since] = [Date, performance.now.bind(performance)];
    window.Date = class extends Wall {
        constructor(...parts) {
            if (parts.length) super(...parts);
            else super(Wall.now() + offset);
        }
        static now() {
            return Wall.now() + offset;
        }
    };
    if (every) performance.now = () => since() + offset;
    window.jump = (seconds) => { offset += 1000 * seconds; };
}"""
"""Clocks that `jump`: the date, or with `every` also the time since the page was opened."""

WATCH = """() => {
    const clock = document.querySelector("#clock");
    window.seen = [clock.textContent];
    new MutationObserver(() => window.seen.push(clock.textContent))
        .observe(clock, { childList: true, characterData: true, subtree: true });
}"""


class Wire:
    """The frames that the first seat's page sends, and their acknowledgements."""

    def __init__(self, page: Page) -> None:
        self.sent: dict[int, str] = {}
        self.acknowledged = 0
        self._page = page
        page.on("websocket", self._listen)

    def reaches(self, number: int) -> None:
        """Wait until so many actions are acknowledged."""
        deadline = time.monotonic() + WAIT
        while self.acknowledged < number and time.monotonic() < deadline:
            self._page.wait_for_timeout(20)
        assert self.acknowledged == number

    def actions(self) -> list[str]:
        """Return the acknowledged actions, in order."""
        return [self.sent[n] for n in range(1, self.acknowledged + 1)]

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", self._send)
        socket.on("framereceived", self._receive)

    def _send(self, text: str | bytes) -> None:
        frame = json.loads(text)
        if frame["t"] == "act":
            assert self.sent.setdefault(frame["n"], frame["a"]) == frame["a"]

    def _receive(self, text: str | bytes) -> None:
        frame = json.loads(text)
        if frame["t"] == "board" and frame["seat"] == 0:
            self.acknowledged = frame["n"]


class RaceClock:
    """The clock above the table, compared with one that does not jump."""

    def __init__(self, page: Page) -> None:
        self._page = page
        page.evaluate(WATCH)
        self._start = time.monotonic() - self._shown()

    def expect_right(self) -> None:
        """Check that the page shows the time of the race, now or soon."""
        deadline = time.monotonic() + WAIT
        while abs(self._shown() - self._elapsed()) > SLACK and time.monotonic() < deadline:
            self._page.wait_for_timeout(50)
        assert abs(self._shown() - self._elapsed()) <= SLACK

    def expect_steady(self) -> None:
        """Check that the page has never shown anything else."""
        seen = [seconds(text) for text in self._page.evaluate("window.seen")]
        assert seen == sorted(seen)
        assert seen[-1] <= self._elapsed() + SLACK

    def _elapsed(self) -> float:
        return time.monotonic() - self._start

    def _shown(self) -> int:
        return seconds(self._page.locator("#clock").text_content() or "")


def seconds(text: str) -> int:
    """Read the seconds of a clock such as `1:02:45`."""
    total = 0
    for part in text.split(":"):
        total = 60 * total + int(part)
    return total


@pytest.mark.parametrize("clocks", ["date", "every"])
def test_a_clock_that_jumps_in_the_browser_changes_neither_time_nor_moves(
    sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit, clocks: str
) -> None:
    site = sites("sqlite")
    known = win("agnes-sorel")
    code = open_race(site, known)
    alice, racer = meet(site.urls[0]), visit(site.urls[-1])
    wire = Wire(alice.page)
    alice.page.add_init_script(f"({CLOCKS})({json.dumps(clocks == 'every')})")
    alice.join_by_link(code, "Alice")
    racer.sit_ready(code)
    alice.ready()
    table = alice.sit_at(known)
    racer.board(0)
    bob = Player(racer, code, 1, rehearsal(known), site.urls, rest_at=20).start()

    clock = RaceClock(alice.page)
    played = 4
    for move in known.moves[:played]:
        table.play(move)
    for jump in JUMPS:
        alice.page.evaluate("seconds => window.jump(seconds)", jump)
        for move in known.moves[played : played + 4]:
            table.play(move)
        played += 4
        wire.reaches(played)
        bob.rest_at += 20
        bob.reaches(bob.rest_at)
        clock.expect_right()
    if clocks == "date":
        clock.expect_steady()
    table.expect_in_step()
    bob.rest_at = -1

    acknowledged = wire.actions()
    assert acknowledged == known.moves[:played]
    alice.end_run()
    check([bob], {0: [*acknowledged, "end"]})
    expect(alice.page.locator("#standings tr")).to_have_count(2)
    assert alice.faults == []
