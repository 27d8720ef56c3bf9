"""The podium: five may share its places, in the order of the standings and without broken words."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Browsers

pytestmark = pytest.mark.needs_chromium

STYLES: Final = Path(__file__).parents[2] / "frontend" / "styles"
NAMES: Final = ("Bernd", "Friederike", "G\u00e4nsebl\u00fcmchen", "Anna Maria", "Frieda")

STEP: Final = """<li class="podium-step" data-place="{place}"><span class="podium-block">1</span>
    <bdi class="podium-name">{name}</bdi><span class="podium-result">57\u00bd Punkte</span></li>"""

# Words that stand in two lines, and words that leave their step.
BROKEN: Final = """() => [...document.querySelectorAll(".podium-step > :not(.podium-block)")]
    .flatMap((line) => {
        const text = line.firstChild;
        const step = line.parentElement.getBoundingClientRect();
        return [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const rows = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            const leaves = line.classList.contains("podium-result")
                && range.getBoundingClientRect().right > step.right + 1;
            return rows.size > 1 || leaves;
        }).map(({ 0: word }) => word);
    })"""

FROM_THE_LEFT: Final = """() => [...document.querySelectorAll(".podium-name")]
    .map((name) => [name.getBoundingClientRect().left, name.textContent])
    .sort(([one], [other]) => one - other)
    .map(([, name]) => name)"""


def show(browsers: Browsers, width: int, places: Iterable[int]) -> Page:
    """Show a podium of those with these places, best first."""
    css = "".join((STYLES / f"{name}.css").read_text() for name in ("tokens", "site", "podium"))
    steps = "".join(
        STEP.format(place=place, name=name) for place, name in zip(places, NAMES, strict=False)
    )
    page = browsers(0).new_page(viewport={"width": width, "height": 640})
    page.set_content(
        f"<style>{css}</style><main class='page'><section class='panel'>"
        f"<ol class='podium trophy'>{steps}</ol></section></main>"
    )
    return page


@pytest.mark.parametrize("width", [360, 390])
def test_no_word_of_five_is_broken_or_lies_on_another(browsers: Browsers, width: int) -> None:
    page = show(browsers, width, (1, 1, 3, 3, 3))
    assert page.evaluate(BROKEN) == []
    page.close()


@pytest.mark.parametrize(
    ("places", "order"),
    [
        ((1, 2, 3), (1, 0, 2)),
        ((1, 2, 2), (1, 0, 2)),
        ((1, 1, 3), (0, 1, 2)),
        ((1, 1), (0, 1)),
        ((1, 1, 1, 1), (0, 1, 2, 3)),
        ((1, 2, 2, 2), (1, 0, 2, 3)),
    ],
)
def test_those_who_share_a_place_stand_in_the_order_of_the_standings(
    browsers: Browsers, places: tuple[int, ...], order: tuple[int, ...]
) -> None:
    page = show(browsers, 390, places)
    from_the_left = page.evaluate(FROM_THE_LEFT)
    page.close()
    assert from_the_left == [NAMES[number] for number in order]
