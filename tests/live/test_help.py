"""The dead-end alarm and hints over real sockets: who gets what, and at what cost."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests.live.conftest import Seats, Sites, Visit, start
from tests.live.racer import WAIT, Frame, Racer
from tests.live.wins import publish, win, wins
from tests.processes import BACKENDS, Launch, Site
from tests.stores import Backend

KNOWN = win("agnes-sorel")
PRACTISED = wins("agnes-sorel/standard")[2]
"""A different deal: practising a deal that others are racing on is not allowed."""
DEAD_END = "deal"
"""The first losing move on either deal; it turns cards up."""


def verdict(racer: Racer, n: int) -> str:
    """Return the verdict after action `n` once there is one."""
    frame = racer.receive_until(
        lambda f: f["t"] == "verdict" and f["n"] == n and f["verdict"] != "unknown"
    )
    return str(frame["verdict"])


def hint(racer: Racer) -> Frame:
    """Ask for a hint and return it."""
    racer.send(t="hint")
    return racer.receive_until(lambda frame: frame["t"] == "hint")


def told(racer: Racer) -> list[Frame]:
    """Return the verdicts and hints that a racer has received."""
    return [frame for frame in racer.frames if frame["t"] in ("verdict", "hint")]


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_alarm_follows_a_practice_through_every_process(
    sites: Sites, visit: Visit, backend: Backend
) -> None:
    site = sites(backend)
    alice = visit(site.urls[0])
    publish(site, PRACTISED)
    code = alice.practise(PRACTISED)
    race = alice.frames[0]
    assert (race["kind"], race["state"], race["helped"]) == ("solo", "running", True)
    assert race["limit"] is race["ends_in"] is None
    alice.act(1, PRACTISED.moves[0])
    alice.act(2, "undo")
    assert not told(alice)
    assert not alice.seat(0, undos=1)["seats"][0]["assisted"]

    alice.send(t="alarm", on=True)
    alice.seat(0, assisted=True)
    assert not told(alice), "help came before the mark"
    assert verdict(alice, 2) == "winnable"
    alice.act(3, DEAD_END)
    assert verdict(alice, 3) == "lost"
    assert hint(alice) == {"t": "hint", "n": 3, "verdict": "lost", "move": None}
    alice.act(4, alice.frames_of("board")[-1]["board"]["moves"][0])
    assert verdict(alice, 4) == "lost"

    # The other tab is at the other process, if there is one, and has its own switch.
    tab = alice.again_at(site.urls[-1])
    tab.connect(code)
    tab.board(4)
    for n in (5, 6):
        tab.act(n, "undo")
    assert verdict(alice, 6) == "winnable"
    assert not told(tab)
    for n in range(6, 12):
        answer = hint(tab)
        assert (answer["n"], answer["verdict"]) == (n, "winnable")
        tab.act(n + 1, answer["move"])
        assert verdict(alice, n + 1) == "winnable"
    tab.send(t="end")
    assert alice.race(state="over")["seats"][0]["assisted"]
    tab.close()
    count = f"from games.models import Entry; print(Entry.objects.get(race__code={code!r}).hints)"
    assert site.manage("shell", "--no-imports", "--command", count).strip() == "6"


@pytest.mark.parametrize("backend", BACKENDS)
def test_where_help_is_allowed_only_the_player_who_asks_gets_it(
    sites: Sites, seat: Seats, visit: Visit, backend: Backend
) -> None:
    site = sites(backend)
    code, (alice, bob) = seat(site, KNOWN, "--helped")
    watcher = visit(site.urls[0])
    watcher.connect(code)
    start([alice, bob])
    alice.send(t="alarm", on=True)
    assert verdict(alice, 0) == "winnable"
    for racer in (alice, bob):
        racer.act(1, DEAD_END)
    assert verdict(alice, 1) == "lost"
    alice.send(t="alarm", on=False)
    alice.act(2, KNOWN.moves[0])
    assert hint(alice)["verdict"] == "lost"
    for racer in (alice, bob):
        racer.send(t="end")
    for racer in (alice, bob, watcher):
        first, second = racer.race(state="over")["seats"]
        assert (first["assisted"], second["assisted"]) == (True, False)
    assert {frame["n"] for frame in told(alice) if frame["t"] == "verdict"} == {0, 1}
    assert not told(bob)
    assert not told(watcher)


def test_there_is_no_help_unless_the_host_allows_it(site: Site, seat: Seats, visit: Visit) -> None:
    _, racers = seat(site, KNOWN)
    start(racers)
    for frame in ({"t": "alarm", "on": True}, {"t": "hint"}):
        racers[0].send(**frame)
        assert racers[0].refusal()["code"] == "no-help"
    code, helpers = seat(site, KNOWN, "--helped")
    watcher = visit(site.urls[0])
    watcher.connect(code)
    start(helpers)
    watcher.send(t="hint")
    assert watcher.refusal()["code"] == "not-seated"
    helpers[0].send(t="end")
    helpers[0].seat(0, state="ended")
    helpers[0].send(t="hint")
    assert helpers[0].refusal()["code"] == "run-over"
    for racer in (*racers, *helpers):
        assert not told(racer)
        assert not any(s["assisted"] for f in racer.frames_of("race") for s in f["seats"])


def workers(site: Site) -> list[int]:
    """Return the solver processes of a site's only process."""
    parent = site.processes[0].child
    assert parent is not None
    children = Path(f"/proc/{parent.pid}/task/{parent.pid}/children").read_text().split()
    return [
        int(pid)
        for pid in children
        if b"games.solver.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]


def test_killed_solvers_restart_and_all_end_with_the_server(launch: Launch, visit: Visit) -> None:
    site = launch()
    alice = visit(site.urls[0])
    publish(site, PRACTISED)
    code = alice.practise(PRACTISED)
    alice.send(t="alarm", on=True)
    assert verdict(alice, 0) == "winnable"
    killed = workers(site)
    assert killed
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    alice.act(1, DEAD_END)
    assert verdict(alice, 1) == "lost"
    started = workers(site)
    assert started
    assert not set(started) & set(killed)

    site.kill(0)
    deadline = time.monotonic() + WAIT
    while any(Path(f"/proc/{pid}").exists() for pid in started):
        assert time.monotonic() < deadline, "a solver has outlived its server"
        time.sleep(0.05)
    site.restart(0)
    alice.connect(code)
    assert alice.board(1)["n"] == 1
    assert alice.race()["seats"][0]["assisted"]


def test_a_practice_is_restarted_with_one_message(site: Site, visit: Visit) -> None:
    alice = visit(site.urls[0])
    publish(site, PRACTISED)
    code = alice.practise(PRACTISED)
    dealt = alice.frames_of("board")[0]["board"]
    alice.act(1, DEAD_END)
    alice.send(t="restart")
    again = alice.receive_until(lambda frame: frame["t"] == "begun")["code"]
    assert again != code
    alice.connect(again)
    board = alice.board(0)
    assert (board["n"], board["board"]) == (0, dealt)
    alice.connect(code)
    assert alice.race(state="over")["seats"][0]["state"] == "ended"


def test_a_running_practice_is_hidden_from_others(site: Site, visit: Visit) -> None:
    alice, eve = visit(site.urls[0]), visit(site.urls[0])
    publish(site, PRACTISED)
    code = alice.practise(PRACTISED)
    eve.connect(code)
    assert eve.refusal()["code"] == "no-race"
    alice.send(t="end")
    alice.race(state="over")
    eve.connect(code)
    assert eve.race()["state"] == "over"
    eve.send(t="restart")
    assert eve.refusal()["code"] == "no-practice"
