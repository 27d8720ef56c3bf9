"""What the running site sends with every page and static file."""

from __future__ import annotations

import json
import re
import urllib.request
from contextlib import closing
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.parse import urljoin

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.processes import Launch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.processes import Site
    from tests.stores import Stores


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, stores: Stores, bundle: Path) -> Iterator[Site]:
    with closing(Launch(tmp_path_factory.mktemp("site"), stores)) as launch:
        yield launch(BUNDLE_DIR=str(bundle))


@pytest.fixture(scope="module")
def static(site: Site) -> str:
    """Return the path of the static files, as found in a page."""
    with urllib.request.urlopen(f"{site.urls[0]}/accounts/login/") as answer:
        found = re.search(r"/static/[^/]+/", answer.read().decode())
    assert found is not None
    return found[0]


def headers(site: Site, path: str) -> dict[str, str]:
    with urllib.request.urlopen(site.urls[0] + path) as answer:
        return dict(answer.headers)


def status(site: Site, path: str, **headers: str) -> int:
    request = urllib.request.Request(site.urls[0] + path, headers=headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return int(answer.status)
    except HTTPError as error:
        with error:
            return error.code


def handshake(site: Site, origin: str) -> int:
    """Return the status with which the server answers a websocket of a page."""
    address = site.urls[0].replace("http", "ws") + "/ws/race/QFXKMP/"
    try:
        with connect(address, origin=Origin(origin)) as socket:
            assert socket.response is not None
            return socket.response.status_code
    except InvalidStatus as refusal:
        return refusal.response.status_code


def test_a_page_may_load_nothing_inline_and_nothing_from_elsewhere(site: Site) -> None:
    policy = headers(site, "/accounts/login/")["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    for kind in ("child", "frame", "object"):
        assert f"{kind}-src 'none'" in policy
    for kind in ("script", "worker"):
        assert f"{kind}-src 'self'" in policy
    assert "unsafe" not in policy


def test_a_page_cannot_be_framed(site: Site) -> None:
    policy = headers(site, "/accounts/login/")["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy


def test_pages_and_static_files_are_compressed_for_clients_that_accept_it(
    site: Site, static: str
) -> None:
    for path in ("/accounts/login/", f"{static}styles/tokens.css", f"{static}src/race/main.js"):
        request = urllib.request.Request(site.urls[0] + path, headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
        assert "Content-Encoding" not in headers(site, path)


@pytest.mark.needs_esbuild
def test_a_bundled_page_names_the_few_files_that_it_needs(site: Site) -> None:
    named = files_named(site)
    assert all("/bundled/" in path for path in named)
    assert 2 < len(named) < 10
    for path in named:
        with urllib.request.urlopen(site.urls[0] + path) as answer:
            text = answer.read().decode()
        assert "@import" not in text
        assert {urljoin(path, target) for target in re.findall(r'from"([^"]+)"', text)} <= named
        for target in re.findall(r'url\("([^":]+)"\)', text):
            assert status(site, urljoin(path, target)) == 200, f"{path} shows {target}"


@pytest.mark.needs_esbuild
def test_a_bundled_start_page_has_the_files_of_a_race_fetched_ahead(site: Site) -> None:
    with urllib.request.urlopen(site.urls[0]) as answer:
        ahead = re.findall(r'rel="prefetch" href="([^"]+)"', answer.read().decode())
    ends = {"/src/race/main.js", "/styles/pages/race.css"}
    assert all(any(path.endswith(end) for path in ahead) for end in ends)
    assert [path for path in ahead if status(site, path) != 200] == []


def test_a_bundle_of_other_sources_is_not_served_and_the_log_says_so(
    tmp_path: Path, launch: Launch
) -> None:
    made = {"sources": {"package.json": "0" * 64}, "imports": {"src/home/main.js": []}}
    (tmp_path / "bundle").mkdir()
    (tmp_path / "bundle" / "bundle.json").write_text(json.dumps(made))
    site = launch(BUNDLE_DIR=str(tmp_path / "bundle"))
    named = files_named(site)
    assert any(path.endswith("/src/home/main.js") for path in named)
    assert not any("/bundled/" in path for path in named)
    said = site.processes[0].log.read_text()
    assert "package.json has changed since" in said


def files_named(site: Site) -> set[str]:
    """Return the paths of the modules and style sheets that the start page names."""
    with urllib.request.urlopen(site.urls[0]) as answer:
        page = answer.read().decode()
    rels = r'(?:(?:stylesheet|modulepreload)" href|module" src)="([^"]+)"'
    return set(re.findall(rels, page))


def test_a_static_file_is_cached_forever(site: Site, static: str) -> None:
    assert "immutable" in headers(site, f"{static}styles/tokens.css")["Cache-Control"]


def test_a_static_file_has_its_media_type(site: Site, static: str) -> None:
    sent = headers(site, f"{static}styles/tokens.css")
    assert sent["Content-Type"].startswith("text/css")
    assert sent["X-Content-Type-Options"] == "nosniff"


def test_a_template_is_not_served(site: Site, static: str) -> None:
    assert status(site, f"{static}templates/base.html") == 404


def test_a_static_path_cannot_leave_its_folder(site: Site, static: str) -> None:
    assert status(site, f"{static}styles/../../manage.py") == 404
    assert status(site, f"{static}styles/%2e%2e/%2e%2e/manage.py") == 404


def test_another_host_name_is_refused(site: Site) -> None:
    assert status(site, "/accounts/login/", Host="elsewhere.example.org") == 400


def test_a_websocket_of_another_page_is_refused(site: Site) -> None:
    assert handshake(site, "https://elsewhere.example.org") == 403


def test_a_websocket_of_the_same_host_on_another_port_is_refused(site: Site) -> None:
    assert handshake(site, site.urls[0]) == 101
    for origin in ("http://127.0.0.1", "http://127.0.0.1:1", "http://localhost:8000"):
        assert handshake(site, origin) == 403
    assert handshake(site, site.urls[0].replace("http", "https")) == 403
