"""The stock of proven deals, and the tasks that fill it."""

from __future__ import annotations

import time
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from django_tasks_db.models import DBTaskResult

from games import tasks
from games.background import stock
from games.engine import Board, Deal, Outcome, Rules
from games.models import Player, Proof
from games.models.deals.difficulty import StoredDifficulty
from games.models.races.daily import difficulty_of
from games.models.races.new_race import RaceOptions, new_race
from games.solver import VerdictKind
from games.solver.proof import Proof as Found
from tests.clocks import at
from tests.scraping import counted

if TYPE_CHECKING:
    from pytest_django.fixtures import Settings

pytestmark = pytest.mark.django_db

CASTLE = "beleaguered-castle/standard"
DALTON = "agnes-sorel/dalton"


@pytest.fixture(autouse=True)
def small_stock(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.STOCK = 3
    # The first search compiles the solver, which takes longer than a turn.
    monkeypatch.setattr(stock, "TURN", 600)
    monkeypatch.setattr(stock, "is_bare", lambda: False)


def queued() -> list[tuple[str, list[str]]]:
    """Return the names of the waiting tasks, with their arguments."""
    waiting = DBTaskResult.objects.ready()
    return [(task.task_name, task.args_kwargs["args"]) for task in waiting]


@pytest.mark.slow
@pytest.mark.parametrize("rules", [CASTLE, DALTON])
def test_it_is_filled_with_deals_that_their_lines_win(rules: str, alice: Player) -> None:
    new_race(alice, rules, at(int(time.time() * 1000)))
    assert stock.fill(rules) == 3
    assert {proof.difficulty for proof in Proof.objects.all()} == set(StoredDifficulty)
    for proof in Proof.objects.stock(rules):
        board = Board(Rules.parse(rules), Deal.parse(proof.deal.cards))
        for move in proof.line.split():
            board.push(board.find_move(move))
        assert board.outcome() is Outcome.WON


def test_searches_are_counted_by_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    def searches() -> dict[VerdictKind, float]:
        name = "samedeal_searches_total"
        return {kind: counted(name, verdict=kind.value) for kind in VerdictKind}

    found: list[Found] = []
    find = Found.find

    def watched(*asked: Any) -> Found:
        found.append(find(*asked))
        return found[-1]

    monkeypatch.setattr(Found, "find", watched)
    before, positions = searches(), counted("samedeal_searched_positions_total")
    stock.fill(CASTLE)
    of_kind = Counter(proof.kind for proof in found)
    assert of_kind[VerdictKind.WINNABLE] >= 3
    assert searches() == {kind: before[kind] + of_kind[kind] for kind in VerdictKind}
    looked_at = counted("samedeal_searched_positions_total") - positions
    assert looked_at == sum(proof.states for proof in found) > 0


def test_a_full_stock_is_not_searched_for() -> None:
    stock.fill(CASTLE)
    assert stock.fill(CASTLE) == 0
    assert Proof.objects.stock(CASTLE).count() == 3


@pytest.mark.slow
def test_a_preset_that_no_one_plays_keeps_few_deals(settings: Settings) -> None:
    settings.STOCK = 30
    stock.publish()
    assert stock.fill(DALTON) == stock.IDLE
    tasks.keep_stock()
    assert len(queued()) == len(stock.presets()) - 1
    assert ("fill_stock", [DALTON]) not in queued()


def test_a_preset_with_a_recent_race_has_the_full_stock(settings: Settings, alice: Player) -> None:
    settings.STOCK = 6
    long_ago, now = 1_700_000_000_000, int(time.time() * 1000)
    assert stock.fill(DALTON) == stock.IDLE
    new_race(alice, DALTON, at(long_ago))
    assert not stock.short(DALTON)
    new_race(alice, DALTON, at(now))
    assert DALTON in stock.short_presets()
    assert stock.fill(DALTON) == 4
    assert DALTON not in stock.short_presets()


def test_a_wish_for_a_preset_that_no_one_plays_is_searched_for() -> None:
    assert stock.fill(DALTON) == stock.IDLE
    there = set(Proof.objects.stock(DALTON).values_list("difficulty", flat=True))
    wish = next(iter(sorted(set(StoredDifficulty) - there)))
    assert stock.fill(DALTON, wish) >= 1
    assert Proof.objects.stock(DALTON).of_difficulty(wish).exists()


def test_a_search_for_a_difficulty_ends_once_it_is_found() -> None:
    assert stock.fill(CASTLE, StoredDifficulty.HARD) >= 1
    assert stock.fill(CASTLE, StoredDifficulty.HARD) == 0
    assert "hard" not in stock.short(CASTLE)


@pytest.mark.slow
def test_custom_rules_keep_one_deal_of_each_difficulty(settings: Settings) -> None:
    settings.STOCK = 30
    assert stock.fill("beleaguered-castle/casual+aces=dealt") <= 3


def test_while_a_game_has_no_deal_a_search_ends_with_its_first_find(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    # Any difficulty will do today: what else a search comes across first is chance.
    monkeypatch.setattr(stock, "_may_be_first", lambda _found: True)
    assert stock.is_bare()
    assert stock.fill(CASTLE) == 1
    assert stock.short(CASTLE)


def test_the_first_deal_of_a_game_is_as_hard_as_the_day_asks_for() -> None:
    stock.fill(CASTLE)
    today = datetime.now(UTC).date()
    first = Proof.objects.stock(CASTLE).order_by("pk").first()
    assert first is not None
    assert first.difficulty == difficulty_of("beleaguered-castle", today)


def test_a_search_yields_to_the_next_after_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stock, "TURN", 0)
    assert stock.fill(CASTLE) == 0


def test_a_search_yields_to_a_more_urgent_task() -> None:
    tasks.publish_proofs.enqueue()
    assert stock.fill(CASTLE) == 0


@pytest.mark.slow
def test_the_shipped_deals_are_published_once() -> None:
    assert not stock.is_published()
    for _ in range(2):
        stock.publish()
        assert stock.is_published()
        assert Proof.objects.published("applegate/standard").count() == 400


def test_missing_stock_is_queued_once_standard_rules_first() -> None:
    for _ in range(2):
        tasks.keep_stock()
        names = queued()
        assert names[0] == ("publish_proofs", [])
        fills = [rules for name, [rules] in names[1:] if name == "fill_stock"]
        assert fills == stock.presets()
        assert fills[0].endswith("/standard")


@pytest.mark.slow
def test_a_preset_with_full_stock_is_not_queued() -> None:
    stock.publish()
    stock.fill(CASTLE)
    tasks.keep_stock()
    assert len(queued()) == len(stock.presets()) - 1
    assert ("fill_stock", [CASTLE]) not in queued()


def test_a_deal_that_a_race_lacked_is_searched_for_first(alice: Player) -> None:
    tasks.keep_stock()
    tasks.search_for(new_race(alice, CASTLE, at(0), RaceOptions(wished_difficulty="hard")))
    assert queued()[0] == ("fill_stock", [CASTLE, "hard"])


def test_a_race_with_its_wished_difficulty_starts_no_search(alice: Player) -> None:
    stock.fill(CASTLE)
    race = new_race(alice, CASTLE, at(0), RaceOptions(wished_difficulty="hard"))
    tasks.search_for(race)
    assert race.difficulty == "hard"
    assert queued() == []
