"""Random rules, deals and boards for property tests."""

from __future__ import annotations

from collections.abc import Collection

from hypothesis import strategies as st

from games.engine import GAMES, Board, Deal, Rules

deals = st.binary(max_size=8).map(Deal.from_key)


@st.composite
def any_rules(draw: st.DrawFn, games: Collection[str] = GAMES) -> Rules:
    """Draw rules of any of these games with any combination of options."""
    game = draw(st.sampled_from(sorted(games)))
    options = {option.name: draw(st.sampled_from(option.values)) for option in GAMES[game].options}
    return Rules.of(game, changes=options)


@st.composite
def boards(draw: st.DrawFn, most_moves: int = 60, games: Collection[str] = GAMES) -> Board:
    """Draw a board of any of these games after some random moves, with its history."""
    board = Board(draw(any_rules(games)), draw(deals))
    chance = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, most_moves))):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(chance.choice(moves))
    return board
