"""The field of a planned start, whose change waits to be sent."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Dialog, expect

from tests.e2e.conftest import Meet
from tests.e2e.test_planned import START, ZONE
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


def test_a_time_that_is_too_soon_is_told_before_the_host_leaves(sites: Sites, meet: Meet) -> None:
    page = meet(sites("sqlite").urls[0]).page
    page.goto("/")
    page.get_by_role("button", name="Race a friend").first.click()
    field = page.get_by_label("Start time (optional)")
    warning = page.locator("[data-slot=too-soon]")
    expect(warning).to_be_hidden()
    field.click()
    field.fill("2020-01-01T10:00")
    # It is told while the focus is still there.
    expect(warning).to_be_visible()
    expect(page.locator("#live")).to_contain_text("at least a minute from now")
    expect(field).to_be_focused()
    room = page.url
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.once("dialog", stay)
    page.evaluate("setTimeout(() => location.assign('/'))")
    expect(warning).to_be_visible()
    page.wait_for_timeout(500)
    assert asked == ["beforeunload"]
    assert page.url == room
    # One that can be planned leaves without a question.
    field.fill(f"{START.astimezone(ZoneInfo(page.evaluate(ZONE))):%Y-%m-%dT%H:%M}")
    expect(warning).to_be_hidden()
    page.goto("/")
    page.goto(room)
    expect(page.locator(".planned")).to_contain_text("Starts on")
