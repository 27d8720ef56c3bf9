"""Requests to addresses that players choose: where they go, whom they trust, how long they take."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from games.background.outbound import UndeliverableError, check, is_public, post
from tests.certificates import write_certificate
from tests.receiver import Receiver, receiving

HOST = "hooks.example"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


def at_port(port: int) -> Callable[..., list[Any]]:
    """Return a resolver for which all names stand for this machine, at a port."""
    return lambda *_, **__: [(2, 1, 6, "", ("127.0.0.1", port))]


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST.", "club.localhost", "127.0.0.1", "127.1", "0x7F000001", "2130706433"],
)
def test_this_machine_is_refused_before_anything_is_looked_up(host: str) -> None:
    with pytest.raises(UndeliverableError, match="No public address"):
        check(f"https://{host}/races")
    assert check(f"https://{host}/races", own_network=True)[1] == host.lower()


def test_a_name_is_resolved_once_and_wholly_checked(receiver: Receiver) -> None:
    assert is_public("93.184.216.34")
    assert is_public("2606:4700::1111")
    places = [(2, 1, 6, "", ("93.184.216.34", 80)), (2, 1, 6, "", ("127.0.0.1", receiver.port))]
    asked: list[Any] = []

    def resolve(*name: Any, **_: Any) -> list[Any]:
        asked.append(name)
        return places[1:] if len(asked) > 1 else places

    with pytest.raises(UndeliverableError, match="No public address"):
        post("http://rebinding.example/", b"{}", {}, resolve=resolve)
    assert asked == [("rebinding.example", 80)]
    assert receiver.bodies == []
    # The connection goes to the address that was checked, with the name in the request.
    asked += [()]
    assert post("http://a.example/", b"{}", {}, own_network=True, resolve=resolve) == 204
    assert receiver.headers[0]["Host"] == "a.example"


def test_a_receiver_with_a_certificate_for_its_name_is_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = write_certificate(tmp_path, HOST)
    with receiving(certificate) as receiver:
        resolve = at_port(receiver.port)

        def send(host: str) -> int:
            return post(f"https://{host}/", b"{}", {}, own_network=True, resolve=resolve)

        with pytest.raises(UndeliverableError, match="certificate verify failed"):
            send(HOST)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        with pytest.raises(UndeliverableError, match="Hostname mismatch"):
            send("other.example")
        assert receiver.bodies == []
        assert send(HOST) == 204
        # Some receivers know themselves only without the port that goes without saying.
        assert receiver.headers[0]["Host"] == HOST


def test_a_port_of_its_own_is_named(receiver: Receiver) -> None:
    assert post(f"http://{HOST}:81/", b"", {}, own_network=True, resolve=at_port(receiver.port))
    assert receiver.headers[0]["Host"] == f"{HOST}:81"


@contextmanager
def dripping() -> Iterator[int]:
    """Run a server that answers a byte at a time, for ever, and provide its port."""
    server = socket.create_server(("127.0.0.1", 0))

    def drip() -> None:
        line, _ = server.accept()
        try:
            while True:
                line.sendall(b"H")
                line.recv(1)
        except OSError:
            line.close()

    thread = Thread(target=drip)
    thread.start()
    with server:
        yield server.getsockname()[1]
        thread.join()


def test_neither_an_answer_that_drips_nor_a_silent_line_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.background.outbound.SECONDS", 0.5)
    with dripping() as port, pytest.raises(UndeliverableError, match="too long"):
        post(f"http://127.0.0.1:{port}/", b"x" * 9999, {}, own_network=True)
    # The line is accepted by the system, and nobody shakes hands.
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(UndeliverableError, match="too long"):
            post(f"https://127.0.0.1:{port}/", b"", {}, own_network=True)


def test_a_look_up_that_takes_too_long_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.background.outbound.SECONDS", 0.5)
    is_over = Event()

    def resolve(*_: Any, **__: Any) -> list[Any]:
        is_over.wait(30)
        return []

    with pytest.raises(UndeliverableError, match="too long"):
        post(f"http://{HOST}/", b"", {}, own_network=True, resolve=resolve)
    assert not is_over.is_set()
    is_over.set()


def test_what_the_look_up_takes_is_not_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.background.outbound.SECONDS", 2.0)

    def resolve(*_: Any, **__: Any) -> list[Any]:
        time.sleep(1.5)
        return at_port(port)()

    begun = time.monotonic()
    with dripping() as port, pytest.raises(UndeliverableError, match="too long"):
        post(f"http://{HOST}/", b"", {}, own_network=True, resolve=resolve)
    assert time.monotonic() - begun < 3.4
