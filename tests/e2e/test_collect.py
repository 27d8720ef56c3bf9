"""The button that collects says why it is grey."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games.engine.moves import WASTE
from tests.e2e.conftest import Meet, OpenRace
from tests.live.conftest import Sites
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("klondike", "Collect leaves ace of diamonds on the waste to you"),
        ("freecell", "The columns may still need"),
    ],
)
def test_a_grey_collect_says_why(
    sites: Sites, meet: Meet, open_race: OpenRace, game: str, reason: str
) -> None:
    site = sites("sqlite")
    known = win(game)
    code = open_race(site, known)
    alice = meet(site.urls[0])
    alice.join_by_link(code, "Alice")
    alice.page.get_by_role("button", name="Race alone").click()
    table = alice.sit_at(known)
    collect = alice.page.get_by_role("button", name="Collect")
    if not table.board.home_moves:
        expect(collect).to_have_attribute("title", "No card can go home now.")
    for move in known.moves:
        if table.board.home_moves and not table.board.safe_moves:
            break
        table.play(move, "keys")
    assert {move.source == WASTE for move in table.board.home_moves} == {game == "klondike"}
    expect(collect).to_have_attribute("aria-disabled", "true")
    expect(collect).to_have_attribute("title", re.compile(reason))
    # What cannot be pressed is still answered.
    collect.click(force=True)
    expect(alice.page.locator("#edge .notice")).to_contain_text(reason)
    assert alice.faults == []
