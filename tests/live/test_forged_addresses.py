"""The limits of an address hold whatever a client claims in its headers."""

from __future__ import annotations

import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from http.cookiejar import CookieJar
from itertools import product

import pytest

from games.live.connections import CLOSE_TOO_SOON
from tests.live.racer import Racer
from tests.processes import CARELESS, SERVERS, Launch, Site

TOKEN = "t" * 32
HERE = "203.0.113.7"
Headers = dict[str, str]
Forge = Callable[[int], Headers]


def plainly(number: int) -> Headers:
    """Return a header that claims a different address for each number."""
    return {"X-Forwarded-For": f"198.51.100.{number}"}


def at_length(number: int) -> Headers:
    """Return a different address with a port, in every header that proxies use."""
    address = f"198.51.100.{number}"
    return {
        "X-Forwarded-For": f"10.0.0.{number}, {address}:{5000 + number}",
        "Forwarded": f"for={address};proto=https",
        "X-Real-IP": address,
        "X-Client-IP": address,
        "X-Forwarded-Host": address,
        "CF-Connecting-IP": address,
        "True-Client-IP": address,
    }


def by_a_proxy(number: int) -> Headers:
    """Return what a proxy on this machine forwards for one client that forges the rest."""
    return {
        "X-Forwarded-For": f"198.51.100.{number}, {HERE}",
        "X-Forwarded-Proto": "https",
    }


def limited(launch: Launch, server: str, behind_proxy: bool = False, proxies: str = "") -> Site:
    """Launch a site with low limits per address."""
    return launch(
        server=server,
        GUESTS_PER_HOUR="2",
        CONNECTS_PER_ADDRESS="1",
        BEHIND_TLS_PROXY=str(behind_proxy),
        TRUSTED_PROXIES=proxies,
    )


def ask(site: Site, path: str, headers: Headers, **form: str) -> tuple[int, str]:
    """Submit a form as a stranger; return the status and text without following redirects."""

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *args: object) -> None:
            return None

    origin = site.urls[0].replace("http", "https" if "X-Forwarded-Proto" in headers else "http")
    sent = {"Cookie": f"csrftoken={TOKEN}", "X-CSRFToken": TOKEN, "Referer": f"{origin}/"} | headers
    data = urllib.parse.urlencode(form).encode()
    request = urllib.request.Request(site.urls[0] + path, data, sent)
    opener = urllib.request.build_opener(Stay, urllib.request.HTTPCookieProcessor(CookieJar()))
    try:
        with opener.open(request) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def check_limits(site: Site, forge: Forge) -> None:
    """Exceed an address's limits for guests and sockets, forging another header each time."""
    guests = [ask(site, "/quick/", forge(n), game="applegate")[0] for n in range(3)]
    assert guests == [302, 302, 429]
    code = site.manage("race", "applegate").strip()
    racers = []
    for number in range(200):
        racers.append(Racer(site.urls[0], forge(number)))
        racers[-1].connect(code)
        if (frame := racers[-1].receive())["t"] == "refused":
            break
    assert frame["code"] == "too-soon"
    assert racers[-1].closed() == CLOSE_TOO_SOON
    for racer in racers:
        racer.close()


def check_log_in(site: Site, forge: Forge) -> None:
    """Exceed an account's limit for wrong passwords from one address."""
    tries = [
        ask(site, "/accounts/login/", forge(n), login="nobody", password="x")[1] for n in range(7)
    ]
    assert "Too many failed attempts" not in tries[0]
    assert "Too many failed attempts" in tries[-1]


@pytest.mark.parametrize(
    ("server", "forge"),
    [*product(SERVERS, (plainly, at_length)), *product(CARELESS, (at_length,))],
)
def test_without_a_proxy_headers_are_ignored(launch: Launch, server: str, forge: Forge) -> None:
    check_limits(limited(launch, server), forge)


def test_wrong_passwords_count_whatever_a_header_says(launch: Launch) -> None:
    check_log_in(limited(launch, "daphne"), at_length)
    check_log_in(limited(launch, "uvicorn", behind_proxy=True), by_a_proxy)


@pytest.mark.parametrize("server", SERVERS)
def test_behind_a_proxy_the_client_is_the_address_the_proxy_saw(
    launch: Launch, server: str
) -> None:
    site = limited(launch, server, behind_proxy=True)
    check_limits(site, by_a_proxy)
    elsewhere = by_a_proxy(1) | {"X-Forwarded-For": f"{HERE}, 203.0.113.8"}
    assert ask(site, "/quick/", elsewhere, game="applegate")[0] == 302


@pytest.mark.parametrize("server", SERVERS)
def test_an_untrusted_proxy_is_itself_the_client(launch: Launch, server: str) -> None:
    site = limited(launch, server, behind_proxy=True, proxies="192.0.2.1")
    status, _page = ask(site, "/quick/", by_a_proxy(1), game="applegate")
    assert status == 301, "it did not come by TLS, whatever it says"
