"""A short trial: each kind of fault befalls a site once, and no race suffers."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.faults.ground import ground
from tests.faults.history import Fault, Kind
from tests.faults.trial import Plan, Report, trial

pytestmark = [pytest.mark.needs_postgres_programs, pytest.mark.needs_redis_server]


@pytest.fixture(scope="module")
def told() -> list[Fault]:
    """Provide the faults that the trial has announced."""
    return []


@pytest.fixture(scope="module")
def report(told: list[Fault]) -> Iterator[Report]:
    with ground() as site:
        plan = Plan(seed=1, faults=len(site.kinds), races=2, longest=1.0)
        yield trial(site, plan, lambda done, fault: told.append(fault))


def test_no_race_suffers(report: Report, told: list[Fault]) -> None:
    assert report.violations == []
    # The players were there, whom faults befell.
    assert report.races >= 2
    assert report.acknowledged > 0
    assert report.sightings > report.acknowledged
    assert sum(report.faults.values()) == len(told)


@pytest.mark.needs_tmpfs
def test_each_kind_of_fault_has_befallen_it(report: Report) -> None:
    assert report.faults == {str(kind): 1 for kind in Kind}
    assert report.not_made == []


def test_its_report_is_json_too(report: Report) -> None:
    told = json.loads(json.dumps(report.as_json()))
    assert told["faults"] == report.faults
    assert told["seed"] == 1
