"""An account in a real browser: signing up as a guest, and a passkey."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Meet
from tests.live.conftest import Sites

pytestmark = pytest.mark.needs_chromium

PASSWORD = "kitchen-table-42"


def test_a_passkey_logs_in(sites: Sites, meet: Meet) -> None:
    """Browsers make passkeys for names only, not for bare addresses."""
    dana = meet(sites("sqlite").urls[0].replace("127.0.0.1", "localhost"))
    page = dana.page
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    authenticator = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": authenticator})

    page.goto("/accounts/signup/")
    page.get_by_label("Username").fill("dana")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.goto("/account/")
    page.get_by_role("link", name="Passkeys and codes").click()
    page.get_by_role("link", name="Add").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    page.get_by_label("Name").fill("laptop")
    page.get_by_label("Passwordless").check()
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("heading", name="Recovery Codes")).to_be_visible()

    page.context.clear_cookies()
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.locator(".menu-name")).to_have_text("dana")
    assert not dana.faults
