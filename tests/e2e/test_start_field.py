"""The field of a planned start, whose change waits to be sent."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet
from tests.e2e.test_planned import ZONE
from tests.live.conftest import Sites

pytestmark = pytest.mark.needs_chromium


def test_a_start_that_waits_to_be_saved_is_saved_when_the_host_leaves(
    sites: Sites, meet: Meet
) -> None:
    host = meet(sites("sqlite").urls[0])
    page = host.page
    page.goto("/")
    page.get_by_role("button", name="Race a friend").first.click()
    page.wait_for_url("**/race/*/")
    race = page.url
    zone = page.locator("[data-zone]")
    expect(zone).to_contain_text("Your time zone")
    before = zone.bounding_box()
    soon = datetime.now(ZoneInfo(page.evaluate(ZONE))) + timedelta(minutes=95)
    page.get_by_label("Start time (optional)").fill(f"{soon:%Y-%m-%dT%H:%M}")
    assert zone.evaluate("zone => getComputedStyle(zone, '::after').content") == '"Saving…"'
    assert zone.bounding_box() == before
    # As by the Back button: nothing takes the focus from the field.
    page.goto("/daily/")
    page.goto(race)
    expect(page.locator(".planned")).to_contain_text(f"{soon:%H:%M}")
    expect(page.locator("[data-zone]")).to_be_visible()
    assert host.faults == []
