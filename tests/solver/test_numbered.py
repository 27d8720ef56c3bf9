"""What has long been known of the numbered FreeCell deals."""

from __future__ import annotations

from games.engine import Board, Deal, Rules
from games.solver import VerdictKind, solve
from games.solver.compiled import COMPILED
from tests.sampling import sample

NUMBERS = sample(range(1, 1001), 20)
LOST = (11982,) if COMPILED else ()
"""Plain Python takes a minute."""


def test_the_first_thousand_can_be_won_and_number_11982_can_not() -> None:
    found = {
        number: solve(Board(Rules.parse("freecell"), Deal.numbered(number))).kind
        for number in (*NUMBERS, *LOST)
    }
    assert found == dict.fromkeys(NUMBERS, VerdictKind.WINNABLE) | dict.fromkeys(
        LOST, VerdictKind.LOST
    )
