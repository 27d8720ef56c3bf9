"""The races that play on the start page: `python -m tests.recordings` writes them.

`tests/fixtures/duels.json` has two wins of one deal in each game. The engine plays them, and the
browser gets what each move changed on the table.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from games.engine import Board, Deal, Rules
from games.engine.cards import NAMES
from games.engine.moves import PILE_NAMES

ROOT: Final = Path(__file__).parents[1]
DUELS: Final = ROOT / "tests" / "fixtures" / "duels.json"
FOLDER: Final = ROOT / "frontend" / "recordings"

LASTS_MS: Final = (25_000, 24_000)
"""How long each player takes for their own moves."""

COVERED: Final = "-"
"""Comes before the face of a card that lies face down."""


def recordings() -> Iterator[tuple[str, str]]:
    """Yield the name of each game that has a recording, and its text."""
    for duel in json.loads(DUELS.read_text()):
        game, _slash, _preset = duel["rules"].partition("/")
        yield game, json.dumps(_recording(duel), separators=(",", ":")) + "\n"


def _recording(duel: Mapping[str, Any]) -> dict[str, Any]:
    rules, deal = Rules.parse(duel["rules"]), Deal.from_key(duel["key"].encode())
    dealt = Board(rules, deal)
    runs = [
        _run(Board(rules, deal), moves.split(), lasts)
        for moves, lasts in zip(duel["runs"], LASTS_MS, strict=True)
    ]
    return {"start": [dealt.progress, _text(_piles(dealt))], "runs": runs}


def _run(board: Board, moves: list[str], lasts: int) -> dict[str, Any]:
    """Return a run's steps, each with the progress and the piles that changed."""
    steps = []
    before = _piles(board)
    for move in moves:
        board.push(board.find_move(move))
        after = _piles(board)
        changed = {name: cards for name, cards in after.items() if before[name] != cards}
        steps.append([board.progress, _text(changed)])
        before = after
    assert board.outcome() == "won", moves
    own = len(moves) - next(n for n, move in enumerate(reversed(moves)) if not move.endswith("f"))
    return {"own": own, "pace": lasts // own, "steps": steps}


def _piles(board: Board) -> dict[str, str]:
    cards, covered = board.layout.piles, board.game.covered
    return {
        PILE_NAMES[pile]: " ".join(_face(card, pile in covered) for card in cards[pile])
        for pile in board.game.piles
    }


def _face(card: int, is_covered: bool) -> str:
    if card < 0:
        return COVERED + NAMES[~card]
    return COVERED + NAMES[card] if is_covered else NAMES[card]


def _text(piles: Mapping[str, str]) -> str:
    return ",".join(f"{name} {cards}".rstrip() for name, cards in piles.items())


def main() -> None:
    """Write the recordings."""
    FOLDER.mkdir(exist_ok=True)
    for game, text in recordings():
        (FOLDER / f"{game}.json").write_text(text)


if __name__ == "__main__":
    main()
