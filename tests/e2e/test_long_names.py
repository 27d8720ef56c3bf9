"""Long names: they break between words, and a word that is too long is cut."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet
from tests.e2e.test_match import begin
from tests.live.conftest import Sites

pytestmark = pytest.mark.needs_chromium

NAME: Final = "Maximiliane Wurzelbacher"

SEED: Final = """
from games.models import Player
from games.pages.site.clock import now
from tests.models.anytime_races import anytime
from tests.models.dailies import HOUR, finish

then = now() - 20 * HOUR
names = {names!r}
players = [Player.objects.create_user(f"long{{n}}", name=name) for n, name in enumerate(names)]
race = anytime(players[0], seats=len(players), now=then)
for player in players:
    finish(race.trial, player, 40, now=then)
print(race.code)
"""

BROKEN: Final = """(names) => {
    const broken = [];
    for (const name of document.querySelectorAll(names)) {
        const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
        let [word, tops] = ["", new Set()];
        while (walker.nextNode()) {
            [...walker.currentNode.data].forEach((letter, at) => {
                if (/[\\s-]/.test(letter)) [word, tops] = ["", new Set()];
                else {
                    const range = document.createRange();
                    range.setStart(walker.currentNode, at);
                    range.setEnd(walker.currentNode, at + 1);
                    word += letter;
                    tops.add(Math.round(range.getBoundingClientRect().top));
                }
                if (tops.size > 1) broken.push(word);
            });
        }
    }
    return broken;
}"""


def test_words_stay_whole_in_the_results_of_an_anytime_race(sites: Sites, meet: Meet) -> None:
    site = sites("sqlite")
    names = (NAME, "Alexander the Great of Macedon", "Wolfeschlegelsteinhausenbergerdorff-Muel")
    code = site.manage("shell", "--no-imports", "--command", SEED.format(names=names)).split()[-1]
    page = meet(site.urls[0], size=(360, 640)).page
    page.goto(f"/anytime/{code}/")
    expect(page.locator(".results .name")).to_have_count(3)
    assert page.evaluate(BROKEN, ".results .name a") == []
    table = page.locator(".results > .scroll").first
    assert table.evaluate("(element) => element.scrollWidth <= element.clientWidth")


def test_words_stay_whole_beside_the_score_of_a_match(sites: Sites, meet: Meet) -> None:
    url = sites("sqlite").urls[0]
    host, friend = meet(url), meet(url, browser=1)
    begin(host, friend, NAME)
    for person in (host, friend):
        expect(person.page.locator("body")).to_have_attribute("data-scene", "play")
    expect(host.page.locator("#rivals .score")).to_have_count(2)
    for width, height in ((1280, 800), (844, 390), (390, 844), (360, 640)):
        host.page.set_viewport_size({"width": width, "height": height})
        assert host.page.evaluate(BROKEN, "#rivals .rival-name") == [], width
