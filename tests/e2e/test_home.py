"""The start page: what is in sight, the race that plays by itself, and one click to a race."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from games.engine import GAMES
from tests.e2e.conftest import Meet
from tests.live.conftest import Sites

pytestmark = pytest.mark.needs_chromium

SIZES: Final = ((360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800), (2560, 1440))
WAYS: Final = (
    (("Race a friend", "Play now", "Learn in a minute", "Practise alone"), "en"),
    (("Freunde einladen", "Sofort spielen", "In 1 Minute lernen", "Allein üben"), "de"),
)


def test_the_button_beside_the_code_says_join_and_a_whole_code_is_seen(
    sites: Sites, meet: Meet
) -> None:
    page = meet(sites("sqlite").urls[0]).page
    for language, name in (("en", "Join"), ("de", "Beitreten")):
        page.set_extra_http_headers({"Accept-Language": language})
        for width in (320, 360, 390, 430, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            page.goto("/")
            button = page.get_by_role("button", name=name, exact=True)
            expect(button).to_be_visible()
            code, box = page.locator("[name=code]").bounding_box(), button.bounding_box()
            assert code is not None
            assert box is not None
            assert code["width"] >= 84, (language, width)
            assert (box["y"] == code["y"]) == (language == "en" or width > 320), width
            assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_refused_code_has_the_focus_and_its_reason_is_in_sight(sites: Sites, meet: Meet) -> None:
    page = meet(sites("sqlite").urls[0]).page
    for language in ("en", "de"):
        page.set_extra_http_headers({"Accept-Language": language})
        for width, height in ((844, 390), (360, 640), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto("/")
            page.locator("[name=code]").fill("QQQQQQ")
            page.locator("[name=code]").press("Enter")
            expect(page.locator(".code-form .field-error")).to_be_in_viewport(ratio=1)
            expect(page.locator("[name=code]")).to_be_focused()
            expect(page.locator("[name=code]")).to_be_in_viewport(ratio=1)


def test_every_way_to_the_cards_is_in_sight_on_every_screen(sites: Sites, meet: Meet) -> None:
    visitor = meet(sites("sqlite").urls[0])
    page = visitor.page
    for names, language in WAYS:
        page.set_extra_http_headers({"Accept-Language": language})
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.goto("/")
            expect(page.locator("#duel .card")).to_have_count(104)
            for name in names:
                box = page.get_by_role("button", name=name).bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= height, (name, width, height)
            assert page.evaluate("document.documentElement.scrollWidth") == width
    assert visitor.faults == []


def progress(page: Page) -> list[str]:
    return page.locator("#duel span").all_inner_texts()


def test_the_example_race_plays_unless_motion_is_unwanted_or_it_is_paused(
    sites: Sites, meet: Meet
) -> None:
    visitor = meet(sites("sqlite").urls[0])
    page = visitor.page
    page.goto("/")
    expect(page.locator("#duel .card")).to_have_count(104)
    still = progress(page)
    pause = page.locator(".duel-pause")
    expect(pause).to_be_hidden()
    page.emulate_media(reduced_motion="no-preference")
    page.wait_for_function(
        "still => document.querySelector('#duel span').textContent !== still", arg=still[0]
    )
    page.get_by_role("button", name="Pause the example race").click()
    expect(page.get_by_role("button", name="Play the example race")).to_be_visible()
    paused = progress(page)
    page.get_by_role("button", name="Play the example race").click()
    page.wait_for_function(
        "paused => document.querySelector('#duel span').textContent !== paused", arg=paused[0]
    )
    assert visitor.faults == []


def test_one_click_leads_to_an_invitation_and_one_to_the_cards(sites: Sites, meet: Meet) -> None:
    host = meet(sites("sqlite").urls[0])
    host.page.goto("/")
    host.page.get_by_role("button", name="Race a friend").click()
    link = host.page.get_by_label("Invitation link")
    expect(link).to_have_value(re.compile("/race/"))
    loner = meet(sites("sqlite").urls[0], browser=1)
    for way, guided in (("Practise alone", False), ("Learn in a minute", True)):
        loner.page.goto("/")
        loner.page.get_by_role("button", name=way).click()
        expect(loner.page.locator("#table .card")).to_have_count(52)
        expect(loner.page.locator("#guide")).to_be_visible(visible=guided)
    assert host.faults == loner.faults == []


def test_the_example_race_is_of_the_chosen_game_and_nothing_moves_for_it(
    sites: Sites, meet: Meet
) -> None:
    visitor = meet(sites("sqlite").urls[0], size=(390, 844))
    page = visitor.page
    page.goto("/")
    choice = page.get_by_label("Game")
    duel = page.locator("#duel")
    expect(duel).to_have_attribute("data-game", choice.input_value())
    expect(duel.locator(".card")).to_have_count(104)
    place = duel.bounding_box()
    for game in GAMES:
        choice.select_option(game)
        expect(duel).to_have_attribute("data-game", game)
        expect(duel.locator(".card")).to_have_count(104)
        assert duel.bounding_box() == place
    page.emulate_media(reduced_motion="no-preference")
    button = page.locator(".duel-pause")
    sign = button.evaluate(
        """button => {
            const above = parseFloat(getComputedStyle(button).paddingTop);
            const sign = parseFloat(getComputedStyle(button, "::before").height);
            return button.getBoundingClientRect().y + above + sign;
        }"""
    )
    board = page.locator("#duel .board").last.bounding_box()
    assert board is not None
    assert sign <= board["y"]
    assert visitor.faults == []


RETURNED: Final = """
from games.engine import GAMES
from games.models import AnytimeRace, Player, Proof
from games.pages.site.clock import now
from games.racing import AnytimeTerms
for number, game in enumerate(GAMES):
    for key in (bytes([90 + number]) * 32, bytes([120 + number]) * 32):
        Proof.objects.store(f"{game}/standard", key, "winnable", 1, "", secret=True)
host = Player.objects.filter(guest=False).latest("pk")
terms = AnytimeTerms("beleaguered-castle/standard", 3, 7_200_000)
AnytimeRace.objects.open_for(host, terms, now)
"""


def test_what_calls_a_player_back_is_in_sight_with_the_ways_to_a_race(
    sites: Sites, meet: Meet
) -> None:
    site = sites("sqlite")
    person = meet(site.urls[0], touch=True)
    page = person.page
    page.goto("/accounts/signup/")
    page.get_by_label("Username").fill("returner")
    for field in page.locator("input[type=password]").all():
        field.fill("a long pass phrase")
    page.locator("main form button").first.click()
    page.wait_for_url("**/")
    site.manage("shell", "--no-imports", "--command", RETURNED)
    for names, language in WAYS:
        page.set_extra_http_headers({"Accept-Language": language})
        for width, height in ((640, 360), *SIZES):
            page.set_viewport_size({"width": width, "height": height})
            page.goto("/")
            expect(page.locator(".turn a")).to_be_visible()
            for part in (
                page.locator(".your-day"),
                *map(page.locator("#ways").get_by_text, names[:2]),
            ):
                expect(part).to_be_in_viewport(ratio=1)
            assert page.evaluate("document.documentElement.scrollWidth") == width
    page.locator(".your-day button").tap()
    page.wait_for_url("**/race/*/")
    assert person.faults == []
