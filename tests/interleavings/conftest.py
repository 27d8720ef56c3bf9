"""One database and two processes for all interleavings of a test session."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.interleavings.conductor import Conductor, conducted
from tests.stores import Stores


@pytest.fixture(scope="session")
def conductor(stores: Stores, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Conductor]:
    """Yield the conductor of two processes on a fresh database."""
    with ExitStack() as cleanup:
        environment = stores.fresh("postgres", tmp_path_factory.mktemp("conductor"), cleanup)
        url = {name: environment[name] for name in ("DATA_DIR", "DATABASE_URL")}
        yield cleanup.enter_context(conducted(url))
