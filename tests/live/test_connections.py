"""What a room needs of a socket, tested without one."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from games.engine import Sentence
from games.live.connections import (
    BAD_FRAME_LIMIT,
    EXCESS_FRAME_LIMIT,
    OUTBOX_LIMIT,
    PROBE_AFTER,
    UNREAD_LIMIT,
    Connection,
)
from games.live.database_thread import UnavailableError
from games.live.limits import Bucket
from games.live.protocol import Pong

Frame = dict[str, Any]


def sent(connection: Connection) -> list[Frame | int]:
    """Return what has entered the outbox since the last call; a close code is a number."""
    outbox = connection.outbox
    taken = [outbox.take() for _ in range(len(outbox))]
    return [each if isinstance(each, int) else json.loads(each) for each in taken]


def frame(length: int) -> str:
    """Return a frame of this many characters."""
    return json.dumps("x" * (length - 2))


def test_messages_enter_the_outbox_until_the_socket_is_closed() -> None:
    closings: list[str] = []
    connection = Connection(7, "en", lambda: closings.append("closing"))
    connection.send(Pong())
    connection.close(4404)
    connection.send(Pong())
    connection.close(4400)
    assert sent(connection) == [{"t": "pong"}, 4404]
    assert closings == ["closing"]


def test_a_client_that_reads_nothing_is_cut_off() -> None:
    connection = Connection()
    for _ in range(OUTBOX_LIMIT + 1):
        connection.send_text("x")
    assert len(connection.outbox) == OUTBOX_LIMIT + 1
    assert [connection.outbox.take() for _ in range(OUTBOX_LIMIT)] == ["x"] * OUTBOX_LIMIT
    assert sent(connection) == [4408]


def test_a_client_is_probed_once_before_its_outbox_is_full() -> None:
    connection = Connection()
    connection.send_text(frame(PROBE_AFTER - 2))
    assert len(connection.outbox) == 1
    connection.send_text(frame(2))
    connection.send_text(frame(PROBE_AFTER))
    first, second, probe, last = sent(connection)
    assert isinstance(probe, dict)
    assert probe["t"] == "ping"
    assert not any(isinstance(each, dict) for each in (first, second, last))


def test_a_client_that_answers_may_have_as_much_as_it_reads() -> None:
    connection = Connection()
    for _ in range(20):
        connection.send_text(frame(PROBE_AFTER))
        [_, probe] = sent(connection)
        assert isinstance(probe, dict)
        connection.has_read(probe["k"] + 1)
        connection.has_read(probe["k"])


def test_a_client_is_asked_whether_it_is_there_and_not_twice_at_once() -> None:
    connection = Connection()
    connection.ask()
    connection.ask()
    [probe] = sent(connection)
    assert isinstance(probe, dict)
    assert (probe["t"], connection.is_heard) == ("ping", False)
    connection.has_read(probe["k"])
    connection.ask()
    assert len(sent(connection)) == 1


@pytest.mark.parametrize(("more", "closed"), [(UNREAD_LIMIT - 1, False), (UNREAD_LIMIT, True)])
def test_a_client_that_ignores_the_probe_is_cut_off_after_a_while(more: int, closed: bool) -> None:
    connection = Connection()
    connection.send_text(frame(PROBE_AFTER))
    sent(connection)
    connection.send_text(frame(more))
    assert (sent(connection) == [4408]) is closed


def test_a_refusal_is_in_the_language_of_the_page() -> None:
    connection = Connection(7, "de")
    connection.refuse("full", Sentence("All seats of this race are taken."), 3)
    english = Connection(7)
    english.refuse("full", Sentence("All seats of this race are taken."))
    [german_frame], [english_frame] = sent(connection), sent(english)
    assert isinstance(german_frame, dict)
    assert (german_frame["t"], german_frame["n"], german_frame["code"]) == ("refused", 3, "full")
    assert german_frame["detail"] != "All seats of this race are taken."
    detail = "All seats of this race are taken."
    assert english_frame == {"t": "refused", "n": None, "code": "full", "detail": detail}


def test_visitors_of_a_race_that_never_started_are_sent_away() -> None:
    connection = Connection()
    connection.send_away()
    assert sent(connection) == [
        {
            **{"t": "refused", "n": None, "code": "never-started"},
            "detail": "This race never started, so it was closed. Open another one.",
        },
        4404,
    ]


def test_a_fault_is_logged_and_blamed_on_the_server(
    caplog: pytest.LogCaptureFixture,
) -> None:
    connection = Connection()
    connection.fail(UnavailableError("the disk is full"))
    connection.fail(KeyError("seat"))
    assert sent(connection) == [
        {
            **{"t": "refused", "n": None, "code": "unavailable"},
            "detail": "The site is having trouble. Trying again.",
        },
        {
            **{"t": "refused", "n": None, "code": "internal"},
            "detail": "Something went wrong on our side. Trying again.",
        },
    ]
    records = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert "the disk is full" in records[0].getMessage()
    assert records[0].exc_info is None
    assert records[1].getMessage() == "A frame could not be handled"
    assert records[1].exc_info is not None
    assert isinstance(records[1].exc_info[1], KeyError)


def test_each_bad_frame_is_answered_and_the_tenth_closes_the_socket() -> None:
    connection = Connection()
    for _ in range(BAD_FRAME_LIMIT - 1):
        connection.bad_frame("bad-json", "No.")
    answer = {"t": "refused", "n": None, "code": "bad-json", "detail": "No."}
    assert sent(connection) == [answer] * (BAD_FRAME_LIMIT - 1)
    connection.bad_frame("bad-json", "No.")
    assert sent(connection) == [answer, 4400]


def test_frames_draw_on_every_bucket_and_a_lasting_excess_closes() -> None:
    connection = Connection()
    assert connection.spend(0.0)
    connection.buckets = (Bucket(5, 0.0), Bucket(2, 0.0))
    assert [connection.spend(0.0) for _ in range(5)] == [True] * 4 + [False]
    assert sent(connection) == [
        {
            **{"t": "refused", "n": None, "code": "too-many"},
            "detail": "Send at most 2 messages a second.",
        }
    ]
    for _ in range(EXCESS_FRAME_LIMIT - 2):
        connection.excess_frame("No.")
    assert 4429 not in sent(connection)
    connection.excess_frame("No.")
    assert sent(connection)[-1] == 4429
    assert not connection.spend(100.0)


def test_costlier_frames_take_more_of_a_bucket() -> None:
    connection = Connection()
    connection.buckets = (Bucket(5, 0.0),)
    assert [connection.spend(0.0, 5) for _ in range(3)] == [True, True, False]
