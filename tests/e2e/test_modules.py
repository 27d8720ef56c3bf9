"""Pages load all their modules and sheets, bundled or native, and nothing that is forbidden."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.live.wins import win
from tests.processes import Launch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.e2e.conftest import Meet, OpenRace
    from tests.processes import Site
    from tests.stores import Stores

pytestmark = pytest.mark.needs_chromium


@pytest.fixture(
    scope="module", params=[pytest.param("bundled", marks=pytest.mark.needs_esbuild), "native"]
)
def site(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    stores: Stores,
    bundle: Path,
) -> Iterator[Site]:
    """Launch a site with bundled pages, and one with native modules."""
    folder = bundle if request.param == "bundled" else tmp_path_factory.mktemp("none")
    with closing(Launch(tmp_path_factory.mktemp("modules"), stores)) as launch:
        yield launch(BUNDLE_DIR=str(folder))


def is_bundled(site: Site) -> bool:
    """Tell whether a site has a bundle to serve."""
    return (Path(site.environment["BUNDLE_DIR"]) / "bundle.json").is_file()


def listen(page: Page) -> tuple[Counter[str], list[str]]:
    """Record what a page requests of its code from now on, by path suffix, and what fails."""
    code: Counter[str] = Counter()
    failed: list[str] = []
    page.on(
        "request",
        lambda request: (
            code.update(["/".join(urlsplit(request.url).path.split("/")[3:])])
            if request.resource_type in ("script", "stylesheet")
            else None
        ),
    )
    page.on("requestfailed", lambda request: failed.append(request.url))
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    return code, failed


def test_every_page_loads_its_modules_once(site: Site, meet: Meet) -> None:
    person = meet(site.urls[0])
    code, failed = listen(person.page)
    for path, ready, module in (
        ("/", "#duel .card", "src/home/main.js"),
        ("/how-to-play/applegate/", ".card-table .card", "src/howto/main.js"),
        ("/practice/", "form", "src/practice/main.js"),
    ):
        code.clear()
        person.page.goto(path)
        expect(person.page.locator(ready).first).to_be_attached()
        person.page.wait_for_load_state("networkidle")
        found = {name for name in code if name.endswith((module, "src/settings/main.js"))}
        assert len(found) == 2
        assert set(code.values()) == {1}
        assert {name.startswith("bundled/") for name in code} == {is_bundled(site)}
        assert not is_bundled(site) or len(code) < 12
    assert failed == person.faults == []


def test_a_race_is_won_and_watched_again(site: Site, meet: Meet, open_race: OpenRace) -> None:
    known = win("agnes-sorel")
    code = open_race(site, known)
    person = meet(site.urls[0])
    requested, failed = listen(person.page)
    person.join_by_link(code, "Alice")
    person.page.get_by_role("button", name="Race alone").click()
    person.sit_at(known).win(known.moves, cycle(("drag", "click")))
    watch = person.page.get_by_role("link", name="Watch your run")
    expect(watch).to_be_visible()
    late = [name for name in requested if "afterwards" in name]
    assert len(late) == 1
    assert late[0].startswith("bundled/") == is_bundled(site)
    watch.click()
    expect(person.page.locator(".replay-table .card")).to_have_count(52)
    person.page.keyboard.press("ArrowRight")
    expect(person.page.locator(".replay-did")).to_contain_text("1 of ")
    assert failed == person.faults == []
