"""Serialisability: two interleaved operations store and answer as if run one after the other.

One pair in 16 runs, in `.ci/run` one in four, and with `EVERY_CASE=1` all do.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import unified_diff
from itertools import combinations_with_replacement

import pytest

from tests.interleavings.conductor import Conductor, Outcome
from tests.interleavings.scenes import SCENES
from tests.sampling import sample

pytestmark = [pytest.mark.needs_postgres, pytest.mark.drawn]

PAIRS = [
    pytest.param(scene, first, second, id=f"{scene}: {first}, {second}")
    for scene, found in SCENES.items()
    for first, second in combinations_with_replacement(found.operations, 2)
]


@pytest.mark.parametrize(("scene", "first", "second"), sample(PAIRS, 24, large=4))
def test_an_interleaving_ends_as_one_of_the_two_orders(
    conductor: Conductor, scene: str, first: str, second: str
) -> None:
    alone = [conductor.alone(scene, operation) for operation in (first, second)]
    if not alone[0].meets(alone[1]):
        return
    outcomes = [order.outcome for order in conductor.in_turn(scene, first, second)]
    # For two equal operations it doesn't matter which is paused.
    for held in range(2 if first != second else 1):
        waited = False
        for point in alone[held].points(alone[1 - held]):
            name = alone[held].done.points[point]
            if not waited:
                found, waited = conductor.held_at(point, held, scene, first, second)
                where = f"{(first, second)[held]} is paused at {name}"
                faults = [str(answer) for answer in found.answers if "error" in str(answer)]
                assert not faults, f"{where}\n{faults}"
                assert found in outcomes, f"{where}\n{differences(found, outcomes)}"
            # An operation that had to wait would wait at each later point until the locks are
            # released.
            waited = waited and name != "COMMIT"


def differences(found: Outcome, outcomes: Iterable[Outcome]) -> str:
    """Describe how an outcome differs from that of each order."""
    return "\n".join(
        line
        for number, outcome in enumerate(outcomes)
        for line in (
            f"order {number}: {outcome.answers}, found: {found.answers}",
            *unified_diff(outcome.stored.splitlines(), found.stored.splitlines(), n=0, lineterm=""),
        )
    )
