"""Keys tell positions apart, and only positions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.engine import Board
from games.solver.blind import blind_key, kinds_of_cards
from games.solver.keys import random_keys, set_key
from games.solver.position import KEY, encode
from games.solver.rulebook import encode_rules
from tests.engine.strategies import boards


def key(board: Board, *, alike: bool = True) -> tuple[int, int]:
    position = encode(board, encode_rules(board, alike=alike))
    set_key(random_keys(), position)
    return int(position[KEY]), int(position[KEY + 1])


@given(boards(), st.data())
def test_different_positions_of_a_game_have_different_keys(
    board: Board, data: st.DataObject
) -> None:
    texts, keys = {board.key()}, {key(board, alike=False)}
    for _ in range(30):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(data.draw(st.sampled_from(moves)))
        texts.add(board.key())
        keys.add(key(board, alike=False))
    assert len(keys) == len(texts)


def test_no_two_of_the_random_numbers_are_equal() -> None:
    numbers = list(random_keys())
    assert len(set(numbers)) == len(numbers)
    assert all(0 <= number < 1 << 62 for number in numbers)


@given(boards())
def test_a_blind_key_forgets_suits_that_count_as_the_same(board: Board) -> None:
    like = {"beleaguered-castle": {0: 1}, "applegate": {}}.get(board.rules.game, {0: 3})
    before = blind_key(kinds_of_cards(board), encode(board, encode_rules(board)))
    for pile in board.layout.piles:
        for index, card in enumerate(pile):
            plain = max(card, ~card)
            other = plain
            for one, two in like.items():
                if plain // 13 in (one, two):
                    other = plain % 13 + 13 * (one + two - plain // 13)
            pile[index] = other if card >= 0 else ~other
    assert blind_key(kinds_of_cards(board), encode(board, encode_rules(board))) == before
