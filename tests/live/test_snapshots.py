"""The race frame in each state of a race."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from games.engine import Deal
from games.live.snapshots import Stored, for_others, snapshot
from games.racing import Kind, Race, RaceState, Run, RunState
from tests.racing.rooms import ALICE, BOB, CHARLIE, NOW, PLAYING, counting, room, running, won

STORED = Stored(
    version=7,
    dealt=True,
    commitment="c0ffee",
    published=False,
    key="a1b2",
    deal=str(Deal.from_key(b"a race")),
    difficulty="easy",
    viewers=None,
    entries={ALICE: 11, BOB: 12},
    next=None,
    next_host=None,
    next_players=[],
    has_next_started=False,
    is_next_private=False,
)
LIMIT = 600_000
MOVED = Run(RunState.PLAYING, progress=9, progress_at=3_000, moves=8, undos=2, last_at=4_000)


def told(race: Race, now: int, stored: Stored = STORED, *away: int) -> dict[str, Any]:
    """Return the race frame that three watchers get, as the client reads it."""
    told: dict[str, Any] = msgspec.to_builtins(snapshot(race, stored, set(away), 3, now))
    return told


def times(race: Race, now: int) -> list[Any]:
    frame = told(race, now)
    return [frame[name] for name in ("state", "starts_in", "elapsed", "ends_in", "bell")]


def test_an_open_race_is_complete_but_for_its_key_and_deal() -> None:
    race = room(ALICE, BOB).set_ready(BOB, True, NOW)
    seat = {
        **{"assisted": False, "voided": "", "away": False, "elsewhere": False, "stopped": False},
        **{"guest": False, "bot": False, "state": "waiting"},
        **{"progress": 0, "moves": 0, "undos": 0, "active": None, "time": None, "place": None},
    }
    assert told(race, NOW, STORED, BOB) == {
        **{"t": "race", "code": "QFXKMP", "version": 7, "rules": "agnes-sorel/standard"},
        **{"kind": "casual", "state": "open", "commitment": "c0ffee", "key": None, "deal": None},
        **{"start_progress": None, "decided": None},
        **{"starts_in": None, "elapsed": None, "ends_in": None, "bell": None},
        **{"countdown": 5, "limit": 600, "helped": False, "bots_allowed": False},
        **{"quick": False, "watchable": False, "difficulty": "easy"},
        **{"watching": "now", "delay": None},
        **{"planned": None, "seats_max": 10, "you": None, "host": 0, "watchers": 3},
        **{"next": None, "next_by": None, "next_in": [], "next_started": False},
        **{"next_game": None, "match": None},
        "seats": [
            {**seat, "seat": 0, "name": "Alice", "ready": False, "entry": 11},
            {**seat, "seat": 1, "name": "Bob", "ready": True, "entry": 12, "away": True},
        ],
    }


def test_times_are_relative_to_the_moment_of_sending() -> None:
    race = counting(ALICE, BOB)
    assert times(race, NOW + 1_000) == ["countdown", 4_000, None, None, None]
    assert times(race, NOW + 5_000) == ["running", None, 0, LIMIT, "limit"]
    assert times(running(ALICE, BOB), NOW + 1_000) == ["running", None, 1_000, 599_000, "limit"]


def test_after_a_finish_the_frame_says_when_the_bell_rings() -> None:
    race = running(ALICE, BOB).with_run(ALICE, won(90_000))
    assert times(race, NOW + 100_000) == ["running", None, 100_000, 50_000, "finish"]
    # It is over, but not settled yet.
    assert times(race, NOW + 150_001) == ["running", None, 150_001, 0, "finish"]


def test_a_closed_race_shows_its_duration_key_and_deal() -> None:
    race = running(ALICE, BOB).close(NOW + LIMIT)
    assert race.state(NOW + LIMIT) is RaceState.OVER
    assert times(race, NOW + 2 * LIMIT) == ["over", None, LIMIT, None, None]
    frame = told(race, NOW + 2 * LIMIT)
    assert (frame["key"], frame["deal"]) == ("a1b2", STORED.deal)
    assert frame["start_progress"] == 1


def test_the_key_is_kept_until_the_race_is_settled() -> None:
    frame = told(running(ALICE, BOB), NOW + 2 * LIMIT)
    assert (frame["key"], frame["deal"]) == (None, None)


def test_a_seat_shows_the_state_of_its_run() -> None:
    race = running(ALICE, BOB).with_run(BOB, MOVED)
    alice, bob = told(race, NOW + 6_000)["seats"]
    assert {name: bob[name] for name in ("state", "progress", "moves", "undos", "active")} == {
        **{"state": "playing", "progress": 9, "moves": 8, "undos": 2, "active": 2_000}
    }
    assert alice["active"] is None
    # The clocks of two processes may differ slightly.
    assert told(race, NOW + 3_000)["seats"][1]["active"] == 0
    won_at = told(running(ALICE, BOB).with_run(ALICE, won(50_000)), NOW + 50_000)["seats"][0]
    assert (won_at["time"], won_at["state"]) == (50_000, "won")


def test_places_are_shown_from_the_first_move_on() -> None:
    race = running(ALICE, BOB)
    assert [seat["place"] for seat in told(race, NOW)["seats"]] == [None, None]
    race = race.with_run(BOB, MOVED)
    assert [seat["place"] for seat in told(race, NOW + 6_000)["seats"]] == [2, 1]
    ended = race.with_run(ALICE, Run(RunState.ENDED, last_at=5_000))
    assert [seat["place"] for seat in told(ended, NOW + 6_000)["seats"]] == [2, 1]
    closed = running(ALICE, BOB).close(NOW + LIMIT)
    assert [seat["place"] for seat in told(closed, NOW + LIMIT)["seats"]] == [None, None]


def test_staff_decisions_and_help_are_shown() -> None:
    race = running(ALICE, BOB)
    first, second = race.seats
    voided = replace(race, seats=(replace(first, void_reason="a program"), second))
    assert [seat["voided"] for seat in told(voided, NOW)["seats"]] == ["a program", ""]
    helped = replace(race, helped=True, seats=(first, replace(second, assisted=True)))
    frame = told(helped, NOW)
    assert frame["helped"]
    assert [seat["assisted"] for seat in frame["seats"]] == [False, True]


def test_a_quick_race_has_no_host_and_a_practice_no_limit() -> None:
    quick = replace(room(), gathers=30_000).join(ALICE, "Alice", True, NOW)
    frame = told(quick, NOW)
    assert (frame["quick"], frame["host"], frame["seats"][0]["guest"]) == (True, None, True)
    practice = replace(room(ALICE, kind=Kind.SOLO), limit=None).start(ALICE, NOW)
    frame = told(practice.with_run(ALICE, PLAYING), NOW + 1)
    assert (frame["limit"], frame["ends_in"], frame["bell"]) == (None, None, None)
    assert (frame["kind"], frame["seats_max"], frame["elapsed"]) == ("solo", 1, 1)


def test_the_host_is_given_by_seat_number() -> None:
    race = room(ALICE, BOB).leave(ALICE, NOW)
    assert told(race, NOW)["host"] == 1


def test_unknown_facts_about_a_deal_are_left_out() -> None:
    stored = replace(STORED, difficulty="", commitment=None, next="BCDFGH")
    frame = told(room(ALICE), NOW, stored)
    assert (frame["difficulty"], frame["commitment"], frame["next"]) == (None, None, "BCDFGH")


@pytest.mark.parametrize(("host", "seat"), [(BOB, 1), (CHARLIE, None), (None, None)])
def test_who_asks_for_a_rematch_is_given_by_seat_number(host: int | None, seat: int | None) -> None:
    stored = replace(STORED, next="BCDFGH", next_host=host)
    assert told(room(ALICE, BOB), NOW, stored)["next_by"] == seat


def test_those_in_for_a_rematch_are_given_by_seat_number() -> None:
    stored = replace(STORED, next="BCDFGH", next_host=BOB, next_players=[BOB, CHARLIE, ALICE])
    assert told(room(ALICE, BOB), NOW, stored)["next_in"] == [1, 0]


def test_watchers_are_told_who_is_in_for_a_private_rematch_but_not_where() -> None:
    stored = replace(STORED, next="BCDFGH", next_host=BOB, next_players=[BOB])
    race = room(ALICE, BOB)
    for is_private, code in ((True, None), (False, "BCDFGH")):
        waiting = replace(stored, is_next_private=is_private)
        frame = for_others(snapshot(race, waiting, set(), 3, NOW), waiting)
        assert (frame.next, frame.next_by, frame.next_in) == (code, 1, [1])


def test_a_published_deal_is_committed_to_when_it_is_dealt() -> None:
    undealt = replace(STORED, published=True, dealt=False)
    assert told(counting(ALICE, BOB), NOW, undealt)["commitment"] is None
    assert told(running(ALICE, BOB), NOW, undealt.after_dealing())["commitment"] == "c0ffee"
    assert told(room(ALICE), NOW, replace(undealt, published=False))["commitment"] == "c0ffee"


def test_a_private_race_admits_its_viewers_alone() -> None:
    private = replace(STORED, viewers=frozenset({ALICE, BOB}))
    assert [private.admits(player) for player in (ALICE, BOB, CHARLIE)] == [True, True, False]
    assert STORED.admits(CHARLIE)
