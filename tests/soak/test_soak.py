"""A soak of a few seconds: everything runs, nothing is lost."""

from __future__ import annotations

import asyncio

import pytest

from tests.soak.soak import Plan, soak
from tests.stores import Stores


@pytest.mark.needs_postgres
@pytest.mark.needs_redis
def test_a_short_soak_loses_nothing(stores: Stores) -> None:
    told: list[float] = []
    with soak(stores) as site:
        plan = Plan(seconds=4.0, rate=30.0, pages=4.0)
        report = asyncio.run(site.run(plan, told.append))
    assert report.faults == []
    assert report.acknowledged == report.stored > 0
    assert report.races >= 3
    assert report.pages > 0
    assert report.watched > 0
    assert {memory.process for memory in report.memory} == {
        *(f"web process {number}" for number in range(3)),
        "the worker",
    }
    assert told == sorted(told)
