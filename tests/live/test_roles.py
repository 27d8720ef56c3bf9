"""Pages and sockets in processes of their own."""

from __future__ import annotations

import urllib.request
from urllib.error import HTTPError

import pytest
from websockets.exceptions import InvalidStatus

from tests.live.conftest import Visit
from tests.live.wins import win
from tests.processes import SERVERS, Launch, Site

pytestmark = [pytest.mark.needs_postgres, pytest.mark.needs_redis]


def apart(launch: Launch, server: str = "daphne") -> tuple[Site, Site]:
    """Start a site whose first process has the pages, and the second the sockets."""
    pages = launch("postgres", server=server, ROLE="pages")
    return pages, launch.at({**pages.environment, "ROLE": "live"}, [server])


def answer(url: str) -> tuple[int, str]:
    """Return the status and the text of an answer."""
    try:
        with urllib.request.urlopen(url) as found:
            return found.status, found.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_a_race_goes_from_pages_to_sockets_and_back(launch: Launch, visit: Visit) -> None:
    pages, live = apart(launch)
    known = win("agnes-sorel")
    code = pages.manage("race", known.rules, "--countdown", "3", "--deal", known.deal).strip()
    alice, bob = visit(pages.urls[0]), visit(pages.urls[0])
    alice.join(code)
    hers = alice.again_at(live.urls[0])
    hers.connect(code)
    hers.seat(0, ready=False)
    # The page tells the sockets of the other process.
    bob.join(code)
    hers.receive_until(lambda frame: frame["t"] == "race" and len(frame["seats"]) == 2)
    his = bob.again_at(live.urls[0])
    his.connect(code)
    for racer in (hers, his):
        racer.send(t="ready", ready=True)
    for racer in (hers, his):
        racer.board(0)
    assert hers.play(known.moves)["board"]["outcome"] == "won"
    his.send(t="end")
    hers.race(state="over")
    for racer in (hers, his):
        racer.close()
    assert "podium" in alice.get(f"/race/{code}/")


@pytest.mark.parametrize("server", SERVERS)
def test_a_process_says_what_it_does_not_serve(launch: Launch, visit: Visit, server: str) -> None:
    pages, live = apart(launch, server)
    assert answer(f"{pages.urls[0]}/healthz") == answer(f"{live.urls[0]}/healthz")
    assert answer(f"{pages.urls[0]}/readyz") == answer(f"{live.urls[0]}/readyz")
    assert answer(f"{pages.urls[0]}/")[0] == 200
    for path in ("/", "/api/v1/games", "/healthz/", "/static/"):
        status, text = answer(live.urls[0] + path)
        assert status == 421
        assert "ROLE=live" in text
    watcher = visit(pages.urls[0])
    code = pages.manage("race", "agnes-sorel").strip()
    for _ in range(2):
        with pytest.raises(InvalidStatus) as refusal:
            watcher.connect(code)
        assert refusal.value.response.status_code == 403
    assert pages.processes[0].log.read_text().count("ROLE=pages") == 1
