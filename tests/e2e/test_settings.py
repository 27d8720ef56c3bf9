"""The settings on a desk: rows without holes, choices of one width."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet
from tests.live.conftest import Sites

pytestmark = pytest.mark.needs_chromium

ROWS = """dialog => {
    const rows = new Map();
    for (const field of dialog.querySelectorAll("fieldset")) {
        const box = field.getBoundingClientRect();
        const choices = [...field.querySelectorAll("label")].map((label) => {
            const { top, bottom, width } = label.getBoundingClientRect();
            const cut = label.scrollWidth > label.clientWidth;
            return { top: Math.round(top), bottom: Math.round(bottom), width, cut };
        });
        const top = Math.round(box.top);
        rows.set(top, [...rows.get(top) ?? [], { width: box.width, choices }]);
    }
    return [...rows.values()];
}"""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(768, 1024), (1280, 800), (2560, 1440)], ids=str)
def test_settings_leave_no_holes_on_a_desk(
    sites: Sites, meet: Meet, size: tuple[int, int], language: str
) -> None:
    person = meet(sites("sqlite").urls[0], size=size)
    page = person.page
    page.set_extra_http_headers({"Accept-Language": language})
    page.goto("/")
    page.get_by_role("button", name="Settings" if language == "en" else "Einstellungen").click()
    dialog = page.locator("#settings")
    expect(dialog).to_be_visible()
    rows = dialog.evaluate(ROWS)
    widest = max(sum(field["width"] for field in row) for row in rows)
    for row in rows:
        assert sum(field["width"] for field in row) >= widest - 32
        choices = [choice for field in row for choice in field["choices"]]
        assert len({(choice["top"], choice["bottom"]) for choice in choices}) == 1
        assert not any(choice["cut"] for choice in choices)
        for field in row:
            assert all(
                abs(one["width"] - other["width"]) <= 1 for one, other in pairwise(field["choices"])
            )
    # All of them are in sight with the way out.
    assert dialog.evaluate("dialog => dialog.scrollHeight <= dialog.clientHeight")
    assert person.faults == []


def test_the_rules_are_in_reach_from_a_phone_s_table(sites: Sites, meet: Meet) -> None:
    person = meet(sites("sqlite").urls[0], size=(360, 640), touch=True)
    page = person.page
    page.goto("/practice/?game=klondike")
    page.get_by_role("button", name="Start").tap()
    expect(page.locator("#table .card")).to_have_count(52)
    table = page.url
    page.locator("#arena").get_by_role("button", name="Settings").tap()
    with page.context.expect_page() as opened:
        page.locator("#settings").get_by_role("link", name="Rules").tap()
    assert opened.value.url.endswith("/how-to-play/klondike/#rules")
    assert page.url == table
    assert person.faults == []


@pytest.mark.parametrize(
    ("size", "touch", "shown"),
    [
        ((360, 640), True, False),
        ((844, 390), True, False),
        ((768, 1024), True, True),
        ((844, 390), False, True),
    ],
)
def test_a_phone_has_no_choice_of_keys(
    sites: Sites, meet: Meet, size: tuple[int, int], touch: bool, shown: bool
) -> None:
    person = meet(sites("sqlite").urls[0], size=size, touch=touch)
    person.page.goto("/")
    person.page.get_by_role("button", name="Settings").click()
    expect(person.page.get_by_role("group", name="Sound")).to_be_visible()
    keys = person.page.get_by_role("group", name="Keyboard shortcuts")
    expect(keys).to_be_visible(visible=shown)
    assert person.faults == []


PREVIEWS = """dialog => ["colours", "hand"].map((name) => {
    const labels = [...dialog.querySelectorAll(`label:has(> [name="${name}"])`)];
    const pictures = labels.map((label) => {
        const { width, height, backgroundImage, transform } = getComputedStyle(label, "::before");
        return [parseFloat(width) * parseFloat(height) > 0, backgroundImage + transform];
    });
    return [pictures.every(([drawn]) => drawn), new Set(pictures.map(([, look]) => look)).size];
})"""


def test_what_suits_and_table_will_look_like_is_drawn(sites: Sites, meet: Meet) -> None:
    person = meet(sites("sqlite").urls[0])
    with person.page.expect_response("**/suits*.svg") as drawing:
        person.page.goto("/")
        person.page.get_by_role("button", name="Settings").click()
    assert drawing.value.ok
    assert person.page.locator("#settings").evaluate(PREVIEWS) == [[True, 2], [True, 2]]
    assert person.faults == []


def test_on_a_desk_the_table_shows_each_change_beside_the_settings(
    sites: Sites, meet: Meet
) -> None:
    person = meet(sites("sqlite").urls[0])
    page = person.page
    page.goto("/practice/?game=klondike")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#table .card")).to_have_count(52)
    before = page.locator("#table").bounding_box()
    page.locator("#arena").get_by_role("button", name="Settings").click()
    dialog = page.locator("#settings")
    box = dialog.bounding_box()
    assert box is not None
    assert box["x"] >= 720
    assert (box["x"] + box["width"], box["height"]) == (1280, 800)
    backdrop = "getComputedStyle(document.querySelector('#settings'), '::backdrop').backgroundColor"
    assert page.evaluate(backdrop) == "rgba(0, 0, 0, 0)"
    dialog.locator("label").filter(has_text="Four").click()
    expect(page.locator("html")).to_have_attribute("data-colours", "four")
    assert page.locator("#table").bounding_box() == before
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert person.faults == []
