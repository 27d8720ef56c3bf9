"""Two friends race the same deal over raw sockets, in every game and on every backend."""

from __future__ import annotations

import hashlib

import pytest

from games.engine import GAMES, Deal
from tests.live.conftest import Seats, Sites, Visit, start
from tests.live.racer import Frame, Racer
from tests.live.wins import Win, win
from tests.processes import BACKENDS, Site
from tests.stores import Backend


@pytest.mark.parametrize("backend", BACKENDS)
def test_friends_race_and_are_placed(sites: Sites, seat: Seats, backend: Backend) -> None:
    races = {game: seat(sites(backend), win(game))[1] for game in GAMES}
    start([racer for racers in races.values() for racer in racers])
    for game, (alice, bob) in races.items():
        race_to_the_end(win(game), alice, bob)


def race_to_the_end(known: Win, alice: Racer, bob: Racer) -> None:
    """Let Alice win while Bob watches and ends his run half way."""
    assert boards(alice)[0]["board"]["piles"] == boards(bob)[0]["board"]["piles"]
    half = len(known.moves) // 2
    bob.play(known.moves[:half])
    ahead = alice.seat(1, moves=half)["seats"]
    assert [seat["place"] for seat in ahead] == [2, 1]
    assert alice.play(known.moves)["board"]["outcome"] == "won"
    seen = bob.seat(0, state="won")
    assert (seen["state"], seen["bell"], seen["seats"][0]["place"]) == ("running", "finish", 1)
    assert seen["seats"][0]["progress"] == 52
    assert 50_000 < seen["ends_in"] <= 60_000

    bob.send(t="end")
    for racer in (alice, bob):
        over = racer.race(state="over")
        first, second = over["seats"]
        assert (first["state"], first["place"]) == ("won", 1)
        assert (second["state"], second["place"]) == ("ended", 2)
        assert over["deal"] == known.deal
        assert 0 < first["time"] <= over["elapsed"]


def boards(racer: Racer) -> list[Frame]:
    """Return the board frames that a racer has received."""
    return [frame for frame in racer.frames if frame["t"] == "board"]


def test_a_secret_deal_is_committed_to_and_revealed_at_the_end(site: Site, visit: Visit) -> None:
    alice, bob = visit(site.urls[0]), visit(site.urls[0])
    code = alice.open_race("agnes-sorel", countdown="3")
    bob.join(code)
    alice.connect(code)
    bob.connect(code)
    commitment = alice.race(state="open")["commitment"]
    start([alice, bob])
    alice.send(t="end")
    bob.send(t="leave")
    over = alice.race(state="over")
    key = bytes.fromhex(over["key"])
    assert hashlib.sha256(key).hexdigest() == commitment == over["commitment"]
    assert str(Deal.from_key(key)) == over["deal"]
    assert [seat["state"] for seat in over["seats"]] == ["ended", "forfeit"]
    assert [seat["place"] for seat in over["seats"]] == [1, 2]

    bob.send(t="rematch")
    following = bob.receive_until(lambda frame: frame["t"] == "race" and frame["next"])["next"]
    alice.send(t="rematch")
    assert alice.receive_until(lambda f: f["t"] == "race" and f["next"])["next"] == following
    alice.connect(following)
    # Alice may have taken the answer to Bob for her own.
    again = alice.receive_until(lambda f: f["t"] == "race" and len(f["seats"]) == 2)
    assert {seat["name"] for seat in again["seats"]} == {seat["name"] for seat in over["seats"]}
    assert again["commitment"] != commitment


def test_the_deal_stays_hidden_until_the_start(site: Site, seat: Seats) -> None:
    _, racers = seat(site, win("beleaguered-castle"))
    start(racers)
    for racer in racers:
        first = next(n for n, frame in enumerate(racer.frames) if frame["t"] == "board")
        before = [frame["state"] for frame in racer.frames[:first]]
        assert "countdown" in before
        assert set(before) <= {"open", "countdown", "running"}
        assert racer.frames[first]["ms"] >= 0


def test_unreadying_stops_the_countdown(site: Site, seat: Seats) -> None:
    _, (alice, bob) = seat(site, win("beleaguered-castle"))
    alice.send(t="ready", ready=True)
    bob.send(t="ready", ready=True)
    alice.race(state="countdown")
    bob.send(t="ready", ready=False)
    assert alice.race(state="open")["starts_in"] is None
    alice.send(t="act", n=1, a="t1f")
    assert alice.refusal()["code"] == "not-started"


def test_the_host_may_start_a_race_before_all_are_ready(site: Site, seat: Seats) -> None:
    _, (alice, bob) = seat(site, win("beleaguered-castle"))
    bob.send(t="start")
    assert bob.refusal()["code"] == "not-host"
    alice.send(t="start")
    bob.board(0)


