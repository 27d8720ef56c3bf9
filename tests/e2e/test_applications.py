"""An application of somebody else gets access in a real browser, under the strict policy."""

from __future__ import annotations

import json
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from tests.applications import answer_in, invitation, trade
from tests.e2e.conftest import Meet
from tests.e2e.test_accessibility import findings, widened
from tests.live.conftest import Sites

pytestmark = pytest.mark.needs_chromium

PASSWORD = "kitchen-table-42"


class Callback(BaseHTTPRequestHandler):
    """The page of the application."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!DOCTYPE html><title>Deal Bot</title><h1>Welcome back</h1>")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def callback() -> Iterator[str]:
    """Serve the application's page, and yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Callback) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/callback"
        server.shutdown()


def registered(page: Page, name: str) -> str:
    """Sign up as someone new, register an application, and return its id."""
    page.goto("/accounts/signup/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.goto("/account/")
    page.get_by_text("Programs", exact=True).click()
    page.get_by_role("link", name="Applications").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    page.get_by_label("Name").fill("Deal Bot")
    page.get_by_label("Redirect addresses").fill("http://127.0.0.1/callback")
    page.get_by_role("button", name="Register").click()
    return page.locator("dd.code").inner_text()


def test_an_application_gets_access_and_loses_it(sites: Sites, meet: Meet) -> None:
    url = sites("sqlite").urls[0]
    dana = meet(url)
    page = dana.page
    client = registered(page, "dana-apps")

    with callback() as address:
        page.goto(invitation(client, redirect_uri=address))
        expect(page.get_by_role("heading", name="Give Deal Bot access?")).to_be_visible()
        page.get_by_label("Open races").uncheck()
        page.get_by_role("button", name="Allow").click()
        expect(page.get_by_role("heading", name="Welcome back")).to_be_visible()
        told = answer_in(page.url)
    sent = trade(client, told["code"], redirect_uri=address)
    with urllib.request.urlopen(
        f"{url}/oauth/token", urllib.parse.urlencode(sent).encode()
    ) as answer:
        assert json.load(answer)["scope"] == "read"

    page.goto("/account/applications/")
    page.get_by_role("button", name="Revoke Deal Bot").click()
    expect(page.get_by_text("no longer has access")).to_be_visible()
    assert not dana.faults


def shown_code(url: str, client: str) -> str:
    """Return the code that a device of an application shows."""
    sent = urllib.parse.urlencode({"client_id": client, "scope": "read race"}).encode()
    with urllib.request.urlopen(f"{url}/oauth/device/code", sent) as answer:
        code: str = json.load(answer)["user_code"]
    return code


def test_axe_finds_nothing_where_programs_get_access(sites: Sites, meet: Meet) -> None:
    url = sites("sqlite").urls[0]
    erin = meet(url, size=(360, 640))
    page = erin.page
    client = registered(page, "erin-apps")
    # Few wrong codes may be tried.
    page.goto("/oauth/device?code=AAAA-AAAA")
    found = findings(page)
    for language in ("en", "de"):
        page.set_extra_http_headers({"Accept-Language": language})
        addresses = [invitation(client, redirect_uri="http://127.0.0.1/callback")]
        addresses += [invitation("nobody"), "/oauth/device"]
        addresses += [
            f"/account/{name}/" for name in ("applications", "tokens", "bots", "webhooks")
        ]
        addresses.append(f"/oauth/device?code={shown_code(url, client)}")
        for address in addresses:
            page.goto(address)
            found += findings(page)
            if (width := widened(page)) > 360:
                found.append(f"{page.url} is {width} wide with text of twice the size")
        page.locator("button[name=answer][value=allow]").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Deal Bot")
        found += findings(page)
    assert not found
