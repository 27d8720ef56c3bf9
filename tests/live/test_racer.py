"""The client for Node comes back as `docs/reference/protocol.md` says; the site is a fake."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent

pytestmark = pytest.mark.needs_node


def race(state: str = "playing", you: int | None = 0) -> Any:
    return {"t": "race", "you": you, "seats": [{"seat": 0, "state": state}]}


def board(n: int, outcome: str | None = None) -> Any:
    return {"t": "board", "seat": 0, "n": n, "board": {"outcome": outcome}}


def refused(code: str, **more: int) -> Any:
    return {"t": "refused", "n": 1, "code": code, "detail": "No.", **more}


def act(n: int) -> Any:
    return {"t": "act", "n": n, "a": f"m{n}"}


SYNC, PING = {"t": "sync"}, {"t": "ping"}

START = ["open", race(), board(0)]

CASES: dict[str, tuple[list[Any], list[Any]]] = {
    "a move follows each board, until the game is won": (
        [*START, board(1), board(2, "won")],
        [[0, "connect"], [0, act(1)], [0, act(2)], [0, "exit 0"]],
    ),
    "a win that was stored while it was away is a win": (
        ["open", race("won")],
        [[0, "connect"], [0, "exit 0"]],
    ),
    "each attempt that fails doubles the wait": (
        ["error", 500, "error", 1000, "open", refused("too-soon"), {"close": 4425}, 1999, 1],
        [
            [0, "connect"],
            [0, "close"],
            [500, "connect"],
            [500, "close"],
            [1500, "connect"],
            [1500, "close"],
            [3500, "connect"],
        ],
    ),
    "an attempt that brought a frame is no failure": (
        ["error", 500, "error", 1000, "open", race(), {"close": 4503}, 500],
        [
            [0, "connect"],
            [0, "close"],
            [500, "connect"],
            [500, "close"],
            [1500, "connect"],
            [1500, "close"],
            [2000, "connect"],
        ],
    ),
    "an attempt that does not connect within ten seconds has failed": (
        [10_000, 500],
        [[0, "connect"], [10_000, "close"], [10_500, "connect"]],
    ),
    "what is quiet is asked, and left if it does not answer": (
        ["open", race(), 15_000, {"t": "pong"}, 15_000, 9_999, 1, 500],
        [[0, "connect"], [15_000, PING], [30_000, PING], [40_000, "close"], [40_500, "connect"]],
    ),
    "what the site can't do now is sent again after the board, ever later": (
        [
            *START,
            refused("not-stored"),
            board(0),
            500,
            board(0),
            refused("internal"),
            1000,
            board(1),
            refused("unavailable"),
            500,
        ],
        [
            [0, "connect"],
            [0, act(1)],
            [500, SYNC],
            [500, act(1)],
            [1500, SYNC],
            [1500, act(2)],
            [2000, SYNC],
        ],
    ),
    "too many frames wait longer at once": (
        [*START, refused("too-many"), refused("too-many"), 1999, 1],
        [[0, "connect"], [0, act(1)], [2000, SYNC]],
    ),
    "too fast waits as long as the site says": (
        [*START, refused("too-fast", retry_after=250), 249, 1, board(0)],
        [[0, "connect"], [0, act(1)], [250, SYNC], [250, act(1)]],
    ),
    "a lost connection takes its sync along": (
        [*START, refused("gap"), {"close": 1006}, 500, "open", race(), board(0), 400],
        [[0, "connect"], [0, act(1)], [0, "close"], [500, "connect"], [500, act(1)]],
    ),
    "a ping is answered": (
        ["open", {"t": "ping", "k": 7}],
        [[0, "connect"], [0, {"t": "pong", "k": 7}]],
    ),
    "what will never do stops it": (
        [*START, refused("not-packing")],
        [[0, "connect"], [0, act(1)], [0, "not-packing: No."], [0, "exit 1"]],
    ),
    "a lost seat stops it": (
        ["open", race(you=None)],
        [[0, "connect"], [0, "The run is without a seat."], [0, "exit 1"]],
    ),
    "a close for good stops it": (
        ["open", race(), {"close": 4401}],
        [[0, "connect"], [0, "The site closed the socket for good: 4401."], [0, "exit 1"]],
    ),
}


@pytest.mark.parametrize(("steps", "done"), CASES.values(), ids=CASES)
def test_it_comes_back(steps: list[Any], done: list[Any]) -> None:
    command = ["node", "--no-warnings", "--import", str(FOLDER / "fake_site.mjs")]
    command += [str(FOLDER / "racer.mjs"), "http://fake", "token", "QFXKMP", "m1", "m2", "m3"]
    environment = {**os.environ, "STEPS": json.dumps(steps)}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == done, ran.stderr
