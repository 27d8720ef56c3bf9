"""What players set out to do is legal, and drawn from a seed."""

from __future__ import annotations

from itertools import islice
from random import Random

from games.racing import RunState, replay
from tests.benchmarks.load.courses import known_wins
from tests.faults.crowd import plan
from tests.live.wins import Win

WINS: list[Win] = list(islice(known_wins(), 12))


def test_every_plan_can_be_played_and_some_win() -> None:
    states = set()
    for seed in range(5):
        for known in WINS:
            timed = ((action, 0) for action in plan(known, Random(seed)))
            board, run = replay(known.rules, known.deal, timed)
            states.add(run.state)
            # The server makes the moves that finish a board.
            if board.finish():
                states.add(RunState.WON)
    assert states == {RunState.PLAYING, RunState.WON}


def test_plans_take_moves_back() -> None:
    assert any("undo" in plan(known, Random(1)) for known in WINS)


def test_a_seed_draws_the_same_plan_again() -> None:
    for known in WINS:
        assert plan(known, Random(4)) == plan(known, Random(4))
