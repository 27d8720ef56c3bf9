"""A replay in a frame of another site's page, in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Meet
from tests.live.conftest import Seats, Sites, start
from tests.live.conftest import seat as seat  # racers play what is framed here
from tests.live.conftest import visit as visit
from tests.live.wins import wins

pytestmark = pytest.mark.needs_chromium

KNOWN = wins("agnes-sorel/standard")[5]
"""A deal that no other test races on."""


@pytest.fixture
def elsewhere() -> Iterator[dict[str, str]]:
    """Serve the pages in this dictionary from another origin: `localhost`, not `127.0.0.1`."""
    pages: dict[str, str] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = pages.get(self.path, "").encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        pages["address"] = f"http://localhost:{server.server_port}"
        yield pages
        server.shutdown()


def copy_code(page: Page) -> str:
    """Copy the code as on a household's plain http, where no clipboard is."""
    field = page.get_by_label("For a page of yours")
    code = field.input_value()
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.set_viewport_size({"width": 640, "height": 360})
    copy = page.get_by_role("button", name="Copy", exact=True)
    expect(copy).to_be_in_viewport(ratio=1)
    button = page.locator("#embed-copy")
    page.evaluate("document.execCommand = () => false")
    copy.click()
    expect(button).to_have_text("Press Ctrl+C")
    expect(button).to_have_text("Copy", timeout=5000)
    page.evaluate("delete document.execCommand")
    copy.click()
    expect(button).to_have_text("Copied")
    expect(page.locator("#live")).to_contain_text("Copied")
    expect(button).to_have_text("Copy", timeout=5000)
    page.get_by_role("button", name="Close").click()
    expect(field).to_be_hidden()
    return code


def test_another_site_frames_a_replay_and_nothing_else(
    sites: Sites, meet: Meet, seat: Seats, elsewhere: dict[str, str]
) -> None:
    site = sites("sqlite")
    _code, racers = seat(site, KNOWN)
    start(racers)
    racers[0].play(KNOWN.moves[:9])
    for racer in racers:
        racer.send(t="end")
    pk = racers[0].race(state="over")["seats"][0]["entry"]
    visitor = meet(site.urls[0])
    page = visitor.page
    page.goto(f"/entry/{pk}/replay?n=3")
    page.get_by_role("button", name="Embed").click()
    code = copy_code(page)
    assert f'/entry/{pk}/embed?n=3"' in code, "it begins at the step shown now"
    page.context.clear_cookies()
    elsewhere["/"] = f"<!doctype html><title>A club</title>{code}"
    page.goto(elsewhere["address"])
    framed = page.frame_locator("iframe")
    expect(framed.locator(".card")).to_have_count(52)
    whole = framed.get_by_role("heading").get_by_role("link")
    expect(whole).to_have_attribute("href", f"/entry/{pk}/replay")
    before = framed.locator("#did").inner_text()
    framed.locator("#toggle").focus()
    page.keyboard.press("ArrowRight")
    expect(framed.locator("#did")).not_to_have_text(before)
    framed.get_by_role("button", name="Play").click()
    expect(framed.locator("#did")).to_contain_text("Stopped")
    assert page.context.cookies() == []
    assert visitor.faults == []
    # The replay itself stays out of frames.
    elsewhere["/whole"] = code.replace("/embed?n=3", "/replay")
    page.goto(f"{elsewhere['address']}/whole")
    expect(framed.locator("main")).to_have_count(0)
    assert any("frame-ancestors" in fault for fault in visitor.faults)
