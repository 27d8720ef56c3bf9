"""Sites to visit, and real browsers to visit them with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from typing import Literal, TypeAlias

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests import needs
from tests.e2e.person import WAIT, Person
from tests.live.conftest import races_end as races_end  # the same fixtures serve these tests
from tests.live.conftest import shared_sites as shared_sites
from tests.live.conftest import sites as sites
from tests.live.conftest import visit as visit
from tests.live.wins import Win
from tests.processes import Site

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

Browsers: TypeAlias = Callable[[int], Browser]
OpenRace: TypeAlias = Callable[[Site, Win], str]
Meet: TypeAlias = Callable[..., Person]

# Beside many processes five seconds, Playwright's own patience, can be too short.
expect.set_options(timeout=WAIT)


def open_browser(playwright: Playwright, *flags: str) -> Browser:
    """Start a browser."""
    return playwright.chromium.launch(
        executable_path=needs.headless_chromium(), args=[*FLAGS, *flags]
    )


# For this folder, not for the whole session: Playwright keeps an event loop running in the thread
# of the tests as long as it is open, and no other test can run one beside it.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Provide what starts browsers."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browsers(playwright: Playwright) -> Iterator[Browsers]:
    """Return a way to a browser by its number: each a process of its own, once it is asked for."""
    with ExitStack() as cleanup:
        yield cache(lambda number: cleanup.enter_context(open_browser(playwright)))


@pytest.fixture
def meet(browsers: Browsers) -> Iterator[Meet]:
    """Return a way to meet people: each with one of the browsers, at an address, on a screen."""
    with ExitStack() as cleanup:

        def meet(
            url: str,
            browser: int = 0,
            size: tuple[int, int] = (1280, 800),
            touch: bool = False,
            scheme: Literal["light", "dark"] = "light",
        ) -> Person:
            context = cleanup.enter_context(
                browsers(browser).new_context(
                    base_url=url,
                    viewport={"width": size[0], "height": size[1]},
                    has_touch=touch,
                    color_scheme=scheme,
                    reduced_motion="reduce",
                )
            )
            return Person(context)

        yield meet


@pytest.fixture
def open_race() -> OpenRace:
    """Open a race on the deal of a known win; return its code."""

    def open_race(site: Site, win: Win) -> str:
        return site.manage("race", win.rules, "--deal", win.deal, "--countdown", "3").strip()

    return open_race
