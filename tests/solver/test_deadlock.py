"""Deals lost at once: immovable cards lie on cards that must go first."""

from __future__ import annotations

from games.engine import Board, Rules
from games.solver import VerdictKind, solve

FOUNDATIONS = (
    "fc AC 2C 3C 4C 5C 6C 7C 8C 9C TC; fd AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD; "
    "fh AH 2H 3H 4H 5H 6H 7H 8H 9H TH; fs AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
)


def position(tableau: str, space: str) -> Board:
    rules = Rules.parse(f"agnes-sorel/standard+space={space}")
    return Board.from_position(rules, f"base A; {tableau}; {FOUNDATIONS}")


def test_a_high_card_on_a_lower_one_of_its_suit_is_lost_at_once() -> None:
    verdict = solve(position("t1 JC KC; t2 QC; t3 JH QH KH", "none"))
    assert verdict.kind is VerdictKind.LOST
    assert verdict.states < 10


def test_high_cards_that_wait_for_each_other_are_lost_at_once() -> None:
    verdict = solve(position("t1 JC KH; t2 JH KC; t3 QC; t4 QH", "none"))
    assert verdict.kind is VerdictKind.LOST
    assert verdict.states < 10


def test_high_cards_that_wait_for_one_another_in_turn_are_no_loss() -> None:
    assert solve(position("t1 JC KH; t2 KC; t3 QC; t4 QH JH", "none")).kind is VerdictKind.WINNABLE


def test_a_high_card_that_may_fill_a_space_is_no_loss() -> None:
    assert solve(position("t1 JC KC; t2 QC; t3 JH QH KH", "high-card")).kind is VerdictKind.WINNABLE
