"""Malformed frames, refused messages and resends."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings

from games.live.connections import (
    BAD_FRAME_LIMIT,
    CLOSE_BAD_FRAMES,
    CLOSE_NO_RACE,
    CLOSE_TOO_MANY,
)
from tests.live.conftest import Seats, Visit, start
from tests.live.wins import win
from tests.processes import Site

BAD_FRAMES: list[tuple[str | bytes, str]] = [
    ("", "bad-json"),
    ("{", "bad-json"),
    ("\N{PLAYING CARD ACE OF SPADES}", "bad-json"),
    ("[]", "bad-message"),
    ("{}", "bad-message"),
    ('{"t": "win"}', "bad-message"),
    ('{"t": "ready"}', "bad-message"),
    ('{"t": "ready", "ready": 1}', "bad-message"),
    ('{"t": "ping", "time": 5}', "bad-message"),
    ('{"t": "act", "n": 0, "a": "deal"}', "bad-message"),
    ('{"t": "act", "n": "1", "a": "deal"}', "bad-message"),
    (r'{"t": "act", "n": 1, "a": "t1\u0000"}', "bad-message"),
    (r'{"t": "act", "n": 1, "a": "t1\n"}', "bad-message"),
    (r'{"t": "act\u0000", "n": 1, "a": "t1"}', "bad-message"),
    ("\0", "bad-json"),
    (json.dumps({"t": "act", "n": 1, "a": "x" * 2000}), "too-large"),
    (b'{"t": "ping"}', "bad-frame"),
]


def test_bad_frames_are_answered_and_then_close_the_socket(
    site: Site, seat: Seats, visit: Visit
) -> None:
    code, _ = seat(site, win("applegate"))
    for frame, code_wanted in BAD_FRAMES:
        racer = visit(site.urls[0])
        racer.connect(code)
        for _ in range(BAD_FRAME_LIMIT):
            racer.socket.send(frame)
        for _ in range(BAD_FRAME_LIMIT):
            refusal = racer.refusal()
            assert refusal["code"] == code_wanted, frame
            assert refusal["detail"]
        assert racer.closed() == CLOSE_BAD_FRAMES


def test_a_flood_is_answered_and_then_cut_off(site: Site, seat: Seats) -> None:
    _, (alice, _) = seat(site, win("applegate"))
    for _ in range(settings.LIVE_LIMITS["frames_per_connection"] * 8):
        alice.send(t="ping")
    assert alice.refusal()["code"] == "too-many"
    assert alice.closed() == CLOSE_TOO_MANY


def test_a_race_that_does_not_exist_is_refused(site: Site, visit: Visit) -> None:
    racer = visit(site.urls[0])
    racer.connect("ZZZZZZ")
    assert racer.refusal()["code"] == "no-race"
    assert racer.closed() == CLOSE_NO_RACE


def test_refused_actions_say_why_and_change_nothing(site: Site, seat: Seats) -> None:
    known = win("agnes-sorel")
    _, racers = seat(site, known)
    start(racers)
    alice = racers[0]
    refusals: list[tuple[dict[str, Any], str]] = [
        ({"n": 1, "a": "t1t1"}, "same-pile"),
        ({"n": 1, "a": "t1t9"}, "bad-action"),
        ({"n": 1, "a": "win"}, "bad-action"),
        ({"n": 1, "a": "end"}, "bad-action"),
        ({"n": 1, "a": "undo"}, "no-undo"),
        ({"n": 3, "a": known.moves[0]}, "gap"),
    ]
    for action, code in refusals:
        alice.send(t="act", **action)
        refusal = alice.refusal()
        assert (refusal["n"], refusal["code"]) == (action["n"], code)
        assert refusal["detail"].endswith(".")
    # The gap brought the board, which already answers the first move.
    assert alice.board(0)["n"] == 0
    assert alice.act(1, known.moves[0])["n"] == 1


def test_a_resent_action_gets_the_same_answer(site: Site, seat: Seats) -> None:
    known = win("beleaguered-castle")
    _, racers = seat(site, known)
    start(racers)
    alice = racers[0]
    alice.play(known.moves[:3])
    for number in (3, 2):
        answer = alice.act(number, known.moves[number - 1])
        assert (answer["t"], answer["n"]) == ("board", 3)
    alice.send(t="act", n=2, a="undo")
    assert alice.refusal()["code"] == "stale"
    assert alice.board(0)["n"] == 3


def test_an_undo_takes_back_a_move_but_not_a_reveal(site: Site, seat: Seats) -> None:
    known = win("agnes-sorel")
    _, racers = seat(site, known)
    start(racers)
    alice = racers[0]
    before = alice.frames[-1]["board"]["piles"]
    assert alice.act(1, known.moves[0])["board"]["undo"]
    assert alice.act(2, "undo")["board"]["piles"] == before
    assert not alice.act(3, "deal")["board"]["undo"]
    assert alice.act(4, "undo")["code"] == "no-undo"
    seen = alice.seat(0, undos=1)
    assert seen["seats"][0]["moves"] == 2
