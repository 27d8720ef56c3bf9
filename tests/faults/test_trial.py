"""A short trial: each kind of fault befalls a site once, and no race suffers."""

from __future__ import annotations

import json

import pytest

from tests import needs
from tests.faults.ground import ground
from tests.faults.history import Fault, Kind
from tests.faults.trial import Plan, trial

pytestmark = [
    pytest.mark.processes,
    pytest.mark.needs_postgres_programs,
    pytest.mark.needs_redis_server,
]


# One test, so that the workers of a run never hold two trials.
@pytest.mark.promised
def test_no_race_suffers_from_any_kind_of_fault() -> None:
    announced: list[Fault] = []
    with ground() as site:
        plan = Plan(seed=1, faults=len(site.kinds), races=2, longest=1.0)
        report = trial(site, plan, lambda _done, fault: announced.append(fault))
    assert report.violations == []
    # The players were there, whom faults befell.
    assert report.races >= 2
    assert report.acknowledged > 0
    assert report.sightings > report.acknowledged
    assert sum(report.faults.values()) == len(announced)
    assert report.not_made == ([] if needs.tmpfs() else [str(Kind.FULL_DISK)])
    assert report.faults == {str(kind): 1 for kind in Kind if kind not in report.not_made}

    read = json.loads(json.dumps(report.as_json()))
    assert read["faults"] == report.faults
    assert read["seed"] == 1
