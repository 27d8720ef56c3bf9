"""Pictures of the site as people see it: `python -m tests.e2e.gallery FOLDER`.

A race of two in every game, on three screens, in the middle and at the end. The picture of the
README is `agnes-sorel-1280-play.png`.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import expect, sync_playwright

from games.engine import GAMES
from tests import needs
from tests.e2e.conftest import FLAGS
from tests.e2e.person import WAIT, Person
from tests.live.wins import win
from tests.processes import Launch, Site
from tests.stores import Stores

SCREENS = ((360, 640), (1280, 800), (2560, 1440))


def main(folder: Path) -> None:
    """Write the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as cleanup:
        rooms = [Path(cleanup.enter_context(TemporaryDirectory())) for _ in range(2)]
        launch = cleanup.enter_context(closing(Launch(rooms[0], Stores(rooms[1], cleanup))))
        site = launch()
        playwright = cleanup.enter_context(sync_playwright())
        browser = cleanup.enter_context(
            playwright.chromium.launch(executable_path=needs.chromium(), args=list(FLAGS))
        )

        def meet(size: tuple[int, int]) -> Person:
            context = browser.new_context(
                base_url=site.urls[0],
                viewport={"width": size[0], "height": size[1]},
                reduced_motion="reduce",
            )
            return Person(context)

        for size in SCREENS:
            alice, bob = meet(size), meet(size)
            alice.page.goto("/")
            alice.page.screenshot(path=folder / f"home-{size[0]}.png", full_page=True)
            for game in GAMES:
                photograph(site, game, alice, bob, folder / f"{game}-{size[0]}")


def photograph(site: Site, game: str, alice: Person, bob: Person, name: Path) -> None:
    """Race a third of a known win, and take a picture of the table and of the result."""
    known = win(game)
    code = site.manage("race", known.rules, "--deal", known.deal, "--countdown", "3").strip()
    alice.join_by_link(code, "Alice")
    bob.join_by_link(code, "Bob")
    for person in (alice, bob):
        person.ready()
    table, other = alice.sit_at(known), bob.sit_at(known)
    for move in known.moves[: len(known.moves) // 3]:
        table.play(move, "click")
    for move in known.moves[:7]:
        other.play(move, "click")
    expect(alice.page.locator("#rivals")).to_contain_text("7 moves", timeout=WAIT)
    alice.page.screenshot(path=f"{name}-play.png")
    for person in (alice, bob):
        person.page.get_by_role("button", name="End my run").click()
        person.page.get_by_role("dialog").get_by_role("button", name="End my run").click()
    expect(alice.page.locator("#standings tr")).to_have_count(2, timeout=WAIT)
    alice.page.screenshot(path=f"{name}-result.png", full_page=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
