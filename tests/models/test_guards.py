"""What the database itself refuses, on both databases."""

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
    """Run a function of `tests.models.tampering` on a database of its own."""
    with ExitStack() as cleanup:
        environment = stores.fresh(backend, tmp_path, cleanup)

        def run(name: str) -> Any:
            code = f"from tests.models.tampering import run; run({name!r})"
            return json.loads(manage.run(environment, "shell", "--no-imports", "--command", code))

        yield run


def test_a_race_that_is_dealt_played_or_over_is_not_changed_by_anybody(
    tampering: Tampering,
) -> None:
    found = tampering("tamper")
    possible = [*found["fields"], *SEATS]
    assert found["done"].pop("open") == found["done"].pop("counting") == possible
    assert found["done"] == {"dealt": [], "played": [], "closed": []}
    assert found["unmade"] == []
    assert found["left"] == {"update": 1, "absorb": 1, "delete": True}


def test_the_guards_are_up_after_every_migration_and_flush(tampering: Tampering) -> None:
    assert tampering("tables_anew") == {"migrated": False, "flushed": False}


def test_a_release_without_guards_finds_none_when_it_comes_back(tampering: Tampering) -> None:
    assert tampering("written_before_the_guards") == 1
