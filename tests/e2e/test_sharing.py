"""Sharing a result on plain HTTP under a name, where browsers offer neither sheet nor clipboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.e2e.conftest import open_browser
from tests.e2e.person import Person
from tests.live.wins import win
from tests.processes import Launch
from tests.stores import Stores

pytestmark = pytest.mark.needs_chromium

NAME = "samedeal.test"


@pytest.fixture
def address(tmp_path: Path, stores: Stores, bundle: Path) -> Iterator[tuple[str, str]]:
    """Start a site that is known by a name; return its URL, and the code of a race."""
    known = win("agnes-sorel")
    with closing(Launch(tmp_path, stores)) as launch:
        site = launch(ALLOWED_HOSTS=f"{NAME},127.0.0.1", BUNDLE_DIR=str(bundle))
        code = site.manage("race", known.rules, "--deal", known.deal, "--countdown", "3").strip()
        yield site.urls[0].replace("127.0.0.1", NAME), code


def shared_by(person: Person) -> str:
    """Press Share; return the text in the field, which is selected whole, and on the clipboard."""
    person.page.get_by_role("button", name="Share").click()
    field = person.page.get_by_label("Copied. It gives no cards away.")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport(ratio=1)
    expect(person.page.locator("#live")).to_contain_text("Copied")
    expect(person.page.locator("#toast")).to_be_hidden()
    text = field.input_value()
    selected = field.evaluate("f => f.value.slice(f.selectionStart, f.selectionEnd)")
    assert selected == text
    other = person.new_tab()
    other.goto("/practice/")
    other.get_by_label("Which deal").select_option(label="A deal I enter")
    empty = other.get_by_label("Key, cards or number of the deal")
    empty.focus()
    other.keyboard.press("Control+V")
    expect(empty).to_have_value(text)
    other.close()
    return text


def invitation_of(person: Person) -> str:
    """Press Copy beside the QR code; return what is selected."""
    expect(person.page.get_by_alt_text("QR code")).to_be_visible()
    person.page.get_by_role("button", name="Copy").click()
    expect(person.page.get_by_role("button", name="Copied")).to_be_visible()
    return str(person.page.evaluate("getSelection().toString()"))


def test_a_result_is_copied_by_players_and_watchers(
    address: tuple[str, str], playwright: Playwright
) -> None:
    url, code = address
    with ExitStack() as cleanup:
        rules = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
        browser = cleanup.enter_context(open_browser(playwright, rules))
        alice, bob, watcher = (
            Person(
                browser.new_context(
                    base_url=url,
                    viewport={"width": 390, "height": 844},
                    reduced_motion="reduce",
                )
            )
            for _ in range(3)
        )
        for person, name in ((alice, "Alice"), (bob, "Bob")):
            person.join_by_link(code, name)
        watcher.page.goto(f"/race/{code}/")
        assert not watcher.page.evaluate("isSecureContext || 'share' in navigator")
        assert invitation_of(watcher) == f"{url}/race/{code}/"
        for person in (alice, bob):
            person.ready()
        alice.sit_at(win("agnes-sorel")).play(win("agnes-sorel").moves[0])
        for person in (alice, bob):
            person.end_run()
        for person in (alice, bob, watcher):
            expect(person.page.locator("#standings tr")).to_have_count(2)

        lines = shared_by(bob).split("\n")
        assert lines[0] == "🃏 Same Deal: Agnes Sorel"
        assert re.match(r"\d of 52 cards home · Place 2 of 2$", lines[1])
        assert re.search(r"\d of 52 cards home · Place 1 of 2", shared_by(alice))
        assert lines[-2] == "Patience with the same cards for everyone. Your turn:"
        assert re.fullmatch(rf"{re.escape(url)}/entry/\d+/race", lines[-1])
        lines = shared_by(watcher).split("\n")
        assert re.fullmatch(r"I watched a race of 2 · First: \d of 52 cards home", lines[1])
        assert lines[-1] == f"{url}/race/{code}/"
        for person in (alice, bob, watcher):
            assert person.faults == []
