"""The stock of proven deals, and what brings it about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django_tasks_db.models import DBTaskResult

from games import tasks
from games.background import stock
from games.engine import Board, Deal, Outcome, Rules
from games.models import Player, Proof
from games.models.deals.difficulty import Difficulty
from games.models.races.new_race import new_race
from tests.clocks import at

if TYPE_CHECKING:
    from pytest_django.fixtures import Settings

pytestmark = pytest.mark.django_db

CASTLE = "beleaguered-castle/standard"


@pytest.fixture(autouse=True)
def small_stock(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.STOCK = 3
    # Where nothing is compiled yet, that takes longer than a turn.
    monkeypatch.setattr(stock, "TURN", 600)
    monkeypatch.setattr(stock, "is_bare", lambda: False)


def queued() -> list[tuple[str, list[str]]]:
    """The names of the tasks that wait, with their arguments."""
    waiting = DBTaskResult.objects.ready()
    return [(task.task_name, task.args_kwargs["args"]) for task in waiting]


@pytest.mark.parametrize("rules", [CASTLE, "agnes-sorel/dalton"])
def test_it_is_filled_with_deals_that_are_won_by_their_lines(rules: str) -> None:
    assert stock.fill(rules) == 3
    assert {proof.difficulty for proof in Proof.objects.all()} == set(Difficulty)
    for proof in Proof.objects.stock(rules):
        board = Board(Rules.parse(rules), Deal.parse(proof.deal.cards))
        for move in proof.line.split():
            board.push(board.find_move(move))
        assert board.outcome() is Outcome.WON


def test_a_full_stock_is_left_as_it_is() -> None:
    stock.fill(CASTLE)
    assert stock.fill(CASTLE) == 0
    assert Proof.objects.stock(CASTLE).count() == 3


def test_a_search_for_a_difficulty_ends_when_that_is_found() -> None:
    assert stock.fill(CASTLE, Difficulty.HARD) >= 1
    assert stock.fill(CASTLE, Difficulty.HARD) == 0
    assert "hard" not in stock.short(CASTLE)


def test_of_rules_that_somebody_has_put_together_one_of_each_is_kept(settings: Settings) -> None:
    settings.STOCK = 30
    assert stock.fill("beleaguered-castle/casual+aces=dealt") <= 3


def test_while_a_game_has_no_deal_the_first_find_ends_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    assert stock.is_bare()
    assert stock.fill(CASTLE) == 1


def test_a_search_makes_room_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stock, "TURN", 0)
    assert stock.fill(CASTLE) == 0


def test_a_search_makes_room_for_what_is_more_urgent() -> None:
    tasks.publish_proofs.enqueue()
    assert stock.fill(CASTLE) == 0


def test_the_deals_that_come_with_the_program_are_published_once() -> None:
    assert not stock.is_published()
    for _ in range(2):
        stock.publish()
        assert stock.is_published()
        assert Proof.objects.published("applegate/standard").count() == 400


def test_what_is_missing_is_queued_once_the_usual_rules_first() -> None:
    for _ in range(2):
        tasks.keep_stock()
        names = queued()
        assert names[0] == ("publish_proofs", [])
        fills = [rules for name, [rules] in names[1:] if name == "fill_stock"]
        assert fills == stock.presets()
        assert fills[0].endswith("/standard")


def test_what_is_there_is_not_queued() -> None:
    stock.publish()
    stock.fill(CASTLE)
    tasks.keep_stock()
    assert len(queued()) == len(stock.presets()) - 1
    assert ("fill_stock", [CASTLE]) not in queued()


def test_what_a_race_has_missed_is_searched_for_before_the_rest(alice: Player) -> None:
    tasks.keep_stock()
    tasks.search_for(new_race(alice, CASTLE, at(0), wished="hard"))
    assert queued()[0] == ("fill_stock", [CASTLE, "hard"])


def test_a_race_that_has_got_what_was_wished_misses_nothing(alice: Player) -> None:
    stock.fill(CASTLE)
    race = new_race(alice, CASTLE, at(0), wished="hard")
    tasks.search_for(race)
    assert race.difficulty == "hard"
    assert queued() == []
