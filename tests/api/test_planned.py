"""Programs plan races."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache

from games.models import Player, Race
from tests.api.programs import Program, token_of
from tests.models.stored_races import RULES

pytestmark = pytest.mark.django_db

TOMORROW = (datetime.now(UTC) + timedelta(days=1)).replace(second=0, microsecond=0)


@pytest.fixture(autouse=True)
def _no_limits_from_before() -> None:
    cache.clear()


@pytest.fixture
def mine(alice: Player) -> Program:
    return Program(token_of(alice))


def test_a_program_plans_a_race(mine: Program) -> None:
    race = mine.post("races", {"rules": RULES, "starts_at": TOMORROW.isoformat()}).json()
    assert race["planned"] is True
    assert race["state"] == "open"
    assert datetime.fromisoformat(race["starts_at"]) == TOMORROW
    refused = mine.post(f"races/{race['code']}/start")
    assert (refused.status_code, refused.json()["code"]) == (409, "planned")
    other = mine.post("races", {"rules": RULES}).json()
    assert (other["planned"], other["starts_at"]) == (False, None)


@pytest.mark.parametrize(
    "start",
    [
        datetime(2020, 1, 1, tzinfo=UTC),
        TOMORROW + timedelta(days=60),
        TOMORROW + timedelta(seconds=1),
    ],
)
def test_a_start_that_cannot_be_is_refused(mine: Program, start: datetime) -> None:
    refused = mine.post("races", {"rules": RULES, "starts_at": start.isoformat()})
    assert refused.status_code in (400, 409)
    assert refused.json()["code"] == "bad-start"
    assert not Race.objects.exists()


@pytest.mark.parametrize("start", ["tomorrow", "2026-12-24T20:00:00", True])
def test_what_is_no_instant_is_refused(mine: Program, start: object) -> None:
    assert mine.post("races", {"rules": RULES, "starts_at": start}).status_code == 400
