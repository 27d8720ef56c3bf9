"""An any-time race of three across midnight: nobody learns of a rival before their own end."""

from __future__ import annotations

import json
import re
import time
from urllib.error import HTTPError

import pytest

from tests.live.conftest import Visit
from tests.live.racer import Racer
from tests.live.shifted import Shifted
from tests.live.shifted import clock as clock
from tests.live.shifted import site as site
from tests.live.wins import win
from tests.processes import BACKENDS, Site

KNOWN = win("agnes-sorel")
KEY = bytes([11]) * 32
DAY = 24 * 3_600_000

PROVE = f"""
from games.models import Proof
Proof.objects.store("{KNOWN.rules}", {KEY!r}, "winnable", 1, "", secret=True)
"""

PREPARE = """
from games.models import AnytimeRace, Deal
race = AnytimeRace.objects.get(code="{code}")
Deal.objects.filter(pk=race.trial.deal_id).update(cards="{deal}")
print(race.trial.deal.key.hex())
"""


def open_anytime(site: Site, host: Racer) -> tuple[str, str]:
    """Open a race of three seats, and return its address and its secret key."""
    # The start page takes a deal for the daily of each game.
    host.get("/")
    site.manage("shell", "--no-imports", "--command", PROVE)
    fields = {"game": "agnes-sorel", "preset": "standard", "difficulty": ""}
    opened = host.post("/anytime/new/", **fields, seats="3", window="1")
    match = re.search(r"/anytime/([A-Z]{6})/", opened)
    assert match, opened
    code = PREPARE.format(code=match[1], deal=KNOWN.deal)
    key = site.manage("shell", "--no-imports", "--command", code).strip()
    return match[0], key


def begin(racer: Racer, address: str) -> str:
    """Take a seat, start the clock, and return the code of the attempt."""
    attempt = racer.post(f"{address}start/")
    match = re.search(r"/race/([A-Z]{6})/", attempt)
    assert match, attempt
    racer.connect(match[1])
    racer.send(t="ready", ready=True)
    racer.board(0)
    return match[1]


def end(racer: Racer, moves: int) -> None:
    """Make some moves of the win, and give up if they don't win."""
    racer.play(KNOWN.moves[:moves])
    if moves < len(KNOWN.moves):
        racer.send(t="end")
    racer.race(state="over")


def is_refused(racer: Racer, path: str) -> bool:
    try:
        racer.get(path)
    except HTTPError as error:
        return error.code in (403, 404)
    return False


def assert_blind(racer: Racer, address: str, theirs: list[str], marks: list[str]) -> None:
    """Check that no page and no frame tells a visitor of others' attempts."""
    pages = [address, "/anytime/", f"/api/v1{address.rstrip('/')}"]
    for page in pages:
        told = racer.get(page)
        for mark in (*marks, *theirs, "finished</span>"):
            assert mark not in told, f"{page} tells {mark}"
    for code in theirs:
        for page in (f"/race/{code}/", f"/api/v1/races/{code}", f"/race/{code}/race.json"):
            assert is_refused(racer, page), page
    for frame in racer.frames:
        said = json.dumps(frame)
        assert not any(code in said for code in theirs), frame
        assert len(frame.get("seats", [0])) == 1


@pytest.mark.parametrize("backend", BACKENDS)
def test_nobody_learns_of_a_rival_before_their_own_end(
    site: Site, visit: Visit, clock: Shifted
) -> None:
    midnight = (time.time_ns() // 1_000_000 // DAY + 1) * DAY
    clock.put_to(midnight - 60_000)
    host, quick, slow = visit(site.urls[0]), visit(site.urls[-1]), visit(site.urls[0])
    stranger = visit(site.urls[-1])
    address, key = open_anytime(site, host)
    codes = {racer: begin(racer, address) for racer in (quick, slow)}
    secrets = [key, KNOWN.deal]
    end(quick, len(KNOWN.moves))
    for racer in (host, slow, stranger):
        others = [code for other, code in codes.items() if other is not racer]
        assert_blind(racer, address, others, secrets)

    codes[host] = begin(host, address)
    assert_blind(host, address, [codes[quick], codes[slow]], secrets)
    # The day ends, and with it the dailies, but no any-time race; to the servers all were silent.
    clock.put_to(midnight + 5_000)
    for racer in (host, slow):
        racer.connect(codes[racer])
        racer.board(0)
    for racer in (host, slow, stranger):
        others = [code for other, code in codes.items() if other is not racer]
        assert_blind(racer, address, others, secrets)
    end(slow, 30)
    assert_blind(host, address, [codes[quick], codes[slow]], secrets)
    # Who has finished sees the places so far, but nothing of who still races.
    so_far = slow.get(address)
    assert "Place 2 of 2 so far" in so_far
    assert key in so_far
    assert codes[host] not in so_far
    end(host, 3)
    for racer, place in ((quick, 1), (slow, 2), (host, 3)):
        told = racer.get(address)
        assert f"Place {place} of 3" in told
        assert "so far" not in told
    assert key in stranger.get(address)
    api = json.loads(stranger.get(f"/api/v1{address.rstrip('/')}"))
    assert (api["state"], [one["place"] for one in api["results"]]) == ("over", [1, 2, 3])
