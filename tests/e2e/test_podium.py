"""The podium on a phone: five may share its places."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

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


@pytest.mark.parametrize("width", [360, 390])
def test_no_word_of_five_is_broken_or_lies_on_another(browsers: Browsers, width: int) -> None:
    css = "".join((STYLES / f"{name}.css").read_text() for name in ("tokens", "site", "podium"))
    steps = "".join(
        STEP.format(place=1 if number < 2 else 3, name=name) for number, name in enumerate(NAMES)
    )
    page = browsers(0).new_page(viewport={"width": width, "height": 640})
    page.set_content(
        f"<style>{css}</style><main class='page'><section class='panel'>"
        f"<ol class='podium trophy'>{steps}</ol></section></main>"
    )
    assert page.evaluate(BROKEN) == []
    page.close()
