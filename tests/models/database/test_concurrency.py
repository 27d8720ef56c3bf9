"""Concurrency: the database arbitrates, on each backend."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests import manage
from tests.processes import BACKENDS
from tests.stores import Backend, Stores

pytestmark = pytest.mark.parametrize("backend", BACKENDS)

Contest = Callable[[str], dict[str, Any]]


@pytest.fixture
def contest(backend: Backend, stores: Stores, tmp_path: Path) -> Iterator[Contest]:
    """Return a function that runs a contest on a fresh database."""
    with ExitStack() as cleanup:
        environment = stores.fresh(backend, tmp_path, cleanup)

        def run(name: str) -> dict[str, Any]:
            code = f"from tests.models.database.contest import run; run({name!r})"
            result: dict[str, Any] = json.loads(
                manage.run(environment, "shell", "--no-imports", "--command", code)
            )
            return result

        yield run


def test_one_of_two_gets_the_last_seat(contest: Contest) -> None:
    result = contest("last_seat")
    assert sorted(result["joins"], key=str) == [None, "full"]
    assert result["seats"] == list(range(10))


def test_nine_players_who_join_at_once_all_get_a_seat(contest: Contest) -> None:
    result = contest("full_table")
    assert result == {"joins": [None] * 9, "seats": list(range(10))}


def test_eight_requests_for_a_rematch_open_one_race(contest: Contest) -> None:
    result = contest("rematch")
    assert result == {"codes": [result["code"]], "code": result["code"], "seated": 8, "deals": 2}


def test_concurrent_visitors_make_one_challenge_and_one_attempt_each(
    contest: Contest,
) -> None:
    result = contest("first_visitors")
    assert len(result.pop("dailies")) == 1
    assert result == {"stock": 7, "attempts": 4, "races": 4}


def test_races_rated_at_once_are_rated_in_the_order_they_ended(contest: Contest) -> None:
    assert contest("ratings") == {"wrong": [], "changes": 32}


def test_one_of_eight_calls_settles_a_race(contest: Contest) -> None:
    result = contest("close")
    assert sorted(result["closed"]) == [False] * 7 + [True]
    assert result["bells"] == 3


def test_one_of_two_tabs_stores_its_action(contest: Contest) -> None:
    result = contest("same_number")
    assert sorted(result["sent"]) == ["action 1", "taken"]
    assert result["stored"] == 1


def test_of_two_who_refresh_a_token_at_once_neither_keeps_access(contest: Contest) -> None:
    result = contest("refresh_twice")
    assert sorted(result["statuses"]) == [200, 400]
    assert result["tokens"] == 0


def test_a_last_move_and_the_bell_never_both_decide(contest: Contest) -> None:
    for outcome in contest("last_move")["outcomes"]:
        assert outcome["closed"]
        assert outcome["derived"]
        assert (outcome["move"], outcome["state"]) in {("action 1", "ended"), ("taken", "no-show")}


def test_all_who_want_a_quick_race_at_once_get_the_same_one(contest: Contest) -> None:
    result = contest("lobby")
    assert result == {"codes": 1, "seats": list(range(8))}


def test_a_deal_is_never_in_stock_and_in_a_race_at_once(contest: Contest) -> None:
    for outcome in contest("giving_back")["outcomes"]:
        assert outcome["race"] != outcome["in_stock"]
        assert outcome["race"] or not outcome["dealt"]
        assert outcome["seats"] > 0 if outcome["race"] else outcome["seats"] == 0


def test_concurrent_guests_of_an_address_cannot_exceed_their_limit(contest: Contest) -> None:
    assert contest("one_address") == {"races": 3, "stock": 5}
