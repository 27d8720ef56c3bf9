"""The help pages and the options of a game, as a browser shows them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet
from tests.e2e.person import WAIT
from tests.live.conftest import Sites

pytestmark = pytest.mark.needs_chromium

PAGES = ("agnes-sorel/aisleriot", "agnes-bernauer/morehead", "applegate/pysol")


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
def test_the_positions_are_drawn_and_nothing_is_wider_than_the_screen(
    sites: Sites, meet: Meet, size: tuple[int, int]
) -> None:
    reader = meet(sites("sqlite").urls[0], size=size)
    for path in PAGES:
        reader.page.goto(f"/how-to-play/{path}/")
        figures = reader.page.locator("[data-figure]")
        assert figures.count() == 2
        for figure in figures.all():
            expect(figure.locator(".card")).to_have_count(52)
        assert reader.page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert reader.faults == []


def test_rules_are_printed_on_white_paper_with_the_tables_in_words(
    sites: Sites, meet: Meet
) -> None:
    reader = meet(sites("sqlite").urls[0], scheme="dark")
    page = reader.page
    page.goto(f"/how-to-play/{PAGES[0]}/")
    felt, words = page.locator(".figure-felt").first, page.locator(".in-words").first
    expect(felt.locator(".card")).to_have_count(52)
    assert not words.is_visible()
    page.emulate_media(media="print")
    assert words.is_visible()
    background = "felt => getComputedStyle(felt).backgroundImage.match(/rgb[^)]*\\)/g)"
    assert set(felt.evaluate(background)) == {"rgb(255, 255, 255)"}
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert reader.faults == []


def test_the_options_of_a_game_say_what_the_preset_has_until_they_are_changed(
    sites: Sites, meet: Meet
) -> None:
    loner = meet(sites("sqlite").urls[0])
    loner.page.goto("/")
    loner.page.get_by_role("link", name="Practise", exact=True).click()
    loner.page.get_by_role("link", name="Agnes Sorel", exact=True).click()
    form = loner.page.locator("#practice")
    form.get_by_text("Change individual rules").click()
    run, space = form.get_by_label("Moves together"), form.get_by_label("Empty columns")
    expect(run.locator("option:checked")).to_have_text("Runs of one colour (Standard)")
    space.select_option("none")
    form.get_by_label("Rules", exact=True).select_option("dalton")
    expect(run.locator("option:checked")).to_have_text("Runs of one suit (Dalton)")
    expect(space.locator("option:checked")).to_have_text("Any single card (Dalton)")
    space.select_option("none")
    form.get_by_role("button", name="Start").click()
    expect(loner.page.get_by_role("link", name="Dalton, with empty columns")).to_be_visible(
        timeout=WAIT
    )
    assert loner.faults == []
