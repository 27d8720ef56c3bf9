"""Every kind of pile has its words: in notation, on pages, and for who doesn't see the table."""

from __future__ import annotations

import json
import subprocess
from typing import Final

import pytest

from games.engine import GAMES, Rules
from games.engine.moves import PILE_NAMES, STOCK
from games.spoken import pile_name, pile_title
from tests import needs
from tests.repository.files import REPOSITORY

PILES: Final = sorted(
    {
        PILE_NAMES[pile]
        for game in GAMES
        for option in GAMES[game].options
        for value in option.values
        for pile in Rules.of(game, changes={option.name: value}).referee.piles
    }
)

SCRIPT: Final = """
import { pileName } from "./frontend/src/table/describe.js";
import { parseMove } from "./frontend/src/table/notation.js";
const piles = JSON.parse(process.argv[1]);
const told = piles.map((pile) => [pileName(pile), parseMove(pile + "t1")?.source ?? null]);
console.log(JSON.stringify(told));
"""


def test_a_kind_of_pile_has_a_name_of_its_own() -> None:
    for name in (pile_name, pile_title):
        assert len({name(pile) for pile in PILES}) == len(PILES)


@pytest.mark.needs_node
def test_the_table_names_every_pile_and_reads_moves_from_it() -> None:
    node = needs.node()
    assert node is not None
    command = [node, "--input-type=module", "--eval", SCRIPT, json.dumps(PILES)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert [name for name, _source in told] == [pile_title(pile) for pile in PILES]
    movable = [pile for pile in PILES if pile != PILE_NAMES[STOCK]]
    assert [source for _name, source in told if source] == movable
