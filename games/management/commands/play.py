"""Serve the site on this machine: `python manage.py play`."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
import threading
from argparse import ArgumentTypeError
from contextlib import contextmanager
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from channels.routing import get_default_application
from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.http.request import validate_host
from twisted.internet import reactor

from games.management.service_command import ServiceCommand

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Iterator

HIGHEST_PORT = 65535

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104
"""Stand for all addresses of the machine."""

RESTART_AFTER = 2.0
"""Seconds within which a killed background process is restarted."""

PATIENCE = 3.0
"""Seconds that background work may take to stop when the server stops."""


class Command(ServiceCommand):
    """Migrate the database, print the address of the site, and serve it until stopped."""

    help = "Serve the site on this machine."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on")
        parser.add_argument("--port", default=8000, type=port_number, help="the port to listen on")

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        if settings.ROLE != "all":
            raise CommandError(f"play serves the whole site: unset ROLE, which is {settings.ROLE}")
        address = public_address(host)
        refuse_taken_port(host, port)
        call_command("migrate", verbosity=0, interactive=False)
        # Daphne stops reading a message longer than any frame: up to four bytes a character.
        longest = 4 * settings.LIVE_LIMITS["frame_size"]
        server = Server(
            application=get_default_application(),
            endpoints=build_endpoint_description_strings(host=host, port=port),
            websocket_max_message_size=longest,
            websocket_max_frame_size=longest,
        )
        # The site answers, and Ctrl-C works, only once the reactor runs.
        reactor.callWhenRunning(self.announce, where(address, host, port))
        with background("worker"):
            server.run()
        self.stdout.write("Stopped.")

    def announce(self, url: str) -> None:
        self.stdout.write(
            f"Same Deal {settings.VERSION}: race your friends on the identical deal of patience.\n"
            f"  Open     {url}\n"
            f"  Kept in  {storage()}\n"
            f"  Stop     Ctrl-C"
        )
        self.stdout.flush()


def port_number(text: str) -> int:
    """Read the number of a port.

    :raises ArgumentTypeError: if there is none such.
    """
    if not text.isdecimal() or not 0 < int(text) <= HIGHEST_PORT:
        raise ArgumentTypeError(f"must be from 1 to {HIGHEST_PORT}, not {text}")
    return int(text)


@contextmanager
def background(command: str) -> Iterator[None]:
    """Keep another command running in a child process, and end it on exit."""
    line = [sys.executable, sys.argv[0], command, "--parent", str(os.getpid())]
    environment = os.environ | own_metrics_address()
    start = partial(subprocess.Popen, line, stdout=subprocess.DEVNULL, env=environment)
    child = start()
    ending = threading.Event()

    def keep_running() -> None:
        nonlocal child
        while not ending.wait(RESTART_AFTER):
            if child.poll() is not None:
                child = start()

    keeper = threading.Thread(target=keep_running)
    keeper.start()
    try:
        yield
    finally:
        ending.set()
        keeper.join()
        child.terminate()
        try:
            child.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            # It is in the middle of a search; the next worker runs its task again.
            child.kill()
            child.wait()


def own_metrics_address() -> dict[str, str]:
    """Return the variable that gives the child the next port for its metrics."""
    if settings.METRICS_ADDRESS is None:
        return {}
    host, port = settings.METRICS_ADDRESS
    return {"METRICS_ADDRESS": f"{host}:{port + 1}"}


def public_address(host: str) -> str:
    """Return the host name by which players reach the site; empty if only a proxy does.

    :raises CommandError: if the site would listen to other machines and then refuse them.
    """
    if host in ("localhost", "127.0.0.1"):
        return _loopback_name(host)
    if settings.ALLOWED_HOSTS == list(settings.LOOPBACK_HOSTS):
        name = "192.168.1.20" if host in EVERYWHERE else host
        at = host if _is_address(host) else EVERYWHERE[0]
        raise CommandError(
            "to let other machines in, list the names they reach this one by, for example:\n"
            f"  ALLOWED_HOSTS={name},localhost make play HOST={at}"
        )
    return str(settings.ALLOWED_HOSTS[0])


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def where(address: str, host: str, port: int) -> str:
    """Say which address to open."""
    if address:
        return f"http://{address}:{port}"
    name = settings.ALLOWED_HOSTS[0]
    return f"{name}, by a proxy to {host}:{port}. Add localhost to ALLOWED_HOSTS to open it here"


def _loopback_name(host: str) -> str:
    """Return the name of this machine by which the site answers on it; empty if there is none."""
    names = (host, "localhost", "127.0.0.1")
    return next((name for name in names if validate_host(name, settings.ALLOWED_HOSTS)), "")


def refuse_taken_port(host: str, port: int) -> None:
    """Check, before anything else, that the server can listen.

    :raises CommandError: if it can't, with the reason.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise CommandError(f"cannot listen on {host}:{port}: {error.strerror}") from error
        raise CommandError(
            f"another program uses port {port}. Try another one: make play PORT={port + 1}"
        ) from error


def storage() -> str:
    """Describe where the games are stored, without a password."""
    database = settings.DATABASES["default"]
    if settings.DATABASE_URL:
        return f"PostgreSQL, database {database['NAME']} on {database['HOST'] or 'this machine'}"
    return f"{database['NAME']} (SQLite)"
