"""What each game is to the solver: how to order its search, what to try, which deals are easy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.engine import Rules
from games.solver.blind import ALIKE, ITS_COLOUR, ITSELF, Suits
from games.solver.estimate import Weights


class Probe(NamedTuple):
    """One greedy search."""

    suits: Suits
    step: int = 1
    """What a move costs, see `estimate.STEP`."""
    states: int = 20_000
    """How many positions it visits."""


class Glance(NamedTuple):
    """A turn of the sound search between greedy ones."""

    states: int = 5_000
    """How many positions it visits."""


Plan = tuple[Probe | Glance, ...]
"""Searches to try in turn, a greedy one first: what one misses, another mostly finds. The sound
search has the last turn, for as long as it takes."""


@dataclass(frozen=True)
class Approach:
    """How to search one game."""

    weights: Weights
    """What makes a position look far from a win."""
    cuts: Mapping[str, tuple[float, float]]
    """Where medium and hard begin, by preset: `python manage.py difficulty` prints them."""
    plan: Plan = (Probe(ITSELF),)
    option_plans: Mapping[tuple[str, str], Plan] = field(default_factory=dict)
    """Plans that replace the other where an option has this value."""

    def plan_for(self, rules: Rules) -> Plan:
        """Return the plan for the rules of a game."""
        for option in rules.referee.chosen.items():
            if option in self.option_plans:
                return self.option_plans[option]
        return self.plan

    def probes_for(self, rules: Rules) -> tuple[Probe, ...]:
        """Return the greedy searches for the rules of a game."""
        return tuple(turn for turn in self.plan_for(rules) if isinstance(turn, Probe))


SHORT: Final = (Probe(ITSELF, step=7, states=2_000), Probe(ALIKE, step=7, states=3_000))
"""The first searches of FreeCell. They are short: the longer one gets, the longer a state takes."""

APPROACHES: Final[Mapping[str, Approach]] = {
    "agnes-sorel": Approach(
        Weights(away=4, blocking=6, divided=4, dealt=3, hidden=2),
        {
            "standard": (73.9, 76.1),
            "dalton": (79.5, 83.3),
            "parlett": (78.3, 82.2),
            "keller": (78.3, 81.2),
            "pysol": (83.9, 87.4),
            "aisleriot": (87.9, 90.9),
        },
        option_plans={("run", "colour"): (Probe(ITS_COLOUR), Glance(), Probe(ITSELF))},
    ),
    "agnes-bernauer": Approach(
        Weights(away=9, blocking=8, divided=9, dealt=2, held=3, hidden=7),
        {
            "standard": (73.1, 76.9),
            "morehead": (72.7, 76.3),
            "parlett": (72.2, 75.0),
            "pysol": (73.0, 76.1),
        },
        plan=(Probe(ITS_COLOUR),),
    ),
    "applegate": Approach(
        Weights(divided=6, held=6, hidden=8, space=4),
        {"standard": (64.9, 65.7), "pysol": (65.0, 65.9)},
    ),
    "beleaguered-castle": Approach(
        Weights(away=12, blocking=11, divided=1, space=1),
        {
            "standard": (76.4, 79.1),
            "casual": (76.9, 80.8),
            "streets-and-alleys": (79.8, 83.6),
        },
        # All suits are alike for the columns, but if all count as one few wins are found.
        plan=(
            Probe((0, 0, 0, 3)),
            Glance(),
            Probe((0, 0, 2, 2)),
            Probe(ITS_COLOUR),
            Probe(ITSELF, step=3),
        ),
    ),
    "freecell": Approach(
        Weights(away=9, blocking=7, divided=13, held=19, space=12, buried=3),
        {
            "standard": (74.6, 75.9),
            "bakers-game": (75.3, 77.9),
            "two-cells": (77.3, 80.3),
        },
        plan=(
            *SHORT,
            Probe(ITS_COLOUR, step=5, states=5_000),
            Glance(),
            *(Probe(ITS_COLOUR, step=3), Probe(ITS_COLOUR, step=5, states=300_000)),
        ),
        # With fewer cells many deals are lost, which the sound search proves sooner.
        option_plans={
            ("pack", "suit"): (
                *SHORT,
                *(Glance(), Probe(ITSELF, step=3), Glance(60_000)),
                *(Probe(ITS_COLOUR, step=7), Probe(ITS_COLOUR, step=12, states=60_000)),
            ),
            **{
                ("cells", cells): (
                    *(*SHORT, Glance(), Probe(ITSELF, step=5), Probe(ITS_COLOUR, step=3)),
                    *(Probe(ITS_COLOUR, step=6), Probe((0, 0, 2, 2), step=6, states=60_000)),
                )
                for cells in "0123"
            },
        },
    ),
    "klondike": Approach(
        Weights(away=4, blocking=4, dealt=2, hidden=10),
        {"standard": (81.3, 84.2), "draw-one": (85.2, 86.9), "vegas": (85.0, 88.5)},
        plan=(Probe(ITSELF), Glance(), Probe(ITSELF, step=4)),
    ),
}
"""The approach to each game of the engine, by its name."""


def approach_to(game: str) -> Approach:
    """Return the approach to a game.

    :raises LookupError: for a game without one.
    """
    try:
        return APPROACHES[game]
    except KeyError:
        raise LookupError(f"no search for {game}: it has no line in {__name__}") from None
