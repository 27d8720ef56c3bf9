"""What tests may need beyond Python: how to find it, and how to install it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory


@cache
def postgres() -> str | None:
    """Find a PostgreSQL server to create databases on; return its URL."""
    import psycopg

    url = os.environ.get("DATABASE_URL") or "postgres://postgres@127.0.0.1:5432/postgres"
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return None
    return url


@cache
def redis() -> str | None:
    """Find a Redis server; return its URL without a database number."""
    import redis

    url = os.environ.get("REDIS_URL") or "redis://127.0.0.1:6379"
    client = redis.Redis.from_url(url, socket_connect_timeout=2)
    try:
        client.ping()
    except redis.ConnectionError:
        return None
    finally:
        client.close()
    return url


@cache
def postgres_programs() -> str | None:
    """Find the folder of `initdb` and `pg_ctl`, which Debian keeps out of the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_version)
    programs = str(found[-1]) if found else shutil.which("initdb")
    return programs and str(Path(programs).parent)


def _version(program: Path) -> float:
    return float(program.parts[-3])


@cache
def redis_server() -> str | None:
    """Find the Redis server program."""
    return shutil.which("redis-server")


@cache
def chromium() -> str | None:
    """Find the Chromium program."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


@cache
def headless_chromium() -> str | None:
    """Find Chromium without what a screen needs, which tests faster; or else the whole."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or chromium()


@cache
def firefox() -> str | None:
    """Find the Firefox program."""
    return os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")


@cache
def webkit() -> str | None:
    """Find the program that drives WebKit, if there is a screen for it too."""
    return shutil.which("Xvfb") and shutil.which("WebKitWebDriver")


@cache
def fc_solve() -> str | None:
    """Find the FreeCell solver, if its program that deals by number is there too."""
    return shutil.which("make-microsoft-freecell-board") and shutil.which("fc-solve")


@cache
def node() -> str | None:
    """Find the Node.js program."""
    return shutil.which("node")


@cache
def esbuild() -> str | None:
    """Find the package that bundles, and the Node.js that runs it."""
    package = Path(__file__).parent.parent / "node_modules" / "esbuild"
    return str(package) if node() and package.is_dir() else None


@cache
def asyncapi() -> str | None:
    """Find the schema of AsyncAPI documents."""
    package = Path(__file__).parent.parent / "node_modules" / "@asyncapi" / "specs"
    schema = package / "schemas" / "3.0.0.json"
    return str(schema) if schema.is_file() else None


@cache
def caddy() -> str | None:
    """Find the proxy."""
    return shutil.which("caddy")


@cache
def promtool() -> str | None:
    """Find Prometheus's program that checks rules."""
    return shutil.which("promtool")


@cache
def systemd() -> str | None:
    """Find systemd's program that checks units; systemd need not run."""
    return shutil.which("systemd-analyze")


@cache
def tmpfs() -> str | None:
    """Find the command that mounts an in-memory file system, if this user may."""
    with TemporaryDirectory() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]
        if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
            return None
        subprocess.run(["umount", folder], check=True)
    return "mount"


@cache
def previous_release() -> str | None:
    """Find the commit of the release before this one in the repository's history."""
    from tests.live.upgrade import previous

    return previous.COMMIT if previous.is_there() else None


@dataclass(frozen=True)
class Need:
    """Something that a group of tests needs; their marker is `needs_` plus the name."""

    name: str
    title: str
    find: Callable[[], str | None]
    advice: str
    can_be_installed: bool = True
    """Whether `REQUIRE_ALL=1` demands it."""


NEEDS = (
    Need("postgres", "PostgreSQL", postgres, "apt install postgresql, or set DATABASE_URL"),
    Need("redis", "Redis", redis, "apt install redis, or set REDIS_URL"),
    Need("postgres_programs", "initdb and pg_ctl", postgres_programs, "apt install postgresql"),
    Need("redis_server", "redis-server", redis_server, "apt install redis"),
    Need(
        *("chromium", "Chromium", headless_chromium),
        "apt install chromium-headless-shell, or set CHROMIUM to the path of another",
    ),
    Need("firefox", "Firefox", firefox, "apt install firefox-esr, or set FIREFOX to its path"),
    Need("webkit", "WebKit", webkit, "apt install webkit2gtk-driver xvfb"),
    Need("fc_solve", "fc-solve", fc_solve, "apt install freecell-solver-bin"),
    Need("caddy", "Caddy", caddy, "apt install caddy"),
    Need("promtool", "promtool", promtool, "apt install prometheus"),
    Need("systemd", "systemd-analyze", systemd, "apt install systemd"),
    Need("tmpfs", "a disk to fill", tmpfs, "run as root, where tmpfs may be mounted"),
    Need(
        *("previous_release", "the release before", previous_release, "git fetch --unshallow"),
        can_be_installed=False,
    ),
    Need("node", "Node.js", node, "apt install nodejs"),
    Need("esbuild", "esbuild", esbuild, "apt install nodejs npm, then npm install"),
    Need("asyncapi", "the AsyncAPI schema", asyncapi, "apt install nodejs npm, then npm install"),
)
