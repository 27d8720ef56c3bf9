"""The search is one source: compiled or not it visits the same states and finds the same lines."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from games.engine import Board, Deal, Rules
from games.solver import Budget, solve
from games.solver.method import method_of
from games.solver.status import PAUSED
from tests.solver.test_generator import PRESETS

STATES = 1_500

PROGRAM = f"""
import json, sys
without_numba = sys.argv[1] == "missing"
if without_numba:
    sys.modules["numba"] = None
from games.engine import Board, Deal, Rules
from games.solver import Budget, solve
from games.solver.compiled import COMPILED
from tests.solver.test_twin import sound
assert not COMPILED
found = {{}}
for rules in sys.argv[2:]:
    verdict = solve(Board(Rules.parse(rules), Deal.from_key(b"2")), Budget(states={STATES}))
    found[rules] = [verdict.kind, verdict.states, " ".join(map(str, verdict.solution))]
    found[rules] += sound(rules, at_once=97)
print(json.dumps(found))
"""


def sound(rules: str, at_once: int) -> list[object]:
    """Return how the sound search stands after `STATES`, taken `at_once` states at a time."""
    board = Board(Rules.parse(rules), Deal.from_key(b"3"))
    search, status = method_of(board).sound(), PAUSED
    while status == PAUSED and search.states < STATES:
        status = search.run(min(STATES, search.states + at_once), Budget.bytes)
    return [status, search.states, list(map(int, search.path()))]


@pytest.mark.slow
@pytest.mark.parametrize("numba", ["missing", "idle"])
def test_without_numba_the_same_states_are_visited(numba: str) -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"} if numba == "idle" else dict(os.environ)
    program = [sys.executable, "-c", PROGRAM, numba, *PRESETS]
    output = subprocess.run(program, env=environment, check=True, capture_output=True).stdout
    found = json.loads(output)
    for rules in PRESETS:
        verdict = solve(Board(Rules.parse(rules), Deal.from_key(b"2")), Budget(states=STATES))
        line = " ".join(map(str, verdict.solution))
        assert found[rules] == [verdict.kind, verdict.states, line, *sound(rules, at_once=STATES)]
