"""Programs follow races by streams of events, at any process of the site."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from games.models.people.token import Scope
from tests import programs
from tests.live.conftest import Listen, Seats, Sites, start
from tests.live.listener import LINES
from tests.live.program import Program
from tests.live.wins import win
from tests.processes import BACKENDS, Launch, Site
from tests.stores import Backend

KNOWN = win("agnes-sorel")


def player(site: Site, name: str) -> Program:
    return Program(site, programs.token(site, name))


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_quick_race_is_told_to_all(sites: Sites, listen: Listen, backend: Backend) -> None:
    site = sites(backend)
    listener = listen(site.urls[-1], "events")
    assert listener.event("now")["race"] is None
    one, other = player(site, "one"), player(site, "other")
    code = one.ask("POST", "quick-races", {"game": "applegate"})["code"]
    opened = listener.event("opened", code=code)
    assert [seat["player"]["name"] for seat in opened["race"]["seats"]] == ["one"]
    other.ask("POST", "quick-races", {"game": "applegate"})
    # The wait for more than two begins.
    assert len(listener.event("countdown", code=code)["race"]["seats"]) == 2
    for who in (one, other):
        who.ask("POST", f"races/{code}/leave")
    assert listener.event("gone", code=code)["race"] is None
    numbers = [told["id"] for told in listener.events]
    assert all(first < second for first, second in pairwise(numbers))


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_race_is_followed_to_its_end(
    sites: Sites, seat: Seats, listen: Listen, backend: Backend
) -> None:
    site = sites(backend)
    code, (alice, bob) = seat(site, KNOWN)
    listener = listen(site.urls[-1], f"races/{code.lower()}/events", accept=LINES)
    assert listener.event("now")["race"]["code"] == code
    start([alice, bob])
    listener.event("countdown")
    listener.event("started")
    numbers = [one["player"]["id"] for one in listener.events[-1]["race"]["seats"]]
    bob.play(KNOWN.moves[:4])
    listener.until(lambda told: any(run["moves"] == 4 for run in told["runs"]))
    assert [run["player"] for run in listener.events[-1]["runs"]] == [numbers[1]]
    alice.play(KNOWN.moves)
    bob.send(t="end")
    over = listener.event("over")["race"]
    assert over["state"] == "over"
    assert [one["run"]["place"] for one in over["seats"]] == [1, 2]


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_stream_goes_on_where_it_broke(sites: Sites, listen: Listen, backend: Backend) -> None:
    site = sites(backend)
    one, other = player(site, "one"), player(site, "other")
    code = one.ask("POST", "races", {"rules": "applegate/standard"})["code"]
    first = listen(site.urls[0], f"races/{code}/events")
    last = first.event("now")["id"]
    first.close()
    other.ask("POST", f"races/{code}/join")
    other.ask("POST", f"races/{code}/leave")
    again = listen(site.urls[-1], f"races/{code}/events", after=last)
    assert [again.event("changed")["event"] for _ in range(2)] == ["changed", "changed"]
    assert [told["event"] for told in again.events] == ["changed", "changed"]
    other.ask("POST", f"races/{code}/join")
    third = again.event("changed")
    assert len(third["race"]["seats"]) == 2
    assert third["id"] > again.events[0]["id"] > last
    lost = listen(site.urls[-1], f"races/{code}/events", after=third["id"] + 10**9)
    assert lost.until(lambda told: True)["event"] == "now"


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_player_hears_of_challenges_and_own_races(
    sites: Sites, listen: Listen, backend: Backend
) -> None:
    site = sites(backend)
    mine, hers = player(site, "one"), player(site, "other")
    token = programs.token(site, "one", Scope.READ)
    me = mine.ask("GET", "me")["player"]["id"]
    listener = listen(site.urls[-1], "me/events", token)
    listener.event("now")
    site.manage("shell", "-v0", "-c", CHALLENGE.format(challenged=me))
    code = listener.event("challenged")["code"]
    mine.ask("POST", f"races/{code}/join")
    assert listener.event("changed", code=code)["race"]["seats"][1]["player"]["id"] == me
    other = hers.ask("POST", "races", {"rules": "applegate/standard"})["code"]
    mine.ask("POST", f"races/{code}/leave")
    own = mine.ask("POST", "races", {"rules": "applegate/standard"})["code"]
    assert listener.event("opened")["code"] == own
    assert other not in json.dumps(listener.events)
    mine.ask("POST", f"races/{own}/leave")
    listener.event("gone", code=own)


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_revoked_token_ends_its_streams(sites: Sites, listen: Listen, backend: Backend) -> None:
    site = sites(backend)
    mine = player(site, "one")
    code = mine.ask("POST", "races", {"rules": "applegate/standard"})["code"]
    tokens = [programs.token(site, "one") for _ in range(2)]
    streams = [
        listen(site.urls[-1], address, tokens[0])
        for address in ("events", "me/events", f"races/{code}/events")
    ]
    other = listen(site.urls[-1], "me/events", tokens[1])
    for stream in (*streams, other):
        stream.event("now")
    newest = mine.ask("GET", "me/tokens")["tokens"][:2]
    mine.ask("DELETE", f"me/tokens/{newest[1]['id']}")
    for stream in streams:
        stream.rest()
    mine.ask("POST", f"races/{code}/leave")
    other.event("gone", code=code)


def test_a_caller_has_so_many_streams(launch: Launch, listen: Listen) -> None:
    site = launch(STREAMS_PER_CALLER="2")
    token = programs.token(site, "one")
    held = [listen(site.urls[0], "events", token) for _ in range(2)]
    for stream in held:
        stream.event("now")
    refused = listen(site.urls[0], "me/events", token).answer
    assert (refused.status, refused.getheader("Retry-After")) == (429, "60")
    assert json.loads(refused.read())["detail"].startswith("You have 2 streams open")
    listen(site.urls[0], "events").event("now")
    held[0].close()
    while (again := listen(site.urls[0], "me/events", token)).answer.status == 429:
        again.close()
    again.event("now")


@pytest.mark.parametrize("server", ["daphne", "uvicorn"])
def test_a_server_that_stops_ends_its_streams(launch: Launch, listen: Listen, server: str) -> None:
    site = launch(server=server)
    streams = [listen(site.urls[0], "events", accept=accept) for accept in ("", LINES)]
    gone = listen(site.urls[0], "events")
    for stream in (*streams, gone):
        stream.event("now")
    gone.close()
    # This fails if the process does not end, or logs a fault.
    site.processes[0].stop()
    for stream in streams:
        assert stream.rest() == []


CHALLENGE = """
import time
from games.models import Challenge, Player
challenged = Player.objects.get(pk={challenged})
challenger, _ = Player.objects.get_or_create(username="rival", defaults={{"name": "rival"}})
now = lambda: time.time_ns() // 1_000_000
Challenge.objects.open(challenger, challenged, "applegate/standard", now)
"""
