"""The sounds of a race, as the browser's audio graph is asked for them."""

from __future__ import annotations

from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.person import Person, Table
from tests.live.conftest import Sites, Visit
from tests.live.conftest import visit as visit  # a racer takes the other seat
from tests.live.wins import wins

pytestmark = pytest.mark.needs_chromium

RECORD = """
window.contexts = 0;
window.heard = [];
window.AudioContext = class extends AudioContext {
    constructor() {
        super();
        window.contexts += 1;
    }
    createOscillator() {
        const tone = super.createOscillator();
        const { frequency } = tone;
        let pitch;
        frequency.setValueAtTime = (value, at) => {
            pitch = Math.round(value);
            return AudioParam.prototype.setValueAtTime.call(frequency, value, at);
        };
        tone.start = (at) => {
            window.heard.push(pitch);
            OscillatorNode.prototype.start.call(tone, at);
        };
        return tone;
    }
};
"""

PICK, PLACE, REFUSED, OVERTAKEN = 480, 250, 196, 659
COUNTDOWN = [523, 523, 523, 1047]
FINISH = [523, 784]
WIN = [523, 659, 784, 523, 659, 784, 1047]
HOME = {round(330 * 2 ** (semitone / 12)) for semitone in (0, 2, 4, 7, 9, 12, 14, 16, 19, 21, 24)}

CASTLE = min(wins("beleaguered-castle/standard"), key=lambda win: len(win.moves))


def heard(page: Page) -> list[int]:
    """Return the pitch of each tone since the last question."""
    pitches: list[int] = page.evaluate("() => heard.splice(0)")
    return pitches


def expect_heard(page: Page, *pitches: int) -> None:
    """Wait until tones of these pitches have sounded, one after the other, with others between."""
    page.wait_for_function(
        """pitches => {
            let from = 0;
            return pitches.every((pitch) => (from = heard.indexOf(pitch, from) + 1) > 0);
        }""",
        arg=list(pitches),
    )


def seated(sites: Sites, meet: Meet, open_race: OpenRace, script: str) -> tuple[Person, str]:
    """Seat a person in a race, on pages that begin with a script; return the race's code too."""
    alice = meet(sites("sqlite").urls[0])
    alice.page.add_init_script(script)
    code = open_race(sites("sqlite"), CASTLE)
    alice.join_by_link(code, "Alice")
    return alice, code


def test_a_race_is_heard(sites: Sites, meet: Meet, open_race: OpenRace, visit: Visit) -> None:
    alice, code = seated(sites, meet, open_race, RECORD)
    page = alice.page
    rival = visit(sites("sqlite").urls[0])
    rival.sit_ready(code)
    assert page.evaluate("() => contexts") == 0  # it has loaded, and nothing was pressed since
    alice.ready()
    table = alice.sit_at(CASTLE)
    assert heard(page) == COUNTDOWN

    source, target, _why = table.refused_pair()
    table.drag(table.centre(source), table.centre(target))
    expect_heard(page, PICK, REFUSED)
    first_home = next(i for i, move in enumerate(CASTLE.moves) if move.endswith("f"))
    for move in CASTLE.moves[:first_home]:
        heard(page)
        table.play(move, "click")
        expect_heard(page, PICK, PLACE)
    table.play(CASTLE.moves[first_home], "click")
    table.expect_in_step()
    assert set(heard(page)) & HOME

    lead = next(i for i in range(len(CASTLE.moves)) if _homes(CASTLE.moves[:i]) > 4)
    rival.play(CASTLE.moves[:lead])
    expect_heard(page, OVERTAKEN)
    heard(page)
    rival.play(CASTLE.moves[lead:], first=lead + 1)
    expect_heard(page, *FINISH)

    table.win(CASTLE.moves[first_home + 1 :], cycle(("drag", "click")))
    expect_heard(page, *WIN)
    assert page.evaluate("() => contexts") == 1
    assert alice.faults == []


def _homes(moves: list[str]) -> int:
    return sum(move.endswith("f") for move in moves)


def test_a_muted_page_is_silent_until_it_is_unmuted(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    alice, _code = seated(sites, meet, open_race, RECORD)
    page = alice.page
    mute = page.get_by_role("button", name="Mute").and_(page.locator(":visible"))
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    heard(page)
    page.get_by_role("button", name="Race alone").click()
    table = alice.sit_at(CASTLE)
    table.play(CASTLE.moves[0])
    table.expect_in_step()
    assert heard(page) == []

    page.reload()
    table = _again(alice, CASTLE.moves[:1])
    expect(mute).to_have_attribute("aria-pressed", "true")
    table.play(CASTLE.moves[1])
    table.expect_in_step()
    assert heard(page) == []
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "false")
    heard(page)
    table.play(CASTLE.moves[2])
    expect_heard(page, PICK)
    assert alice.faults == []


def _again(person: Person, moves: list[str]) -> Table:
    table = person.sit_at(CASTLE)
    for move in moves:
        table.board.push(table.board.find_move(move))
    return table


@pytest.mark.parametrize(
    "script",
    [
        "delete window.AudioContext",
        "window.AudioContext = class { constructor() { throw new Error('no device'); } }",
        "window.AudioContext = class { state = 'suspended'; resume = () => Promise.reject(); }",
    ],
    ids=["missing", "failing", "suspended"],
)
def test_a_page_that_cannot_sound_plays_on(
    sites: Sites, meet: Meet, open_race: OpenRace, script: str
) -> None:
    alice, _code = seated(sites, meet, open_race, script)
    alice.page.get_by_role("button", name="Race alone").click()
    table = alice.sit_at(CASTLE)
    for move in CASTLE.moves[:3]:
        table.play(move, "click")
    table.expect_in_step()
    assert alice.faults == []


def test_the_volume_is_chosen_in_the_settings(
    sites: Sites, meet: Meet, open_race: OpenRace
) -> None:
    alice, _code = seated(sites, meet, open_race, RECORD)
    page = alice.page
    page.get_by_role("button", name="Settings").first.click()
    heard(page)
    page.get_by_role("group", name="Volume").get_by_label("High").click()
    page.wait_for_function("() => heard.length > 0")
    expect(page.locator("html")).to_have_attribute("data-volume", "high")
    assert alice.faults == []
