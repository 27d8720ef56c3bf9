"""The headers of every address that the resolver knows, of static files and of errors."""

from __future__ import annotations

import http.client
import re
from collections.abc import Iterator
from contextlib import closing

import pytest

from solitaire_site.headers import ALLOWED, DENIED, EVERYWHERE, TRUSTWORTHY
from tests.addresses import STREAMS, addresses
from tests.processes import Launch, Site
from tests.repository.files import tracked
from tests.stores import Stores

PARTS = {
    **{"code": "BCDFGH", "pk": "1", "text": "x", "day": "2026-01-01", "game": "applegate"},
    **{"preset": "standard", "period": "all", "release": "0", "language": "de"},
    **{
        "provider_id": "oidc",
        "uidb36": "1",
        "client": "x",
        "key": "x",
        "url": "x",
        "app_label": "games",
    },
    **{"object_id": "1", "id": "1", "content_type_id": "1", "address": "v1/x"},
}

PATHS = sorted({address.path(PARTS) for address in addresses()})

SESSION = """
from django.test import Client
from games.models import Player
client = Client()
client.force_login(Player.objects.create_user("dora", password="x"))
print(client.cookies["sessionid"].value)
"""

USES = {
    r"navigator\.clipboard\.write": "clipboard-write",
    r"navigator\.share": "web-share",
    r"AudioContext|new Audio\b": "autoplay",
    r"credentials\.get": "publickey-credentials-get",
    r"credentials\.create": "publickey-credentials-create",
    r"requestFullscreen": "fullscreen",
    r"wakeLock": "screen-wake-lock",
    r"clipboard\.read": "clipboard-read",
    r"geolocation": "geolocation",
    r"getUserMedia": "camera",
}
"""How modules use browser features."""


@pytest.fixture(scope="module", params=["plain", "tls"])
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, stores: Stores
) -> Iterator[Site]:
    with closing(Launch(tmp_path_factory.mktemp("headers"), stores)) as launch:
        yield launch(BEHIND_TLS_PROXY=str(request.param == "tls"))


def answer(
    site: Site, path: str, method: str = "GET", **headers: str
) -> tuple[int, dict[str, str], list[str]]:
    """Return an answer's status, headers and cookies; the request uses TLS if the site does."""
    if site.environment["BEHIND_TLS_PROXY"] == "True":
        headers["X-Forwarded-Proto"] = "https"
    connection = http.client.HTTPConnection("127.0.0.1", site.processes[0].port)
    with closing(connection):
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        # A stream of events has no end.
        if answer.headers.get_content_type() not in STREAMS:
            answer.read()
    cookies = answer.headers.get_all("Set-Cookie") or []
    return answer.status, dict(answer.headers.items()), cookies


def check(site: Site, path: str, headers: dict[str, str]) -> None:
    """Check the headers that every answer must have."""
    for name, value in (EVERYWHERE | TRUSTWORTHY).items():
        assert headers.get(name) == value, (path, name)
    insists = "Strict-Transport-Security" in headers
    assert insists == (site.environment["BEHIND_TLS_PROXY"] == "True"), path


def check_policy(path: str, headers: dict[str, str]) -> None:
    """Check that a page may run nothing inline, and load nothing from elsewhere by default."""
    if headers.get("Content-Type", "").startswith("text/html"):
        policy = headers.get("Content-Security-Policy", "")
        directives = dict(one.strip().split(" ", 1) for one in policy.split(";") if one.strip())
        for name in ("default-src", "script-src", "style-src"):
            assert directives.get(name) == "'self'", (path, name)
        for name in ("object-src", "base-uri"):
            assert directives.get(name) == "'none'", (path, name)
        assert {"form-action", "frame-ancestors"} <= set(directives), path
        assert "unsafe" not in policy, path


