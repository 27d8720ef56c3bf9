"""The migrations that give each daily challenge its trial, there and back."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import call_command
from django.db import connection

from tests.models.history import Unsquashed, migrate_one_by_one

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE, AFTER = "0028_webhooks", "0032_attempts_at_trials"


def models(migration: str) -> Any:
    """Return the models as they are at a migration, which the database is brought to."""
    migrate_one_by_one("games", migration)
    return Unsquashed(connection).project_state(("games", migration)).apps


@pytest.fixture(autouse=True)
def _newest() -> Iterator[None]:
    yield
    call_command("migrate", verbosity=0)


@pytest.mark.slow
def test_dailies_and_their_attempts_keep_their_deals_both_ways() -> None:
    old = models(BEFORE)
    player = old.get_model("games", "Player").objects.create(username="alice", name="alice")
    for number in (1, 2):
        deal = old.get_model("games", "Deal").objects.create(cards=f"cards {number}")
        daily = old.get_model("games", "Daily").objects.create(
            game="toy", day=date(2026, 3, number), rules=f"toy/{number}", deal=deal
        )
        race = old.get_model("games", "Race").objects.create(
            code=f"RACE{number}", rules=daily.rules, kind="daily", deal=deal
        )
        old.get_model("games", "Attempt").objects.create(daily=daily, player=player, race=race)

    new = models(AFTER)
    for attempt in new.get_model("games", "Attempt").objects.select_related("trial__daily"):
        trial = attempt.trial
        assert (trial.kind, trial.limit_s) == ("daily", 3600)
        assert trial.rules == f"toy/{trial.daily.day.day}" == attempt.race.rules
        assert trial.deal == attempt.race.deal
        assert trial.opens_at == datetime(2026, 3, trial.daily.day.day, tzinfo=UTC)
        assert trial.closes_at == datetime(2026, 3, trial.daily.day.day + 1, tzinfo=UTC)
    assert new.get_model("games", "Trial").objects.count() == 2

    back = models(BEFORE)
    for attempt in back.get_model("games", "Attempt").objects.select_related("daily"):
        assert attempt.daily.rules == attempt.race.rules == f"toy/{attempt.daily.day.day}"
        assert attempt.daily.deal == attempt.race.deal
    assert back.get_model("games", "Attempt").objects.count() == 2
