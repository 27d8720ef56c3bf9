"""Pages and health checks while the database is down, full or read-only."""

from __future__ import annotations

import resource
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from email.message import Message
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests import manage
from tests.live.faults.conftest import Grown
from tests.live.faults.databases import own_disk, own_postgres
from tests.processes import Launch, Site

TOKEN = "t" * 32
WAIT = 60.0

WRITING = {
    "/quick/": {"game": "applegate"},
    "/race/": {"game": "applegate", "preset": "standard", "limit": "10", "countdown": "5"},
    "/practice/": {"game": "applegate", "preset": "standard", "draw": "any"},
    "/accounts/signup/": {"username": "dana", "password1": "kitchen-table-42"},
}
"""Pages that must write, with valid forms."""

SESSION = """
from django.test import Client
from games.models import Player
client = Client()
client.force_login(Player.objects.create_user("dora", password="x"))
print(client.cookies["sessionid"].value)
"""


class Stay(urllib.request.HTTPRedirectHandler):
    """A handler that does not follow redirects."""

    def redirect_request(self, *args: object) -> None:
        return None


def ask(url: str, form: dict[str, str] | None = None, session: str = "") -> tuple[int, Message]:
    """Return the status and headers of an answer; a form is posted by a stranger."""
    data = None if form is None else urllib.parse.urlencode(form).encode()
    cookies = {"Cookie": f"csrftoken={TOKEN}; sessionid={session}", "X-CSRFToken": TOKEN}
    request = urllib.request.Request(url, data, cookies)
    try:
        with urllib.request.build_opener(Stay).open(request, timeout=WAIT) as answer:
            return answer.status, answer.headers
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers


def comes(wanted: Callable[[], bool]) -> bool:
    """Return whether a condition comes true in time."""
    deadline = time.monotonic() + WAIT
    while not wanted() and time.monotonic() < deadline:
        time.sleep(0.2)
    return wanted()


def is_healthy(site: Site) -> bool:
    """Return whether all processes report that they are healthy."""
    return all(ask(f"{url}/healthz")[0] == 200 for url in site.urls)


def is_ill(site: Site) -> bool:
    """Return whether all processes report that they are unhealthy."""
    return all(ask(f"{url}/healthz")[0] == 503 for url in site.urls)


def check_nothing_is_written(site: Site) -> None:
    """Send every form that needs a write; each is refused in the same way."""

    def answer(asked: tuple[str, str]) -> tuple[int, str | None]:
        url, path = asked
        status, headers = ask(url + path, WRITING[path])
        return status, headers["Retry-After"]

    # A process that waits for its database must still answer other requests.
    asked = list(product(site.urls, WRITING))
    with ThreadPoolExecutor(len(asked)) as threads:
        assert set(threads.map(answer, asked)) == {(503, "10")}


def check_it_is_back(site: Site) -> None:
    """Wait until the site is healthy, then write."""
    assert comes(lambda: is_healthy(site))
    for url in site.urls:
        assert ask(f"{url}/quick/", WRITING["/quick/"])[0] == 302


@pytest.mark.needs_postgres_programs
@pytest.mark.needs_redis_server
def test_a_read_only_postgresql_shows_pages_and_refuses_forms(grown: Grown) -> None:
    session = grown.site.manage("shell", "--no-imports", "-c", SESSION).strip()
    grown.postgres.set("default_transaction_read_only", "on")
    try:
        assert comes(lambda: is_ill(grown.site))
        check_nothing_is_written(grown.site)
        for url in grown.site.urls:
            assert ask(f"{url}/", session=session)[0] == 200
            assert ask(f"{url}/how-to-play/")[0] == 200
    finally:
        grown.postgres.set("default_transaction_read_only", "off")
    check_it_is_back(grown.site)


@pytest.mark.needs_postgres_programs
@pytest.mark.needs_redis_server
def test_a_postgresql_that_is_down_is_reported_as_unavailable(grown: Grown) -> None:
    grown.postgres.crash()
    try:
        check_nothing_is_written(grown.site)
        for url in grown.site.urls:
            status, headers = ask(f"{url}/", session="x" * 32)
            assert (status, headers["Retry-After"]) == (503, "10")
        assert is_ill(grown.site)
    finally:
        grown.postgres.start()
    check_it_is_back(grown.site)


def test_a_file_that_cannot_grow_refuses_forms_and_shows_pages(launch: Launch) -> None:
    site = launch(GUESTS_PER_HOUR="0")
    child = site.processes[0].child
    assert child is not None
    soft, hard = resource.prlimit(child.pid, resource.RLIMIT_FSIZE)
    # Enough for a log, not for a database.
    resource.prlimit(child.pid, resource.RLIMIT_FSIZE, (64 * 1024, hard))
    answers = []
    while (status := ask(f"{site.urls[0]}/quick/", WRITING["/quick/"])[0]) == 302:
        answers.append(status)
        assert len(answers) < 100
    assert status == 503
    check_nothing_is_written(site)
    assert ask(f"{site.urls[0]}/")[0] == 200
    assert comes(lambda: is_ill(site))
    resource.prlimit(child.pid, resource.RLIMIT_FSIZE, (soft, hard))
    check_it_is_back(site)


@pytest.fixture(
    params=["sqlite", pytest.param("postgres", marks=pytest.mark.needs_postgres_programs)]
)
def on_a_disk(
    request: pytest.FixtureRequest, tmp_path: Path, launch: Launch
) -> Iterator[tuple[Site, Callable[[], None], Callable[[], None]]]:
    """Provide a site whose database has its own disk, with functions to fill and clear it."""
    with ExitStack() as cleanup:
        folder = Path(cleanup.enter_context(TemporaryDirectory()))
        # PostgreSQL runs as its own user.
        folder.chmod(0o755)
        disk = cleanup.enter_context(own_disk(folder, 24 if request.param == "sqlite" else 160))
        environment = {"DATA_DIR": str(folder), "GUESTS_PER_HOUR": "0"}
        if request.param == "postgres":
            postgres = cleanup.enter_context(own_postgres(folder))
            environment |= {"DATA_DIR": str(tmp_path), "DATABASE_URL": postgres.url}
        manage.run(environment, "migrate", "--verbosity", "0")
        site = launch.at(environment, ["daphne"])
        yield site, disk.fill, disk.clear
        launch.close()


@pytest.mark.needs_tmpfs
def test_a_full_disk_is_reported_as_unavailable_and_by_the_health_check(
    on_a_disk: tuple[Site, Callable[[], None], Callable[[], None]],
) -> None:
    site, fill, clear = on_a_disk
    session = site.manage("shell", "--no-imports", "-c", SESSION).strip()
    fill()
    # What still fits into the existing files is stored; nothing is an internal error.
    answers: set[int] = set()
    for _ in range(40):
        assert ask(f"{site.urls[0]}/", None, session)[0] in (200, 503)
        these = {ask(site.urls[0] + path, form, session)[0] for path, form in WRITING.items()}
        answers |= these
        if these <= {503, 429}:
            break
    assert 503 in answers
    assert answers <= {200, 302, 429, 503}
    assert comes(lambda: is_ill(site))
    clear()
    check_it_is_back(site)
