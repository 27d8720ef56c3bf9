"""A race over TLS, through the proxy, on everything that `docker compose up` starts."""

from __future__ import annotations

import socket
import ssl
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import HTTPError, URLError

import psycopg
import pytest

from tests import manage
from tests.deploy.stack import Stack
from tests.live.racer import Racer
from tests.live.wins import win
from tests.processes import free_port
from tests.scraping import Scrape

pytestmark = [
    pytest.mark.needs_caddy,
    pytest.mark.needs_postgres_programs,
    pytest.mark.needs_redis_server,
]

KNOWN = win("agnes-sorel")


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    """Start everything, with two processes for sockets."""
    with TemporaryDirectory() as name, ExitStack() as cleanup:
        found = Stack(Path(name), {"live": 2}, cleanup)
        found.up()
        yield found


@pytest.fixture
def trusted(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have clients trust the proxy's own certificate."""
    monkeypatch.setenv("SSL_CERT_FILE", str(stack.certificate))


class Stay(urllib.request.HTTPRedirectHandler):
    """Has redirects reported instead of followed."""

    def redirect_request(self, *_: object) -> None:
        return None


def operate(stack: Stack, *arguments: str) -> str:
    """Run a command in a container of the pages."""
    [pages] = stack.of("pages")
    return manage.run({**pages.environment, "METRICS_ADDRESS": ""}, *arguments)


def start_race(stack: Stack) -> tuple[str, tuple[Racer, Racer]]:
    """Race two players on the known deal; return the race's code and them, with their cards."""
    options = ("--countdown", "3", "--deal", KNOWN.deal)
    code = operate(stack, "race", KNOWN.rules, *options).strip()
    racers = Racer(stack.url), Racer(stack.url)
    for racer in racers:
        racer.sit_ready(code)
    for racer in racers:
        racer.board(0)
    return code, racers


def expect_answers(stack: Stack) -> None:
    """Check that the proxy leads forms to processes of both kinds."""
    for path, status in (("/accounts/login/", 403), ("/ws/race/QFXKMP/", 421)):
        with pytest.raises(HTTPError) as answered:
            urllib.request.urlopen(stack.url + path, b"a=b")
        answered.value.close()
        assert answered.value.code == status


@pytest.mark.promised
@pytest.mark.usefixtures("trusted")
def test_a_race_goes_through_the_proxy(stack: Stack) -> None:
    code, racers = start_race(stack)
    alice, bob = racers
    sockets = [
        Scrape.of(f"127.0.0.1:{one.metrics_port}").value("samedeal_sockets", at="race")
        for one in stack.of("live")
    ]
    assert sockets == [1, 1]
    assert alice.play(KNOWN.moves)["board"]["outcome"] == "won"
    bob.send(t="end")
    alice.race(state="over")
    for racer in racers:
        racer.close()
    assert "podium" in alice.get(f"/race/{code}/")


@pytest.mark.usefixtures("trusted")
def test_a_live_process_hands_its_players_over(stack: Stack) -> None:
    code, racers = start_race(stack)
    alice, bob = racers
    first, second = stack.of("live")
    first.stop()
    # Both come back at the process that is left.
    for racer in racers:
        racer.close()
        racer.connect(code)
        racer.board(0)
    assert alice.play(KNOWN.moves)["board"]["outcome"] == "won"
    address = f"127.0.0.1:{second.metrics_port}"
    assert Scrape.of(address).value("samedeal_sockets", at="race") == 2
    bob.send(t="end")
    alice.race(state="over")
    for racer in racers:
        racer.close()
    first.start()


@pytest.mark.usefixtures("trusted")
def test_a_visitor_waits_while_the_only_process_is_replaced(stack: Stack) -> None:
    [pages] = stack.of("pages")
    pages.stop()
    with ThreadPoolExecutor(1) as browser:
        page = browser.submit(urllib.request.urlopen, f"{stack.url}/")
        pages.start()
        with page.result() as answer:
            assert answer.status == 200


@pytest.mark.usefixtures("trusted")
def test_a_form_goes_to_a_process_that_is_there(stack: Stack) -> None:
    [pages], [proxy] = stack.of("pages"), stack.of("proxy")
    ports = {name: str(free_port()) for name in ("HTTP_PORT", "HTTPS_PORT", "HEALTH_PORT")}
    beside = {"PAGES_AT": f"to 127.0.0.1:{free_port()} 127.0.0.1:{pages.port}"}
    other = replace(
        proxy,
        environment={**proxy.environment, **ports, **beside},
        words={**proxy.words, ":8081": f":{ports['HEALTH_PORT']}"},
        log=proxy.log.with_name("proxy-of-two.log"),
        child=None,
    )
    other.start()
    try:
        # It looks twice a second which processes are there.
        time.sleep(1.5)
        for _ in range(6):
            address = f"https://localhost:{ports['HTTPS_PORT']}/accounts/login/"
            # The site answers: without its token a form counts for nothing.
            with pytest.raises(HTTPError) as refused:
                urllib.request.urlopen(address, data=b"login=alice")
            refused.value.close()
            assert refused.value.code == 403
    finally:
        other.stop()


@pytest.mark.usefixtures("trusted")
def test_the_site_is_for_https_alone_and_knows_its_visitors(stack: Stack) -> None:
    with urllib.request.urlopen(f"{stack.url}/") as answer:
        assert answer.headers["Strict-Transport-Security"]
    with pytest.raises(HTTPError) as moved:
        urllib.request.build_opener(Stay).open(f"http://localhost:{stack.ports['http']}/")
    assert moved.value.headers["Location"].startswith("https://localhost")
    moved.value.close()
    [pages] = stack.of("pages")
    assert "Ignored forwarding headers" not in pages.log.read_text()


@pytest.mark.usefixtures("trusted")
@pytest.mark.parametrize("path", ["/accounts/login/", "/ws/race/QFXKMP/"])
def test_a_large_body_fills_no_memory_and_keeps_nobody_out(stack: Stack, path: str) -> None:
    for _ in range(5):
        with pytest.raises((HTTPError, URLError)) as refused:
            urllib.request.urlopen(stack.url + path, b"x" * 20_000_000)
        if isinstance(refused.value, HTTPError):
            assert refused.value.code == 413
            refused.value.close()
        expect_answers(stack)
    for one in (*stack.of("pages"), *stack.of("live")):
        assert one.is_healthy()


@pytest.mark.usefixtures("trusted")
def test_a_broken_body_keeps_nobody_out(stack: Stack) -> None:
    for path in ("/accounts/login/", "/ws/race/QFXKMP/"):
        for method in ("POST", "GET"):
            head = (
                f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            )
            with (
                socket.create_connection(("localhost", stack.ports["https"]), 30) as plain,
                ssl.create_default_context().wrap_socket(
                    plain, server_hostname="localhost"
                ) as line,
            ):
                line.sendall(f"{head}\r\n\r\n3\r\na=b\r\nno length\r\n".encode())
                assert line.recv(12)[:9] == b"HTTP/1.1 "
            expect_answers(stack)


def test_nobody_reaches_the_database_without_its_password(stack: Stack) -> None:
    for password in ("", "samedeal", "postgres"):
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(
                host="127.0.0.1",
                port=stack.ports["postgres"],
                user="samedeal",
                dbname="samedeal",
                password=password,
            )


def test_a_second_start_keeps_the_password_and_the_data(stack: Stack) -> None:
    before = (stack.folder / "secrets/database_url").read_text()
    for service in ("password", "migrate"):
        [one] = stack.of(service)
        one.start()
    assert (stack.folder / "secrets/database_url").read_text() == before


def test_every_process_is_healthy_and_its_log_shows_no_fault(stack: Stack) -> None:
    running = [one.service for one in stack.containers if not one.is_ended()]
    assert sorted(running) == ["live", "live", "pages", "proxy", "redis", "worker"]
    for one in stack.containers:
        if not one.is_ended():
            assert one.is_healthy(), one.service
        if one.log.exists():
            assert "Traceback" not in one.log.read_text(), one.service
