"""The solver has an approach to every game of the registry, and says so where it lacks one."""

from __future__ import annotations

import pytest

from games.engine import GAMES, Rules
from games.solver.approaches import APPROACHES, approach_to


def test_every_game_has_an_approach() -> None:
    assert set(APPROACHES) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_is_divided_into_three(game: str) -> None:
    cuts = approach_to(game).cuts
    assert set(cuts) == set(GAMES[game].presets)
    assert all(medium < hard for medium, hard in cuts.values())


@pytest.mark.parametrize("game", GAMES)
def test_plans_depend_on_values_that_options_have(game: str) -> None:
    values = {(option.name, value) for option in GAMES[game].options for value in option.values}
    assert set(approach_to(game).option_plans) <= values


def test_runs_of_a_colour_have_a_plan_of_their_own() -> None:
    approach = approach_to("agnes-sorel")
    of_suit, of_colour = (
        Rules.of("agnes-sorel", changes={"run": run}) for run in ("suit", "colour")
    )
    assert approach.plan_for(of_suit) == approach.plan
    assert approach.plan_for(of_colour) == approach.option_plans["run", "colour"]


def test_a_game_without_an_approach_is_named() -> None:
    with pytest.raises(LookupError, match="no search for novel"):
        approach_to("novel")
