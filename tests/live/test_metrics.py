"""What processes say of themselves at an address of their own."""

from __future__ import annotations

import json
import time
import urllib.request
from pathlib import Path
from urllib.error import HTTPError

import pytest

from tests.live.conftest import Visit
from tests.live.racer import Racer
from tests.live.wins import Win, win
from tests.processes import BACKENDS, Launch, Process, Site, free_port
from tests.scraping import Scrape
from tests.stores import Backend

PATIENCE = 60

ASK = ("shell", "-v0", "--no-imports", "-c")
WAIT = (
    "import time\nfrom games.models import Process\n"
    f"until = time.monotonic() + {PATIENCE}\n"
    "while not Process.objects.filter({wanted}).exists():\n"
    "    assert time.monotonic() < until\n"
    "    time.sleep(0.2)\n"
)
LATELY = (
    "import json\nfrom games.models import Process\n"
    "print(json.dumps(Process.objects.get().figures))"
)


def scrape_until(address: str, name: str, value: float, **labels: str) -> Scrape:
    """Read metrics until one has a value."""
    until = time.monotonic() + PATIENCE
    while (found := Scrape.of(address)).value(name, **labels) != value:
        assert time.monotonic() < until, found.values
        time.sleep(0.1)
    return found


def begun(site: Site, visit: Visit) -> tuple[Win, Racer, Racer]:
    """Start a race of two on a deal whose win is known."""
    known = win("agnes-sorel")
    code = site.manage("race", known.rules, "--countdown", "3", "--deal", known.deal).strip()
    alice, bob = visit(site.urls[0]), visit(site.urls[0])
    for racer in (alice, bob):
        racer.sit_ready(code)
    for racer in (alice, bob):
        racer.board(0)
    return known, alice, bob


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_race_is_counted(launch: Launch, visit: Visit, backend: Backend) -> None:
    address = f"127.0.0.1:{free_port()}"
    site = launch(backend, METRICS_ADDRESS=address)
    known, alice, bob = begun(site, visit)
    assert Scrape.of(address).value("samedeal_sockets", at="race") == 2
    alice.send(t="act", n=1, a="t1t1")
    alice.receive_until(lambda frame: frame["t"] == "refused")
    assert alice.play(known.moves)["board"]["outcome"] == "won"
    bob.send(t="act", n=7, a=known.moves[0])
    bob.receive_until(lambda frame: frame["t"] == "refused")
    bob.send(t="end")
    alice.race(state="over")
    found = Scrape.of(address)
    # Bob's end, and each of hers but what the server played at the end.
    stored = found.value("samedeal_actions_total", result="stored")
    assert 2 <= stored <= len(known.moves) + 1
    assert found.value("samedeal_action_seconds_count") == stored
    assert found.value("samedeal_journal_batch_actions_sum") == len(known.moves) + 1
    assert found.value("samedeal_journal_wait_seconds_count") > 0
    assert found.value("samedeal_journal_write_seconds_count") > 0
    assert found.value("samedeal_actions_total", result="illegal") == 1
    assert found.value("samedeal_actions_total", result="gap") == 1
    assert found.value("samedeal_start_delay_seconds_count") == 1
    assert found.value("samedeal_start_spread_seconds_count") == 1
    for kind in ("countdown", "started", "over"):
        assert found.value("samedeal_transition_seconds_count", kind=kind) == 1
    assert found.value("samedeal_relay_lag_seconds_count") > 0
    assert found.value("samedeal_relay_up") == 1
    assert found.value("samedeal_pages_total", view="join-race", status="302") == 2
    for racer in (alice, bob):
        racer.close()
    scrape_until(address, "samedeal_sockets", 0, at="race")


def test_pages_are_counted_by_view_and_never_by_address(launch: Launch, visit: Visit) -> None:
    address = f"127.0.0.1:{free_port()}"
    site = launch(METRICS_ADDRESS=address)
    stranger = visit(site.urls[0])
    stranger.get("/how-to-play/freecell/")
    # Proxies ask for it all day long.
    stranger.get("/manifest.webmanifest")
    for path in ("/race/ABCDEF/", "/nowhere", "/nowhere-else", "/metrics"):
        with pytest.raises(HTTPError) as missing:
            stranger.get(path)
        assert missing.value.code == 404
        missing.value.close()
    found = Scrape.of(address)
    assert found.value("samedeal_pages_total", view="how-to-play-game", status="200") == 1
    assert found.value("samedeal_pages_total", view="none", status="404") == 3
    assert found.value("samedeal_page_seconds_count", view="no-race") == 1
    assert found.labels("samedeal_pages_total", "view") == {
        *("how-to-play-game", "no-race", "none")
    }


def test_a_second_process_at_the_same_address_says_why_it_stops(
    launch: Launch, tmp_path: Path
) -> None:
    address = f"127.0.0.1:{free_port()}"
    site = launch(METRICS_ADDRESS=address)
    second = Process(site.environment, tmp_path / "second.log")
    second.start()
    with pytest.raises(AssertionError, match=f"METRICS_ADDRESS={address} can't be used"):
        second.wait()
    second.end()
    assert second.log.read_text().startswith(f"Settings: METRICS_ADDRESS={address} can't be used")


@pytest.mark.needs_postgres
@pytest.mark.needs_redis
@pytest.mark.parametrize("role", ["pages", "live"])
def test_a_process_with_pages_or_sockets_serves_its_metrics_and_is_ready(
    launch: Launch, role: str
) -> None:
    address = f"127.0.0.1:{free_port()}"
    site = launch("postgres", METRICS_ADDRESS=address, ROLE=role)
    with urllib.request.urlopen(f"{site.urls[0]}/readyz") as answer:
        assert answer.status == 200
    assert "samedeal_sockets" in Scrape.of(address).names() or role == "pages"


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_process_reports_what_it_does_for_the_operator_s_page(
    launch: Launch, visit: Visit, backend: Backend
) -> None:
    site = launch(backend)
    site.operator.run(*ASK, WAIT.format(wanted="role='all', release__contains='-'"))
    known, alice, _bob = begun(site, visit)
    assert alice.play(known.moves)["board"]["outcome"] == "won"
    site.operator.run(*ASK, WAIT.format(wanted="figures__moves__gt=1, figures__sockets=2"))
    lately = json.loads(site.operator.run(*ASK, LATELY))
    assert lately["moves_a_batch"] >= 1
    for name in ("move_s", "journal_wait_s", "journal_write_s"):
        assert lately[name], name
    assert lately["hears_others"]
    assert lately["moves_not_stored"] == lately["database_failures"] == 0
