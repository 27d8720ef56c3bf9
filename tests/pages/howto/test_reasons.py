from __future__ import annotations

from random import Random

import pytest

from games.engine import GAMES, Board, Deal, EngineError, IllegalMoveError, Reason, Rules
from games.engine.moves import PILE_NAMES
from games.pages.howto.page import sections
from games.pages.howto.topics import REASONS, anchors

PRESETS = [f"{name}/{preset}" for name, game in GAMES.items() for preset in game.presets]


def test_every_reason_has_a_sentence() -> None:
    assert set(REASONS) == set(Reason)


@pytest.mark.slow
@pytest.mark.parametrize("text", PRESETS)
def test_every_refusal_leads_to_a_sentence_on_the_page(text: str) -> None:
    rules = Rules.parse(text)
    said = {line.anchor for part in sections(rules) for line in part.lines}
    reasons = set()
    for seed in range(3):
        reasons |= refusals(Board(rules, Deal.from_key(bytes([seed]))), Random(seed))
    assert len(reasons) > 5
    assert {reason for reason in reasons if anchors(rules.game).get(reason) not in said} == set()


def refusals(board: Board, chance: Random) -> set[Reason]:
    """Return the reasons for refused moves met in a game of random moves."""
    sizes = ("", "x2", "x3", "x9")
    tries = [f"{a}{b}{n}" for a in (*PILE_NAMES[:21], "w") for b in PILE_NAMES for n in sizes] + [
        "deal"
    ]
    found: set[Reason] = set()
    for _ in range(40):
        for text in chance.sample(tries, 200):
            try:
                board.find_move(text)
            except IllegalMoveError as error:
                found.add(error.reason)
            except EngineError:
                continue
        if not (moves := list(board.legal_moves)):
            break
        board.push(chance.choice(moves))
    return found
