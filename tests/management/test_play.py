from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command

from games.management.commands.play import public_address, where
from tests import manage
from tests.processes import free_port
from tests.scraping import Scrape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django.fixtures import Settings

STOP_SECONDS = 60
STOCK_SECONDS = 240
"""The first proof compiles the solver, which takes a minute on a busy machine."""


class Play:
    """The command as a process, and its output."""

    def __init__(self, folder: Path, *options: str, **variables: str) -> None:
        self.child = subprocess.Popen(
            [sys.executable, "manage.py", "play", *options],
            cwd=manage.REPOSITORY,
            env=manage.clean_environment({"DATA_DIR": str(folder), **variables}),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            # A shell's background jobs ignore Ctrl-C, and so would their children.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def read_until(self, word: str) -> str:
        """Read lines until one contains `word`, or to the end."""
        assert self.child.stdout is not None
        said = ""
        for line in self.child.stdout:
            said += line
            if word in line:
                break
        return said

    def read_all(self) -> str:
        return self.child.communicate(timeout=STOP_SECONDS)[0]

    def worker(self) -> int | None:
        """Return the id of the background process, or None if it does not run."""
        threads = Path(f"/proc/{self.child.pid}/task").glob("*/children")
        return next((int(pid) for thread in threads for pid in thread.read_text().split()), None)


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def play(tmp_path: Path, port: int) -> Iterator[Play]:
    """Start the command."""
    play = Play(tmp_path, "--port", str(port))
    try:
        yield play
    finally:
        play.child.kill()
        play.child.communicate()


def test_it_says_where_the_site_is_and_serves_it(play: Play, port: int) -> None:
    assert f"http://127.0.0.1:{port}" in play.read_until("Stop")
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
        assert answer.status == 200


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_when_asked(play: Play, number: signal.Signals) -> None:
    play.read_until("Stop")
    play.child.send_signal(number)
    assert play.read_all() == "Stopped.\n"
    assert play.child.returncode == 0


def test_it_names_another_port_if_this_one_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        taken = server.getsockname()[1]
        play = Play(tmp_path, "--port", str(taken))
        assert f"another program uses port {taken}" in play.read_all()
        assert play.child.returncode == 1


def test_it_says_which_ports_there_are(tmp_path: Path) -> None:
    play = Play(tmp_path, "--port", "99999")
    assert "--port: must be from 1 to 65535, not 99999" in play.read_all()
    assert play.child.returncode == 2


def test_it_asks_for_a_host_name_before_it_listens_to_others(tmp_path: Path, port: int) -> None:
    play = Play(tmp_path, "--host", "0.0.0.0", "--port", str(port))  # noqa: S104
    assert "ALLOWED_HOSTS=" in play.read_all()
    assert play.child.returncode == 1


@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("0.0.0.0", "ALLOWED_HOSTS=192.168.1.20,localhost make play HOST=0.0.0.0"),  # noqa: S104
        ("10.0.0.5", "ALLOWED_HOSTS=10.0.0.5,localhost make play HOST=10.0.0.5"),
        ("play.example.org", "ALLOWED_HOSTS=play.example.org,localhost make play HOST=0.0.0.0"),
    ],
)
def test_its_advice_listens_at_an_address(settings: Settings, host: str, told: str) -> None:
    settings.ALLOWED_HOSTS = list(settings.LOOPBACK_HOSTS)
    with pytest.raises(CommandError) as refused:
        public_address(host)
    assert str(refused.value).endswith(f"  {told}")


def test_it_serves_the_whole_site_or_nothing(settings: Settings) -> None:
    settings.ROLE = "live"
    with pytest.raises(CommandError, match="unset ROLE"):
        call_command("play")


def test_it_restarts_background_work_that_was_killed(play: Play) -> None:
    play.read_until("Stop")
    first = play.worker()
    assert first is not None
    os.kill(first, signal.SIGKILL)
    deadline = time.monotonic() + STOP_SECONDS
    while play.worker() in (None, first):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_it_searches_for_proven_deals_until_it_ends(play: Play, tmp_path: Path) -> None:
    play.read_until("Stop")
    count = "from games.models import Proof; print(Proof.objects.count())"
    deadline = time.monotonic() + STOCK_SECONDS
    while not int(manage.run({"DATA_DIR": str(tmp_path)}, "shell", "-v0", "-c", count)):
        assert time.monotonic() < deadline
    # The worker inherits the pipe, so reading ends only once the worker is gone too.
    play.child.kill()
    play.read_all()


def test_its_worker_has_the_next_address_for_metrics(tmp_path: Path, port: int) -> None:
    metrics = free_port()
    play = Play(tmp_path, "--port", str(port), METRICS_ADDRESS=f"127.0.0.1:{metrics}")
    try:
        play.read_until("Stop")
        assert Scrape.of(f"127.0.0.1:{metrics}").names() >= {"samedeal_relay_up"}
        until = time.monotonic() + STOCK_SECONDS
        while not answers(metrics + 1):
            assert time.monotonic() < until
            time.sleep(0.1)
        assert Scrape.of(f"127.0.0.1:{metrics + 1}").value("samedeal_database_up") == 1
    finally:
        play.child.terminate()
        play.read_all()


def answers(port: int) -> bool:
    """Tell whether something listens at a port."""
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize(
    ("hosts", "told"),
    [
        (["localhost"], "http://localhost:8139"),
        (["play.example.org", "127.0.0.1"], "http://127.0.0.1:8139"),
        (["play.example.org"], "play.example.org, by a proxy to 127.0.0.1:8139. Add localhost"),
    ],
)
def test_it_names_an_address_that_answers(settings: Settings, hosts: list[str], told: str) -> None:
    settings.ALLOWED_HOSTS = hosts
    assert where(public_address("127.0.0.1"), "127.0.0.1", 8139).startswith(told)
