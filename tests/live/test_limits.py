"""Each limit refuses with a code, and costs no one else anything."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import replace

import pytest
from websockets.exceptions import ConnectionClosed

from games.live.connections import (
    CLOSE_TOO_MANY_SOCKETS,
    CLOSE_TOO_SLOW,
    CLOSE_TOO_SOON,
    PROBE_AFTER,
    UNREAD_LIMIT,
)
from games.live.limits import NOBODY, Admission, Bucket, Buckets, Limits
from games.racing import RefusedError
from tests.live.conftest import Seats, Visit, start
from tests.live.racer import Frame, Racer
from tests.live.wins import win
from tests.processes import Launch

NO_LIMITS = Limits(
    frames_per_connection=0,
    frames_per_player=0,
    connections_per_player=0,
    connections_per_address=0,
    connects_per_address=0,
    frame_size=1024,
)


def test_a_bucket_holds_two_seconds_worth_and_fills_again() -> None:
    bucket = Bucket(5, now=100.0)
    assert [bucket.take(100.0) for _ in range(11)] == [True] * 10 + [False]
    assert [bucket.take(100.4) for _ in range(3)] == [True, True, False]
    assert [bucket.take(1000.0) for _ in range(11)] == [True] * 10 + [False]


def test_costlier_frames_take_more_and_pass_even_at_the_lowest_rate() -> None:
    bucket = Bucket(5, now=0.0)
    assert [bucket.take(0.0, 4) for _ in range(3)] == [True, True, False]
    slow = Bucket(1, now=0.0)
    assert slow.take(0.0)
    assert slow.take(0.0, 4)


def test_a_bucket_is_kept_until_it_is_full_again() -> None:
    buckets: Buckets[str] = Buckets(5)
    bucket = buckets.hold("alice", 0.0)
    while bucket.take(0.0):
        pass
    buckets.release("alice")
    assert buckets.hold("alice", 1.9) is bucket
    buckets.release("alice")
    buckets.hold("bob", 2.0)
    assert len(buckets) == 1


def test_a_bucket_in_use_is_shared() -> None:
    buckets: Buckets[str] = Buckets(5)
    bucket = buckets.hold("alice", 0.0)
    assert buckets.hold("alice", 100.0) is bucket


def test_zero_means_no_limit() -> None:
    bucket = Bucket(0, now=0.0)
    assert all(bucket.take(0.0) for _ in range(1000))
    admission = Admission(NO_LIMITS)
    for _ in range(1000):
        admission.count_connect("192.0.2.1", 0.0)
        admission.enter(1, "192.0.2.1", 0.0)


def test_reconnecting_keeps_the_bucket() -> None:
    admission = Admission(replace(NO_LIMITS, frames_per_player=5))
    for _ in range(2):
        bucket = admission.enter(1, "192.0.2.1", 0.0)
        admission.exit(1, "192.0.2.1")
        assert [bucket.take(0.0) for _ in range(5)] == [True] * 5
    bucket = admission.enter(1, "192.0.2.1", 0.0)
    assert not bucket.take(0.0)
    assert bucket.take(1.0)


def test_an_address_may_connect_this_often_at_once_and_again_later() -> None:
    admission = Admission(replace(NO_LIMITS, connects_per_address=5))
    for _ in range(10):
        admission.count_connect("192.0.2.1", 0.0)
    with pytest.raises(RefusedError, match="too-soon"):
        admission.count_connect("192.0.2.1", 0.0)
    admission.count_connect("192.0.2.2", 0.0)
    for _ in range(5):
        admission.count_connect("192.0.2.1", 1.0)
    with pytest.raises(RefusedError, match="too-soon"):
        admission.count_connect("192.0.2.1", 1.0)


def test_a_players_sockets_share_one_bucket() -> None:
    admission = Admission(replace(NO_LIMITS, frames_per_player=5))
    one = admission.enter(1, "192.0.2.1", 0.0)
    another = admission.enter(1, "192.0.2.2", 0.0)
    of_somebody_else = admission.enter(2, "192.0.2.1", 0.0)
    assert [one.take(0.0) for _ in range(10)] == [True] * 10
    assert not another.take(0.0)
    assert of_somebody_else.take(0.0)


def test_strangers_at_one_address_share_a_bucket() -> None:
    admission = Admission(replace(NO_LIMITS, frames_per_player=5))
    one = admission.enter(NOBODY, "192.0.2.1", 0.0)
    another = admission.enter(NOBODY, "192.0.2.1", 0.0)
    elsewhere = admission.enter(NOBODY, "192.0.2.2", 0.0)
    assert [one.take(0.0) for _ in range(10)] == [True] * 10
    assert not another.take(0.0)
    assert elsewhere.take(0.0)


def test_sockets_without_a_session_are_counted_by_address_alone() -> None:
    admission = Admission(replace(NO_LIMITS, connections_per_player=1, connections_per_address=2))
    for _ in range(2):
        admission.enter(NOBODY, "192.0.2.1", 0.0)
    with pytest.raises(RefusedError, match="too-many-sockets"):
        admission.enter(NOBODY, "192.0.2.1", 0.0)


def test_a_closed_socket_frees_its_place() -> None:
    admission = Admission(replace(NO_LIMITS, connections_per_player=1))
    for _ in range(3):
        admission.enter(1, "192.0.2.1", 0.0)
        with pytest.raises(RefusedError, match="You have 1 tables open"):
            admission.enter(1, "192.0.2.1", 0.0)
        admission.exit(1, "192.0.2.1")


def test_sockets_are_counted_by_the_address_the_proxy_reports(launch: Launch) -> None:
    site = launch(BEHIND_TLS_PROXY="True", CONNECTIONS_PER_ADDRESS="3")
    code = site.manage("race", "applegate").strip()

    def arrive(forwarded: str) -> Racer:
        racer = Racer(site.urls[0], {"X-Forwarded-For": forwarded})
        racer.connect(code)
        return racer

    here = [arrive("192.0.2.7") for _ in range(3)]
    for racer in here:
        racer.race()
    # The client's own claim comes first in the header.
    for forwarded in ("192.0.2.7", "198.51.100.1, 192.0.2.7"):
        late = arrive(forwarded)
        assert late.refusal()["code"] == "too-many-sockets"
        assert late.closed() == CLOSE_TOO_MANY_SOCKETS
    elsewhere = arrive("198.51.100.1")
    elsewhere.race()
    here.pop().close()
    for racer in (*here, elsewhere):
        racer.close()


def test_an_address_that_connects_too_fast_is_sent_away_for_a_while(
    launch: Launch, visit: Visit
) -> None:
    site = launch(CONNECTS_PER_ADDRESS="1")
    code = site.manage("race", "applegate").strip()
    racer = visit(site.urls[0])
    for _ in range(200):
        racer.connect(code)
        if (frame := racer.receive())["t"] == "refused":
            break
    assert frame["code"] == "too-soon"
    assert racer.closed() == CLOSE_TOO_SOON
    time.sleep(1.5)
    racer.connect(code)
    racer.race()


def test_a_sync_takes_more_than_another_frame(launch: Launch, visit: Visit) -> None:
    site = launch(FRAMES_PER_CONNECTION="5", FRAMES_PER_PLAYER="0")
    code = site.manage("race", "applegate").strip()
    racer = visit(site.urls[0])
    racer.connect(code)
    racer.race()
    for _ in range(4):
        racer.send(t="sync")
    assert racer.refusal()["code"] == "too-many"
    assert len(racer.frames_of("race")) <= 4


def test_a_client_that_never_reads_is_cut_off_and_delays_no_other(
    launch: Launch, seat: Seats
) -> None:
    site = launch(FRAMES_PER_CONNECTION="0", FRAMES_PER_PLAYER="0")
    known = win("agnes-sorel")
    code, (alice, bob) = seat(site, known)
    start([alice, bob])
    deaf = alice.again_at(site.urls[0])
    deaf.connect(code, deaf=True)
    limit = PROBE_AFTER + UNREAD_LIMIT
    before = len(bob.frames)
    while size(bob.frames[before:]) < limit + 5000:
        with suppress(ConnectionClosed):
            deaf.send(t="sync")
        bob.send(t="sync")
        bob.board(0)
    assert bob.act(1, known.moves[0])["n"] == 1
    # A client that doesn't even read the close frame finds the connection broken.
    assert deaf.closed() in (CLOSE_TOO_SLOW, None)
    # The frame that crosses the limit is sent.
    assert size(deaf.frames) < limit + 2000


def size(frames: list[Frame]) -> int:
    """Return the total size of frames on the wire, in characters."""
    return sum(len(json.dumps(frame, separators=(",", ":"))) for frame in frames)
