"""Two strangers in two browsers: both press "Quick race", and race."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet
from tests.e2e.person import WAIT
from tests.live.conftest import Sites
from tests.processes import BACKENDS
from tests.stores import Backend

pytestmark = pytest.mark.needs_chromium


@pytest.mark.parametrize("backend", BACKENDS)
def test_two_strangers_meet_and_race(sites: Sites, meet: Meet, backend: Backend) -> None:
    site = sites(backend)
    strangers = [meet(site.urls[0], browser=0), meet(site.urls[-1], browser=1)]
    for stranger in strangers:
        stranger.page.goto("/")
        stranger.page.get_by_role("button", name="Quick race of Agnes Sorel").click()
    for stranger in strangers:
        expect(stranger.page.locator("#seats li")).to_have_count(2, timeout=WAIT)
        expect(stranger.page.get_by_text("The race starts in")).to_be_visible(timeout=WAIT)
    for stranger in strangers:
        stranger.page.get_by_role("button", name="I am ready").click()
    for stranger in strangers:
        expect(stranger.page.locator("#table .card")).to_have_count(52, timeout=WAIT)
        assert not stranger.faults
