"""The command that keeps proven deals ready."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from games.engine import Board, Deal, Outcome, Rules
from games.models import Proof

pytestmark = pytest.mark.django_db


def test_it_fills_the_stock_with_deals_that_are_won_by_their_lines() -> None:
    rules = ["beleaguered-castle/standard", "agnes-sorel/dalton"]
    call_command("stock", "--once", each=2, rules=rules, verbosity=0)
    for text in rules:
        proofs = Proof.objects.stock(text)
        assert len(proofs) == 2
        for proof in proofs:
            board = Board(Rules.parse(text), Deal.parse(proof.deal.cards))
            for move in proof.line.split():
                board.push(board.find_move(move))
            assert board.outcome() is Outcome.WON


def test_a_full_stock_is_left_as_it_is() -> None:
    for _ in range(2):
        call_command("stock", "--once", each=1, rules=["beleaguered-castle"], verbosity=0)
    assert Proof.objects.stock("beleaguered-castle/standard").count() == 1


def test_it_gives_up_on_rules_that_need_too_many_tries() -> None:
    call_command("stock", "--once", each=1, tries=0, rules=["applegate"], verbosity=0)
    assert not Proof.objects.stock("applegate/standard").exists()


def test_it_publishes_the_deals_that_come_with_the_program_once() -> None:
    for _ in range(2):
        call_command("stock", "--once", each=0, rules=["applegate"], verbosity=0)
    published = Proof.objects.published("applegate/standard")
    assert published.count() == Proof.objects.count() >= 400
