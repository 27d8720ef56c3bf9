"""The table has a place for every pile of every game."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping

import pytest

from games.engine import GAMES, Rules
from games.engine.moves import PILE_NAMES
from tests import needs
from tests.new_game.toy import Toy
from tests.repository.files import REPOSITORY

SCRIPT = """
import { GAMES } from "./frontend/src/table/layouts/games.js";
const names = ({ spots }) => Object.keys(spots);
const most = (at) => at.larger ?? at;
const shapes = Object.entries(GAMES)
    .map(([game, at]) => [game, [names(most(at).wide), names(most(at).tall)]]);
console.log(JSON.stringify(Object.fromEntries(shapes)));
"""


def piles(game: str) -> set[str]:
    """Return the piles that a game has under any of its options."""
    rules = [
        Rules.of(game, preset, {option.name: value})
        for preset in GAMES[game].presets
        for option in GAMES[game].options
        for value in option.values
    ]
    return {PILE_NAMES[pile] for each in rules for pile in each.referee.piles}


@pytest.fixture
def places() -> Mapping[str, tuple[list[str], list[str]]]:
    """List the piles that have a place, by game, on a wide table and on a narrow one."""
    node = needs.node()
    assert node is not None
    command = [node, "--input-type=module", "--eval", SCRIPT]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    found: Mapping[str, tuple[list[str], list[str]]] = json.loads(done.stdout)
    return found


@pytest.mark.needs_node
@pytest.mark.parametrize("game", GAMES)
def test_every_pile_has_a_place(
    places: Mapping[str, tuple[list[str], list[str]]], game: str
) -> None:
    assert game in places, f"frontend/src/table/layouts/games.js lacks {game}"
    for shape in places[game]:
        assert piles(game) <= set(shape)


def test_the_layout_is_tested_with_the_toys_own_piles() -> None:
    test = (REPOSITORY / "tests/frontend/table-new-game.test.js").read_text(encoding="utf-8")
    assert f"const PILES = {json.dumps(sorted(piles(Toy.name)))};" in test
