"""The guards: what the database itself refuses, on both backends."""

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

SEATS = ["sit down", "throw out", "change seats", "take elsewhere", "bring here"]

pytestmark = pytest.mark.parametrize("backend", BACKENDS)

Tampering = Callable[[str], Any]


@pytest.fixture
def tampering(backend: Backend, stores: Stores, tmp_path: Path) -> Iterator[Tampering]:
    """Return a function that runs one of `tests.models.races.tampering` on a fresh database."""
    with ExitStack() as cleanup:
        environment = stores.fresh(backend, tmp_path, cleanup)

        def run(name: str) -> Any:
            code = f"from tests.models.races.tampering import run; run({name!r})"
            return json.loads(manage.run(environment, "shell", "--no-imports", "--command", code))

        yield run


def test_a_race_that_is_dealt_played_or_over_cannot_be_changed(
    tampering: Tampering,
) -> None:
    found = tampering("tamper")
    # Only a table of an event has a round, which a constraint of the race's own sees to.
    possible = [*(name for name in found["fields"] if name != "round"), *SEATS]
    assert found["done"].pop("open") == found["done"].pop("counting") == possible
    assert found["done"] == {"dealt": [], "played": [], "closed": []}
    assert found["unmade"] == []
    assert found["left"] == {"update": 1, "absorb": 1, "delete": True}


@pytest.mark.slow
def test_the_guards_exist_after_every_migration_and_flush(tampering: Tampering) -> None:
    assert tampering("tables_anew") == {"migrated": False, "flushed": False}


@pytest.mark.slow
def test_migrating_back_to_before_the_guards_removes_them(tampering: Tampering) -> None:
    assert tampering("written_before_the_guards") == 1
