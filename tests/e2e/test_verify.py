"""Checking a finished race in a browser: by its code, and as a document kept or forged."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Meet
from tests.live.conftest import Sites, Visit, start
from tests.live.conftest import visit as visit  # racers play what is checked here

pytestmark = pytest.mark.needs_chromium

FIXTURES = Path(__file__).parent.parent / "fixtures" / "races"

DROP = """([name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name, { type: "application/json" }));
    const drop = document.querySelector("#drop");
    drop.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
}"""


def findings(page: Page, verdict: str) -> list[str]:
    """Return the sentences and fields of a verdict, as they are read."""
    return page.locator(f"[data-verdict='{verdict}'] li").all_inner_texts()


def test_a_finished_race_is_checked_from_its_result(sites: Sites, meet: Meet, visit: Visit) -> None:
    site = sites("sqlite")
    # A deal drawn by the server, so it has a key and a fingerprint.
    code = site.manage("race", "agnes-sorel/standard", "--countdown", "3").strip()
    racers = [visit(site.urls[0]), visit(site.urls[-1])]
    for racer in racers:
        racer.join(code)
        racer.connect(code)
    start(racers)
    move = racers[0].frames_of("board")[-1]["board"]["moves"][0]
    for number, action in enumerate((move, "undo", move), 1):
        racers[0].act(number, action)
    for racer in racers:
        racer.send(t="end")
    racers[0].race(state="over")
    visitor = meet(site.urls[0], size=(360, 640))
    page = visitor.page
    page.goto(f"/race/{code}/")
    page.locator("#result .fair > summary").click()
    page.get_by_role("link", name="Check it in your browser").click()
    title = page.get_by_role("heading", name=re.compile("All correct: [0-9]+ checks passed"))
    expect(title).to_be_focused()
    assert findings(page, "false") == findings(page, "note") == []
    true = " ".join(findings(page, "ok"))
    for field in ("drawn.commitment", "closed_at", "runs[].place", "runs[1].result.progress"):
        assert field in true
    # A drawn deal may have no move but to deal, which isn't undone and leaves three boards.
    boards = re.findall(r"all (\d+) boards follow from each other", true)
    assert max(map(int, boards)) >= 3
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert visitor.faults == []


def test_kept_and_forged_documents_are_told_apart(sites: Sites, meet: Meet) -> None:
    visitor = meet(sites("sqlite").urls[0])
    page = visitor.page
    page.goto("/verify/")
    valid = FIXTURES / "every-ending.json"
    page.get_by_label("Choose a document").set_input_files(valid)
    expect(page.get_by_role("heading", name="All correct")).to_be_focused()
    assert any("takes its boards" in line for line in findings(page, "unknown"))
    text = valid.read_text("utf-8")
    for old, new, fields in (
        ('"place":3', '"place":2', ["runs[2].place"]),
        ('"time":78000', '"time":77000', ["runs[0].result.time"]),
        ('"key":"', '"key":"00', ["drawn.commitment", "cards"]),
        ('"format":"same-deal-race/1"', '"format":"x"', ["format"]),
    ):
        assert old in text
        page.evaluate(DROP, ["forged.json", text.replace(old, new, 1)])
        false = page.locator("[data-verdict='false'] li code")
        expect(false.first).to_have_text(fields[0])
        assert set(fields) <= set(false.all_inner_texts())
    expect(page.get_by_role("heading", name="1 thing is wrong")).to_be_focused()
    assert visitor.faults == []
