"""Whatever comes in between: what is stored and answered is as if one had come after the other."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import unified_diff
from itertools import combinations_with_replacement

import pytest

from tests.interleavings.conductor import Conductor, Outcome
from tests.interleavings.scenes import SCENES

pytestmark = pytest.mark.needs_postgres

PAIRS = [
    pytest.param(scene, first, second, id=f"{scene}: {first}, {second}")
    for scene, found in SCENES.items()
    for first, second in combinations_with_replacement(found.operations, 2)
]


@pytest.mark.parametrize(("scene", "first", "second"), PAIRS)
def test_the_order_is_one_of_two(conductor: Conductor, scene: str, first: str, second: str) -> None:
    alone = [conductor.alone(scene, operation) for operation in (first, second)]
    if not alone[0].rows & alone[1].rows:
        return
    orders = conductor.in_turn(scene, first, second)
    # Of two that are the same it does not matter which is held.
    for held in range(2 if first != second else 1):
        for point in alone[held].points(alone[1 - held]):
            found = conductor.held_at(point, held, scene, first, second)
            where = f"{(first, second)[held]} is held at {alone[held].done.points[point]}"
            faults = [str(answer) for answer in found.answers if "error" in str(answer)]
            assert not faults, f"{where}\n{faults}"
            assert found in orders, f"{where}\n{differences(found, orders)}"


def differences(found: Outcome, orders: Iterable[Outcome]) -> str:
    """How what was found differs from each of the orders."""
    return "\n".join(
        line
        for number, order in enumerate(orders)
        for line in (
            f"order {number}: {order.answers}, found: {found.answers}",
            *unified_diff(order.stored.splitlines(), found.stored.splitlines(), n=0, lineterm=""),
        )
    )