def test_who_never_came_is_last_as_soon_as_the_others_stop(
    site: Site, seat: Seats, visit: Visit
) -> None:
    known = win("agnes-sorel")
    code, (alice, bob) = seat(site, known)
    carol, absent, late = (visit(site.urls[0]) for _ in range(3))
    for racer in (carol, absent, late):
        racer.join(code)
    carol.connect(code)
    alice.send(t="start")
    for racer in (alice, bob, carol):
        racer.board(0)
    for racer in (alice, bob):
        # No card goes home by it.
        racer.play(known.moves[:1])
        racer.send(t="end")
    carol.send(t="end")
    seats = carol.seat(2, state="ended")["seats"]
    # The race goes on, as they may still come, but it is not theirs.
    assert [one["state"] for one in seats] == ["ended"] * 3 + ["playing"] * 2
    assert [one["place"] for one in seats] == [1, 1, 3, 4, 4]
    late.connect(code)
    late.board(0)
    late.play(known.moves[:1])
    seats = carol.seat(4, moves=1)["seats"]
    assert [one["place"] for one in seats] == [1, 1, 4, 5, 1]


@pytest.mark.needs_postgres
@pytest.mark.needs_redis
def test_watchers_are_counted_at_all_processes(sites: Sites, seat: Seats, visit: Visit) -> None:
    site = sites("postgres")
    code, (alice, bob) = seat(site, win("beleaguered-castle"))
    watchers = [visit(url) for url in site.urls]
    for watcher in watchers:
        watcher.connect(code)
    for racer in (alice, bob):
        racer.race(watchers=2)
    watchers[0].close()
    for racer in (alice, bob):
        racer.race(watchers=1)


def test_a_watcher_sees_the_boards_and_cannot_act(site: Site, seat: Seats, visit: Visit) -> None:
    known = win("beleaguered-castle")
    code, (alice, bob) = seat(site, known)
    watcher = visit(site.urls[0])
    watcher.connect(code)
    assert watcher.race()["you"] is None
    start([alice, bob])
    alice.play(known.moves[:5])
    seen = watcher.board(5)
    assert (seen["seat"], seen["board"]["moves"]) == (0, [])
    watcher.send(t="act", n=1, a=known.moves[0])
    assert watcher.refusal()["code"] == "not-seated"
    bob.play(known.moves[:1])
    assert {frame["seat"] for frame in boards(bob)} == {1}


def test_a_rematch_that_is_left_calls_no_one_and_one_that_starts_takes_watchers_on(
    site: Site, visit: Visit
) -> None:
    alice, bob, watcher = (visit(site.urls[0]) for _ in range(3))
    code = alice.open_race("agnes-sorel", countdown="3")
    bob.join(code)
    alice.connect(code)
    bob.connect(code)
    watcher.connect(code)
    start([alice, bob])
    for racer in (alice, bob):
        racer.send(t="end")
    for racer in (alice, bob, watcher):
        racer.race(state="over")

    bob.send(t="rematch")
    left = alice.receive_until(lambda frame: frame["t"] == "race" and frame["next"])["next"]
    bob.connect(left)
    bob.race(state="open")
    bob.send(t="leave")
    assert alice.receive_until(lambda f: f["t"] == "race" and not f["next"])["next"] is None

    alice.send(t="rematch")
    again = alice.receive_until(lambda frame: frame["t"] == "race" and frame["next"])["next"]
    bob.connect(code)
    bob.race(state="over")
    bob.send(t="rematch")
    bob.connect(again)
    told = watcher.receive_until(lambda f: f["t"] == "race" and f["next"])
    assert told["next"] == again


def test_the_result_names_all_who_are_in_for_the_rematch(site: Site, visit: Visit) -> None:
    alice, bob, charlie = racers = [visit(site.urls[0]) for _ in range(3)]
    code = alice.open_race("agnes-sorel", countdown="3")
    for racer in (bob, charlie):
        racer.join(code)
    for racer in racers:
        racer.connect(code)
    start(racers)
    for racer in racers:
        racer.send(t="end")
    for racer in racers:
        assert racer.race(state="over")["next_in"] == []

    bob.send(t="rematch")
    again = charlie.race(next_in=[1])["next"]
    alice.send(t="rematch")
    charlie.race(next_in=[1, 0])
    bob.connect(again)
    bob.race(state="open")
    bob.send(t="leave")
    assert charlie.race(next_in=[0])["next"] == again
    bob.connect(code)
    bob.race(state="over")
    bob.send(t="rematch")
    alice.connect(again)
    bob.connect(again)
    start([alice, bob])
    # Who hasn't come by then can only watch.
    assert charlie.race(next_started=True)["next_in"] == [0, 1]


def test_an_offer_of_a_rematch_names_another_game_as_soon_as_it_is_chosen(
    site: Site, visit: Visit
) -> None:
    alice, bob, watcher = visit(site.urls[0]), visit(site.urls[0]), visit(site.urls[0])
    code = alice.open_race("agnes-sorel", countdown="3")
    bob.join(code)
    for racer in (alice, bob, watcher):
        racer.connect(code)
    start([alice, bob])
    for racer in (alice, bob):
        racer.send(t="end")
    for racer in (alice, bob, watcher):
        assert racer.race(state="over")["next_game"] is None
    bob.send(t="rematch")
    again = alice.race(next_by=1)["next"]

    def choose(game: str) -> None:
        terms = {"shown": "agnes-sorel", "preset": "standard", "difficulty": "", "limit": "10"}
        bob.post(f"/race/{again}/terms/", game=game, countdown="3", **terms)

    choose("freecell")
    assert alice.race(next_game="FreeCell")["next"] == again
    choose("agnes-sorel")
    assert alice.race(next_game=None, next=again)["next_by"] == 1
    # A private room that waits is its players' own.
    assert watcher.race(next_by=1)["next_game"] is None