def check_cookies(site: Site, path: str, cookies: list[str]) -> None:
    """Check that other sites send no cookie, scripts read no session, and the line stays safe."""
    for cookie in cookies:
        name, *rest = cookie.split("; ")
        flags = {flag.lower() for flag in rest}
        assert "samesite=lax" in flags, (path, cookie)
        if site.environment["BEHIND_TLS_PROXY"] == "True":
            assert "secure" in flags, (path, cookie)
        if name.startswith(("sessionid=", "messages=")):
            assert "httponly" in flags, (path, cookie)


def test_every_address_has_the_headers_and_no_shared_cache_keeps_it(site: Site) -> None:
    session = site.manage("shell", "--no-imports", "-c", SESSION).strip()
    for path in PATHS:
        for cookie in ("", f"sessionid={session}"):
            for method in ("GET", "POST"):
                status, headers, cookies = answer(site, path, method, Cookie=cookie)
                check(site, path, headers)
                check_policy(path, headers)
                check_cookies(site, path, cookies)
                kept, varies = headers["Cache-Control"], headers["Vary"]
                if "public" in kept:
                    # Pages of some origins may read the API.
                    origin = ", Origin" if path.startswith("/api/") else ""
                    assert (varies, cookies) == (f"Accept-Encoding{origin}", []), path
                    continue
                assert "private" in kept, path
                assert {"Cookie", "Accept-Language"} <= set(re.split(", *", varies)), path
                if cookie or any(c.startswith("sessionid=") for c in cookies):
                    assert "no-store" in kept, (path, method, status)
    # Django logs a traceback when a player is not staff.
    site.processes[0].log.write_text("")


def test_errors_have_the_headers_too(site: Site) -> None:
    for path, method, status in (
        ("/nowhere/", "GET", 404),
        ("/race/%00/", "GET", 400),
        ("/quick/", "GET", 405),
        ("/race/", "POST", 403),
    ):
        found, headers, _cookies = answer(site, path, method)
        assert found == status
        check(site, path, headers)


def test_a_household_without_tls_gets_no_header_that_its_browser_would_complain_of(
    site: Site,
) -> None:
    _status, headers, _cookies = answer(site, "/", Host="household.example:8000")
    tls = site.environment["BEHIND_TLS_PROXY"] == "True"
    assert ("Cross-Origin-Opener-Policy" in headers) == tls
    assert EVERYWHERE.items() <= headers.items()


def test_static_files_have_the_headers_and_are_public(site: Site) -> None:
    scheme = {"X-Forwarded-Proto": "https"}
    connection = http.client.HTTPConnection("127.0.0.1", site.processes[0].port)
    with closing(connection):
        connection.request("GET", "/accounts/login/", headers=scheme)
        page = connection.getresponse().read().decode()
    paths = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert paths
    for path in paths:
        status, headers, cookies = answer(site, path)
        check(site, path, headers)
        assert (status, cookies) == (200, [])
        assert "public" in headers["Cache-Control"]


def test_a_catalogue_is_public(site: Site) -> None:
    _status, headers, _cookies = answer(site, "/", Cookie="django_language=de")
    connection = http.client.HTTPConnection("127.0.0.1", site.processes[0].port)
    with closing(connection):
        sent = {"X-Forwarded-Proto": "https", "Cookie": "django_language=de"}
        connection.request("GET", "/", headers=sent)
        found = re.search(r'src="(/catalogue/[^"]+)"', connection.getresponse().read().decode())
    assert found is not None
    status, headers, cookies = answer(site, found[1], Cookie="django_language=de; sessionid=x")
    assert (status, headers["Vary"], cookies) == (200, "Accept-Encoding", [])
    assert "public" in headers["Cache-Control"]


def test_the_policy_allows_what_the_modules_use() -> None:
    sources = " ".join(path.read_text() for path in tracked("frontend/src/*.js"))
    used = {feature for pattern, feature in USES.items() if re.search(pattern, sources)}
    assert {"autoplay", "clipboard-write"} <= used
    assert not (used | set(ALLOWED)) & set(DENIED)
