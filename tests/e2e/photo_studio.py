"""A site and a browser for pictures: no test looks at them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from tests import needs
from tests.e2e.conftest import FLAGS
from tests.live.wins import Win, win
from tests.processes import Launch, Site
from tests.stores import Stores


@contextmanager
def studio() -> Iterator[tuple[Site, Browser]]:
    """Start a site and a browser; both end with the context."""
    with ExitStack() as cleanup:
        folders = [Path(cleanup.enter_context(TemporaryDirectory())) for _ in range(2)]
        launch = cleanup.enter_context(closing(Launch(folders[0], Stores(folders[1], cleanup))))
        site = launch()
        playwright = cleanup.enter_context(sync_playwright())
        browser = cleanup.enter_context(
            playwright.chromium.launch(executable_path=needs.chromium(), args=list(FLAGS))
        )
        yield site, browser


def open_race(site: Site, game: str) -> tuple[str, Win]:
    """Open a race on a deal whose win is known; return its code and that win."""
    known = win(game)
    arguments = (known.rules, "--deal", known.deal, "--countdown", "3")
    return site.manage("race", *arguments).strip(), known
