"""Keys tell positions apart, and only positions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.engine import Board
from games.solver.approaches import approach_to
from games.solver.blind import blind_keys
from games.solver.compiled import Numbers
from games.solver.keys import random_keys, set_key
from games.solver.position import KEY, encode
from games.solver.rulebook import EVERYTHING, NOTHING, encode_rules
from tests.engine.strategies import boards
from tests.solver.test_generator import SHARING


def key(board: Board, keys: Numbers, *, alike: bool = True) -> tuple[int, int]:
    position = encode(board, encode_rules(board, EVERYTHING if alike else NOTHING))
    set_key(keys, position)
    return int(position[KEY]), int(position[KEY + 1])


@given(boards(games=SHARING), st.data())
def test_different_positions_of_a_game_have_different_keys(
    board: Board, data: st.DataObject
) -> None:
    texts, keys = {board.key()}, {key(board, random_keys(), alike=False)}
    for _ in range(30):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(data.draw(st.sampled_from(moves)))
        texts.add(board.key())
        keys.add(key(board, random_keys(), alike=False))
    assert len(keys) == len(texts)


def test_no_two_of_the_random_numbers_are_equal() -> None:
    numbers = list(random_keys())
    assert len(set(numbers)) == len(numbers)
    assert all(0 <= number < 1 << 62 for number in numbers)


@given(boards(games=SHARING))
def test_a_blind_key_forgets_suits_that_count_as_the_same(board: Board) -> None:
    piles = board.layout.piles.copy()
    for probe in approach_to(board.rules.game).probes_for(board.rules):
        keys = blind_keys(probe.suits)
        for suit, like in enumerate(probe.suits):
            before = key(board, keys)
            board.layout.piles[:] = [
                tuple(exchanged(card, suit, like) for card in cards) for cards in piles
            ]
            assert key(board, keys) == before
            board.layout.piles[:] = piles


def exchanged(card: int, suit: int, like: int) -> int:
    """Return the card that takes a card's place when two suits swap names."""
    plain = max(card, ~card)
    if plain // 13 in (suit, like):
        plain = plain % 13 + 13 * (suit + like - plain // 13)
    return plain if card >= 0 else ~plain
