"""Every kind of pile has its words: in notation, on pages, and for who doesn't see the table."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

from games.engine import GAMES, Rules
from games.engine.moves import PILE_NAMES, STOCK
from games.spoken import pile_name, pile_title
from tests import needs
from tests.repository.files import REPOSITORY, tracked

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

COMMENTS: Final = {
    ".py": re.compile(r'""".*?"""|#[^\n]*', re.DOTALL),
    ".js": re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL),
}
MENTIONS: Final = {
    ".py": re.compile(r'\b(CELLS?|WASTE|REDEALS)\b|\.(cells|redeals)\b|"w"'),
    ".js": re.compile(r'\b(isCell|cells?|waste)\b|"(w|c1)"|c\[1-6\]'),
}
"""How a file mentions cells or the waste."""


def is_of_one_game(file: Path) -> bool:
    """Return whether the file is one that each game has of its own."""
    folders = ("games/engine", "games/solver", "frontend/src/table/layouts")
    names = tuple(name.replace("-", "_") for name in GAMES) + tuple(GAMES)
    return str(file.parent) in folders and file.stem.startswith(names)


def files_that_know_piles() -> set[str]:
    """Return the files, besides those of a single game, that know a cell or the waste."""
    found = set()
    for path in tracked("games/*.py", "frontend/src/*.js"):
        text = COMMENTS[path.suffix].sub("", path.read_text(encoding="utf-8"))
        file = path.relative_to(REPOSITORY)
        if MENTIONS[path.suffix].search(text) and not is_of_one_game(file):
            found.add(str(file))
    return found


def files_listed() -> set[str]:
    """Return the files that CONTRIBUTING lists for a new kind of pile."""
    text = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    listed = text.partition("A kind of pile that no game has had")[2].partition("`tests/")[0]
    return {
        f"{folder}/{file}"
        for folder, files in re.findall(r"^- `([^`]+)`:(.*(?:\n  .*)*)", listed, re.MULTILINE)
        for file in re.findall(r"`([^`]+)`", files)
    }


def test_contributing_lists_the_files_that_know_one_kind_of_pile_from_another() -> None:
    assert files_listed() == files_that_know_piles()


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
