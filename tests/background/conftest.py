from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

import pytest

from tests.background.workers import Crew
from tests.players import alice as alice
from tests.players import bob as bob
from tests.players import charlie as charlie

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.stores import Backend, Stores


@pytest.fixture
def backend() -> Backend:
    """Return the store of the crew's tasks; a test may override it."""
    return "sqlite"


@pytest.fixture
def crew(backend: Backend, tmp_path: Path, stores: Stores) -> Iterator[Crew]:
    """Provide a crew without workers, on a fresh database without the shipped deals."""
    with ExitStack() as cleanup:
        environment = {**stores.fresh(backend, tmp_path, cleanup), "STOCK": "0"}
        yield cleanup.enter_context(closing(Crew(environment, tmp_path / "workers.log")))
