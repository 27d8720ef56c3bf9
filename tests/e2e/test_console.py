"""No page has the browser complain: no error of a script, and nothing that the policy refuses."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from games.engine import GAMES
from tests.e2e.conftest import Meet
from tests.e2e.person import Person
from tests.e2e.populated_site import settle
from tests.processes import Launch
from tests.stores import Stores

pytestmark = pytest.mark.needs_chromium

FOR_ALL: Final = (
    *("/", "/new/", "/on-now/", "/verify/", "/practice/", "/offline/en/", "/history/"),
    *("/race/QQBBQQ/", "/race/QQBBQQ/deal/", "/race/QQBBQQ/qr.svg"),
    *("/daily/", "/daily/feed.atom", "/daily/come-back/"),
    *("/anytime/", "/anytime/new/", "/events/", "/events/new/"),
    *("/entry/1/replay", "/entry/1/embed", "/entry/1/moves"),
    *("/ratings/agnes-sorel/", "/leaderboard/agnes-sorel/", "/player/2/"),
    *("/how-to-play/", *(f"/how-to-play/{game}/" for game in GAMES)),
    *("/api/", "/api/socket/", "/api/api.md", "/api/client.md", "/api/v1/openapi.json"),
    *("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"),
    *("/healthz", "/readyz", "/manifest.webmanifest"),
)

FOR_PLAYERS: Final = (
    *("/friends/", "/notices/", "/notices/settings/", "/player/1/"),
    *("/account/", "/account/tokens/", "/account/bots/", "/account/applications/"),
    *("/account/webhooks/", "/account/delete/", "/accounts/logout/"),
    *("/accounts/email/", "/accounts/password/change/", "/accounts/2fa/"),
    *("/accounts/2fa/totp/activate/", "/accounts/2fa/webauthn/", "/accounts/2fa/webauthn/add/"),
)


def complaints(person: Person, *paths: str) -> list[str]:
    """Return what the browser says against pages, each with its path."""
    said = []
    for path in paths:
        person.faults.clear()
        answer = person.page.goto(path)
        assert answer is not None, path
        assert answer.ok, (path, answer.status)
        person.page.wait_for_load_state("networkidle")
        said += [f"{path}: {fault}" for fault in person.faults]
    return said


def test_no_page_has_the_browser_complain(tmp_path: Path, stores: Stores, meet: Meet) -> None:
    with closing(Launch(tmp_path, stores)) as launch:
        site = launch()
        stranger, alice = meet(site.urls[0]), meet(site.urls[0], browser=1)
        settle(site, alice, "alice")
        found = complaints(stranger, *FOR_ALL, "/admin/login/")
        found += complaints(alice, *FOR_ALL, *FOR_PLAYERS)
        assert not found
