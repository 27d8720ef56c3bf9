"""Pictures of the site as people see it: `python -m tests.e2e.gallery FOLDER`.

Every page by day and by night, and a race of two in every game, on three screens: the room, the
table in the middle of the race, its result, a replay; besides, the table in the dark, in words and
for the left hand.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from playwright.sync_api import expect, sync_playwright

from games.engine import GAMES
from games.pages.preferences import COOKIE
from tests import needs
from tests.e2e.conftest import FLAGS
from tests.e2e.person import WAIT, Person
from tests.e2e.village import settle
from tests.live.wins import Win, win
from tests.processes import Launch, Site
from tests.stores import Stores

SCREENS = ((1280, 800), (360, 640), (2560, 1440))
PAGES = {
    "home": "/",
    "practice": "/practice/",
    "how-to-play": "/how-to-play/",
    "how-to-play-game": "/how-to-play/agnes-bernauer/",
    "best-times": "/leaderboard/agnes-sorel/",
    "log-in": "/accounts/login/",
    "sign-up": "/accounts/signup/",
    "nowhere": "/nowhere/",
}
ACCOUNT_PAGES = {
    "home-account": "/",
    "daily": "/daily/",
    "daily-board": "/daily/{day}/agnes-sorel/",
    "best-times-today": "/leaderboard/agnes-sorel/standard/day/",
    "ratings": "/ratings/agnes-sorel/",
    "friends": "/friends/",
    "history-account": "/history/",
    "profile": "/player/1/",
    "account": "/account/",
    "passkeys": "/accounts/2fa/",
    "e-mail": "/accounts/email/",
}
TASTES = {
    "dark": {"theme": "dark", "colours": "four", "back": "rose"},
    "words": {"words": "on", "back": "weave"},
    "left": {"hand": "left"},
}
"""Preferences under which a table is shown besides."""


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

        def meet(size: tuple[int, int], taste: Mapping[str, str] = {}) -> Person:
            context = browser.new_context(
                base_url=site.urls[0],
                viewport={"width": size[0], "height": size[1]},
                reduced_motion="reduce",
            )
            cookie = {"name": COOKIE, "value": urlencode(taste), "url": site.urls[0]}
            context.add_cookies([cookie])  # type: ignore[list-item]
            return Person(context)

        resident = meet(SCREENS[0])
        settle(site, resident, "alice")
        cookies = resident.page.context.cookies()
        for size in SCREENS:
            for theme in ("light", "dark"):
                alice, member = meet(size, {"theme": theme}), meet(size, {"theme": theme})
                kept = [cookie for cookie in cookies if cookie["name"] != COOKIE]
                member.page.context.add_cookies(kept)  # type: ignore[arg-type]
                for person, pages in ((alice, PAGES), (member, ACCOUNT_PAGES)):
                    for name, path in pages.items():
                        person.page.goto(path.format(day=datetime.now(UTC).date()))
                        person.page.wait_for_load_state("networkidle")
                        person.page.screenshot(
                            path=folder / f"{name}-{size[0]}-{theme}.png", full_page=True
                        )
            alice, bob = meet(size), meet(size)
            alice.page.goto("/")
            alice.page.get_by_role("button", name="Settings").first.click()
            alice.page.screenshot(path=folder / f"settings-{size[0]}.png")
            for game in GAMES:
                photograph(site, game, alice, bob, folder / f"{game}-{size[0]}")
            alice.page.goto("/history/")
            alice.page.screenshot(path=folder / f"history-{size[0]}.png", full_page=True)
            for name, taste in TASTES.items():
                code, known = open_race(site, "agnes-bernauer")
                player = meet(size, taste)
                player.join_by_link(code, "Alice")
                player.page.get_by_role("button", name="Race alone").click()
                table = player.sit_at(known)
                for move in known.moves[:12]:
                    table.play(move, "keys")
                player.page.keyboard.press("1")
                player.page.screenshot(path=folder / f"table-{name}-{size[0]}.png")


def photograph(site: Site, game: str, alice: Person, bob: Person, name: Path) -> None:
    """Race a third of a known win, and take pictures all along."""
    code, known = open_race(site, game)
    alice.join_by_link(code, "Alice")
    bob.join_by_link(code, "Bob")
    alice.page.screenshot(path=f"{name}-room.png", full_page=True)
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
    alice.page.get_by_role("link", name="Watch the run").first.click()
    expect(alice.page.locator(".card-table .card")).to_have_count(52, timeout=WAIT)
    alice.page.screenshot(path=f"{name}-replay.png", full_page=True)


def open_race(site: Site, game: str) -> tuple[str, Win]:
    """A race on the deal of a known win."""
    known = win(game)
    arguments = (known.rules, "--deal", known.deal, "--countdown", "3")
    return site.manage("race", *arguments).strip(), known


if __name__ == "__main__":
    main(Path(sys.argv[1]))
