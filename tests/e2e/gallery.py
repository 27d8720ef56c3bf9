"""Pictures of the site as people see it: `python -m tests.e2e.gallery FOLDER [WIDTH ...]`.

On six screens, or those of the given widths: every page by day in English and by night in German;
in every game a race of two with its room, the table halfway, the result and a replay; and the
table in the dark, in words and for the left hand.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, expect

from games.engine import GAMES
from games.pages.site.settings import COOKIE
from tests.e2e.person import Person
from tests.e2e.photo_studio import open_race, studio
from tests.e2e.populated_site import settle
from tests.processes import Site

SCREENS = ((1280, 800), (360, 640), (390, 844), (844, 390), (768, 1024), (2560, 1440))
LIGHTS = (("light", "en"), ("dark", "de"))
PAGES = {
    "home": "/",
    "daily-guest": "/daily/",
    "history-guest": "/history/",
    "no-race": "/race/QQQQQQ/",
    "password-reset": "/accounts/password/reset/",
    "practice": "/practice/",
    "how-to-play": "/how-to-play/",
    "how-to-play-game": "/how-to-play/agnes-bernauer/",
    "best-times": "/leaderboard/agnes-sorel/",
    "best-times-none": "/leaderboard/applegate/",
    "ratings-none": "/ratings/applegate/",
    "log-in": "/accounts/login/",
    "sign-up": "/accounts/signup/",
    "nowhere": "/nowhere/",
    "api": "/api/",
}
ACCOUNT_PAGES = {
    "home-account": "/",
    "daily": "/daily/",
    "daily-leaderboard": "/daily/{day}/agnes-sorel/",
    "best-times-today": "/leaderboard/agnes-sorel/standard/day/",
    "best-times-friends": "/leaderboard/agnes-sorel/?who=friends",
    "ratings": "/ratings/agnes-sorel/",
    "friends": "/friends/",
    "notices": "/notices/",
    "notice-settings": "/notices/settings/",
    "history-account": "/history/",
    "profile": "/player/1/",
    "profile-other": "/player/2/",
    "deal": "/race/QQBBQQ/deal/",
    "account": "/account/",
    "account-delete": "/account/delete/",
    "log-out": "/accounts/logout/",
    "authenticator": "/accounts/2fa/totp/activate/",
    "passkeys": "/accounts/2fa/",
    "email": "/accounts/email/",
}
TASTES = {
    "dark": {"theme": "dark", "colours": "four", "back": "rose"},
    "words": {"words": "on", "back": "weave"},
    "left": {"hand": "left"},
}
"""The preferences with which a table is also shown."""


class Gallery:
    """Takes pictures of a running site into a folder."""

    def __init__(self, site: Site, browser: Browser, folder: Path, widths: set[int]) -> None:
        self._site = site
        self._screens = [size for size in SCREENS if not widths or size[0] in widths]
        self._browser = browser
        self._folder = folder

    def take(self) -> None:
        """Take every picture on each screen."""
        resident = self._meet(SCREENS[0])
        settle(self._site, resident, "alice")
        session = [c for c in resident.page.context.cookies() if c["name"] != COOKIE]
        for size in self._screens:
            for theme, language in LIGHTS:
                taste = {"theme": theme}
                visitor, member = (self._meet(size, taste, language) for _ in range(2))
                member.page.context.add_cookies(session)  # type: ignore[arg-type]
                for person, pages in ((visitor, PAGES), (member, ACCOUNT_PAGES)):
                    self._take_pages(person, pages, f"{size[0]}-{theme}")
            self._take_races(size)
            self._take_tastes(size)

    def _meet(
        self, size: tuple[int, int], taste: Mapping[str, str] = {}, language: str = "en"
    ) -> Person:
        context = self._browser.new_context(
            base_url=self._site.urls[0],
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce",
            locale=language,
        )
        cookie = {"name": COOKIE, "value": urlencode(taste), "url": self._site.urls[0]}
        context.add_cookies([cookie])  # type: ignore[list-item]
        return Person(context)

    def _take_pages(self, person: Person, pages: Mapping[str, str], kind: str) -> None:
        for name, path in pages.items():
            person.page.goto(path.format(day=datetime.now(UTC).date()))
            person.page.wait_for_load_state("networkidle")
            person.page.screenshot(path=self._folder / f"{name}-{kind}.png", full_page=True)

    def _take_races(self, size: tuple[int, int]) -> None:
        alice, bob = self._meet(size), self._meet(size)
        alice.page.goto("/")
        alice.page.get_by_role("button", name="Settings").first.click()
        alice.page.screenshot(path=self._folder / f"settings-{size[0]}.png")
        for game in GAMES:
            photograph(self._site, game, alice, bob, self._folder / f"{game}-{size[0]}")
        alice.page.goto("/history/")
        alice.page.screenshot(path=self._folder / f"history-{size[0]}.png", full_page=True)

    def _take_tastes(self, size: tuple[int, int]) -> None:
        for name, taste in TASTES.items():
            code, known = open_race(self._site, "agnes-bernauer")
            player = self._meet(size, taste)
            player.join_by_link(code, "Alice")
            player.page.get_by_role("button", name="Race alone").click()
            table = player.sit_at(known)
            for move in known.moves[:12]:
                table.play(move, "keys")
            player.page.keyboard.press("1")
            player.page.screenshot(path=self._folder / f"table-{name}-{size[0]}.png")


def photograph(site: Site, game: str, alice: Person, bob: Person, name: Path) -> None:
    """Race through a third of a known win, taking pictures on the way."""
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
    expect(alice.page.locator("#rivals")).to_contain_text("7 moves")
    alice.page.screenshot(path=f"{name}-play.png")
    for person in (alice, bob):
        person.end_run()
    expect(alice.page.locator("#standings tr")).to_have_count(2)
    alice.page.screenshot(path=f"{name}-result.png", full_page=True)
    alice.page.get_by_role("link", name="Watch the run").first.click()
    expect(alice.page.locator(".card-table .card")).to_have_count(52)
    alice.page.screenshot(path=f"{name}-replay.png", full_page=True)


def main(folder: Path, widths: set[int]) -> None:
    """Write the pictures into a folder, which is created if it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    with studio() as (site, browser):
        Gallery(site, browser, folder, widths).take()


if __name__ == "__main__":
    main(Path(sys.argv[1]), {int(width) for width in sys.argv[2:]})
