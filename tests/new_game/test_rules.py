"""The engine and the solver handle a new game like the others."""

from __future__ import annotations

import pytest

from games.engine import (
    Action,
    Board,
    Deal,
    IllegalMoveError,
    Move,
    Outcome,
    Record,
    Rules,
    view,
)
from games.engine.cards import RANKS
from games.engine.game import Game
from games.engine.moves import PILE_NAMES
from games.models.deals.likeness import digests
from games.solver import VerdictKind, solve

Won = tuple[bytes, list[str]]


def played(rules: Rules, key: bytes, moves: list[str]) -> Board:
    """Return the board after these moves and those that finish it."""
    board = Board(rules, Deal.from_key(key))
    for move in moves:
        board.push(board.find_move(move))
    for last in board.finish():
        board.push(last)
    return board


def can_be_won(board: Board, seen: set[str]) -> bool:
    """Search all moves, using only the engine's rules, and return whether the deal can be won."""
    if board.is_won:
        return True
    if board.key() in seen:
        return False
    seen.add(board.key())
    for move in tuple(board.legal_moves):
        board.push(move)
        won = can_be_won(board, seen)
        board.pop()
        if won:
            return True
    return False


def test_rules_positions_and_records_survive_a_round_trip_as_text(
    toy: type[Game], won: Won
) -> None:
    rules = Rules.parse(f"{toy.name}/strict+return=yes")
    assert Rules.parse(str(rules)) == rules
    key, moves = won
    board = played(Rules.of(toy.name), key, moves)
    assert board.outcome() is Outcome.WON
    assert board.progress == 52
    start = Board(board.rules, Deal.from_key(key))
    assert Board.from_position(start.rules, start.key()).key() == start.key()
    actions = tuple(
        Action(1000 * n, str(move), automatic=n > len(moves))
        for n, move in enumerate(board.moves, 1)
    )
    record = Record(board.rules, Deal.from_key(key), actions, key=key)
    assert Record.parse(str(record)) == record


def test_a_view_has_the_piles_and_moves_of_the_game(toy: type[Game], won: Won) -> None:
    board = Board(Rules.of(toy.name), Deal.from_key(won[0]))
    seen = view(board)
    assert list(seen["piles"]) == [PILE_NAMES[pile] for pile in board.game.piles]
    assert len(" ".join(seen["piles"].values()).split()) == 52
    assert set(seen["moves"]) == {str(move) for move in board.legal_moves}
    assert set(seen["accepts"].values()) <= {*RANKS, "*", ""}


def test_every_other_move_is_refused_with_a_reason(toy: type[Game], won: Won) -> None:
    board = Board(Rules.of(toy.name, "strict"), Deal.from_key(won[0]))
    piles = [*PILE_NAMES[:8], "f", "r1", "h1"]
    texts = {f"{source}{target}" for source in PILE_NAMES[:12] for target in piles}
    legal = {str(move) for move in board.legal_moves}
    for text in texts - legal | {"deal"}:
        with pytest.raises(IllegalMoveError, match=f"illegal move '{text}'") as refused:
            board.find_move(text)
        assert refused.value.sentence.endswith(".")
    assert all(str(Move.parse(text)) == text for text in legal)


def test_deals_that_differ_only_in_names_are_alike(toy: type[Game], won: Won) -> None:
    deal = Deal.from_key(won[0])
    renamed = str(deal).translate(str.maketrans("CDHS", "DHSC"))
    other = Deal.from_key(b"another")
    assert digests(str(deal)) & digests(renamed)
    assert not digests(str(deal)) & digests(str(other))
    assert set(toy.forms(bytes(deal.cards))).isdisjoint(toy.forms(bytes(other.cards)))


def test_the_solver_wins_what_can_be_won_and_proves_what_cannot(toy: type[Game]) -> None:
    found = set()
    for preset in toy.presets:
        for number in range(20):
            board = Board(Rules.of(toy.name, preset), Deal.from_key(bytes([number])))
            verdict = solve(board)
            found.add(verdict.kind)
            assert (verdict.kind is VerdictKind.WINNABLE) == can_be_won(board, set())
            for move in verdict.solution:
                board.push(board.find_move(str(move)))
            assert board.is_won == (verdict.kind is VerdictKind.WINNABLE)
    assert found == {VerdictKind.WINNABLE, VerdictKind.LOST}
