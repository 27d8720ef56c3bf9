"""`games.client.outbox`: what it sends after what comes, without a server and without waiting."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from games.client.outbox import Action, Outbox, back_off

Frame = dict[str, Any]

GONE, END, GIVE_UP = "the connection is gone", "end", "the last is given up"


class Longest(random.Random):
    """No chance: every wait is the longest."""

    def uniform(self, a: float, b: float) -> float:
        return b


def race(*, bot: bool = False, you: int | None = 0) -> Frame:
    return {"t": "race", "you": you, "seats": [{"seat": 0, "bot": bot, "state": "playing"}]}


def board(n: int, seat: int = 0) -> Frame:
    view = {"piles": {}, "moves": [], "safe": [], "progress": 0, "outcome": None}
    return {"t": "board", "seat": seat, "n": n, "board": view}


def refused(n: int | None, code: str, **more: int) -> Frame:
    return {"t": "refused", "n": n, "code": code, "detail": "No.", **more}


def act(n: int, text: str) -> Frame:
    return {"t": "act", "n": n, "a": text}


SYNC, ENDED = {"t": "sync"}, {"t": "end"}

Step = tuple[float, Frame | str | None, list[Frame]]
"""A time, what happens then (a frame comes, or an action is played), and what is sent."""


def stored(n: int) -> list[Step]:
    return [(0, "a", [act(n, "a")]), (0, board(n), [])]


SENT: list[Step] = [(0, race(), []), (0, board(0), []), (0, "a", [act(1, "a")])]
"""The first action is on its way."""

Case = tuple[Sequence[Step], Sequence[int | str | None]]
"""Steps, and what became of each action: the number of its board, or the code of a refusal."""

CASES: dict[str, Case] = {
    "one action is in flight at a time": (
        [
            (0, race(), []),
            (0, "a", []),
            (0, "b", []),
            (0, board(0), [act(1, "a")]),
            (0, None, []),
            (1, board(1), [act(2, "b")]),
            (1, board(2), []),
        ],
        [1, 2],
    ),
    "boards of others settle nothing": (
        [*SENT, (0, board(1, seat=1), [])],
        [None],
    ),
    "the action behind collect is numbered after its board": (
        [
            (0, race(), []),
            (0, board(0), []),
            (0, "collect", [act(1, "collect")]),
            (0, "a", []),
            (0, board(7), [act(8, "a")]),
        ],
        [7, None],
    ),
    "what was lost with the connection is sent again under its number": (
        [*SENT, (1, GONE, []), (2, race(), []), (2, board(0), [act(1, "a")]), (2, board(1), [])],
        [1],
    ),
    "what was stored before the connection broke is not sent again": (
        [*SENT, (0, "b", []), (1, GONE, []), (2, board(1), [act(2, "b")])],
        [1, None],
    ),
    "a board that lacks stored actions drops what waits": (
        [
            (0, race(), []),
            (0, board(5), []),
            (0, "a", [act(6, "a")]),
            (0, "b", []),
            (1, GONE, []),
            (2, board(4), []),
        ],
        ["stale", "stale"],
    ),
    "a refusal drops what waits behind": (
        [*SENT, (0, "b", []), (0, refused(1, "not-packing"), []), (0, "c", [act(1, "c")])],
        ["not-packing", "not-packing", None],
    ),
    "a collect that finds nothing drops only itself": (
        [
            (0, race(), []),
            (0, board(0), []),
            (0, "collect", [act(1, "collect")]),
            (0, "b", []),
            (0, refused(1, "nothing-safe"), [act(1, "b")]),
        ],
        ["nothing-safe", None],
    ),
    "refusals of other numbers concern nothing": (
        [
            (0, race(), []),
            (0, refused(1, "not-started"), []),
            (0, board(0), []),
            (0, "a", [act(1, "a")]),
            (0, refused(None, "not-over"), []),
        ],
        [None],
    ),
    "what could not be read is dropped though it bears no number": (
        [*SENT, (0, refused(None, "bad-message"), [])],
        ["bad-message"],
    ),
    "stale drops all and asks for the board": (
        [
            *SENT,
            (0, refused(1, "stale"), []),
            (0, "b", []),
            (0.5, None, [SYNC]),
            (0.6, board(3), [act(4, "b")]),
        ],
        ["stale", None],
    ),
    "later is longer each time, until something is stored": (
        [
            *SENT,
            (0, refused(1, "not-stored"), []),
            (0.4, None, []),
            (0.5, None, [SYNC]),
            (1, board(0), [act(1, "a")]),
            (1, refused(1, "unavailable"), []),
            (1.9, None, []),
            (2, None, [SYNC]),
            (2, board(1), []),
            (3, "b", [act(2, "b")]),
            (3, refused(2, "internal"), []),
            (3.5, None, [SYNC]),
        ],
        [1, None],
    ),
    "a board that comes before the time is not enough": (
        [
            *SENT,
            (0, refused(1, "gap"), []),
            (0.1, board(0), []),
            (0.5, None, [SYNC]),
            (0.6, board(0), [act(1, "a")]),
        ],
        [None],
    ),
    "too-many waits long at once": (
        [
            *SENT,
            (0, refused(None, "too-many"), []),
            (0, refused(None, "too-many"), []),
            (1.9, None, []),
            (2, None, [SYNC]),
        ],
        [None],
    ),
    "too-fast waits as long as the site says": (
        [
            *SENT,
            (0, refused(1, "too-fast", retry_after=250), []),
            (0.24, None, []),
            (0.25, None, [SYNC]),
        ],
        [None],
    ),
    "a new connection asks for nothing: its board comes by itself": (
        [
            *SENT,
            (0, refused(1, "not-stored"), []),
            (0.1, GONE, []),
            (9, None, []),
            (9, board(0), [act(1, "a")]),
        ],
        [None],
    ),
    "a bot waits a second after its fourth last": (
        [
            (0, race(bot=True), []),
            (0, board(0), []),
            (0, "a", [act(1, "a")]),
            (0.1, board(1), []),
            (0.1, "a", [act(2, "a")]),
            (0.2, board(2), []),
            (0.2, "a", [act(3, "a")]),
            (0.3, board(3), []),
            (0.3, "a", [act(4, "a")]),
            (0.4, board(4), []),
            (0.4, "a", []),
            (1.0, None, []),
            (1.1, None, [act(5, "a")]),
        ],
        [1, 2, 3, 4, None],
    ),
    "a bot's pace holds over connections": (
        [
            (0, race(bot=True), []),
            (0, board(0), []),
            *(*stored(1), *stored(2), *stored(3), *stored(4)),
            (0.1, GONE, []),
            (0.2, board(4), []),
            (0.2, "a", []),
            (1, None, [act(5, "a")]),
        ],
        [1, 2, 3, 4, None],
    ),
    "what is given up before it was sent is never sent": (
        [
            (0, race(), []),
            (0, "a", []),
            (0, GIVE_UP, []),
            (0, "b", []),
            (0, board(0), [act(1, "b")]),
        ],
        [None, None],
    ),
    "what is given up after it was sent is sent again, and its refusal drops nothing else": (
        [
            *SENT,
            (0, GIVE_UP, []),
            (0, "b", []),
            (1, GONE, []),
            (2, board(0), [act(1, "a")]),
            (2, refused(1, "bad-action"), [act(1, "b")]),
        ],
        ["bad-action", None],
    ),
    "the end waits for what is to be stored, and is said once": (
        [*SENT, (0, END, []), (0, board(1), [ENDED]), (0, race(), []), (0, board(1), [])],
        [1],
    ),
    "an end that was lost or put off is said again": (
        [
            (0, race(), []),
            (0, END, []),
            (0, board(1), [ENDED]),
            (1, GONE, []),
            (2, board(1), [ENDED]),
            (2, refused(None, "not-stored"), []),
            (2.5, None, [SYNC]),
            (2.5, board(1), [ENDED]),
        ],
        [],
    ),
    "a ping is answered, also while nothing may be sent": (
        [(0, race(), []), (0, {"t": "ping", "k": 7}, [{"t": "pong", "k": 7}]), (0, None, [])],
        [],
    ),
    "an unknown frame is nothing": ([(0, {"t": "weather"}, [])], []),
}


@pytest.mark.parametrize(("steps", "became"), CASES.values(), ids=CASES)
def test_what_is_sent_follows_from_what_comes(
    steps: Sequence[Step], became: Sequence[int | str | None]
) -> None:
    outbox = Outbox(Longest())
    actions: list[Action] = []
    for number, (now, event, sent) in enumerate(steps):
        match event:
            case dict():
                outbox.hear(event, now)
            case "the connection is gone":
                outbox.disconnect()
            case "end":
                outbox.end()
            case "the last is given up":
                actions[-1].is_given_up = True
            case str():
                actions.append(outbox.add(event))
        assert outbox.due(now) == sent, f"step {number}"
        assert outbox.wake is None or outbox.wake > now, f"step {number}"
    assert [outcome(action) for action in actions] == became


def outcome(action: Action) -> int | str | None:
    assert action.is_settled == (action.error is not None or action.board is not None)
    if action.error is not None:
        return action.error.code
    return action.board.n if action.board else None


def test_it_says_when_it_has_something_to_send() -> None:
    outbox = Outbox(Longest())
    outbox.hear(race(bot=True), 0)
    assert outbox.wake is None
    for n in range(4):
        outbox.hear(board(n), n / 10)
        outbox.add("a")
        assert outbox.due(n / 10) == [act(n + 1, "a")]
        assert outbox.wake is None
    outbox.hear(board(4), 0.4)
    assert outbox.wake is None
    outbox.add("a")
    assert outbox.due(0.4) == []
    assert outbox.wake == 1.1
    assert outbox.due(1.1) == [act(5, "a")]
    outbox.hear(refused(5, "too-fast", retry_after=500), 1.2)
    assert outbox.wake == 1.7
    outbox.disconnect()
    assert outbox.wake is None


def test_a_pong_does_not_outlive_its_connection() -> None:
    outbox = Outbox(Longest())
    outbox.hear({"t": "ping", "k": 7}, 0)
    outbox.disconnect()
    assert outbox.due(0) == []


def test_waits_grow_to_a_quarter_of_a_minute_and_half_of_each_is_chance() -> None:
    assert [back_off(n, Longest()) for n in range(7)] == [0.5, 1, 2, 4, 8, 15, 15]
    chance = random.Random(1)
    waits = [back_off(0, chance) for _ in range(200)]
    assert 0.25 <= min(waits) < 0.27
    assert 0.48 < max(waits) <= 0.5


def test_a_watcher_has_no_seat() -> None:
    outbox = Outbox(Longest())
    assert outbox.own is None
    outbox.hear(race(you=None), 0)
    assert outbox.own is None
    outbox.hear(race(), 0)
    assert outbox.own == race()["seats"][0]
