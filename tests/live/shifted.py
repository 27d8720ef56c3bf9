"""A site whose servers share a clock that a test can put forward."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from tests.processes import Launch, Site
from tests.stores import Backend, Stores

FOLDER = Path(__file__).with_name("clock")
"""What servers have on their path: see `sitecustomize.py` there."""


class Shifted:
    """The clock. `surroundings` are the settings of its servers."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._ahead = 0
        file.write_text("0")

    @property
    def surroundings(self) -> Mapping[str, str]:
        """The settings of the servers that share it."""
        return {
            **{"PYTHONPATH": str(FOLDER), "CLOCK": str(self._file)},
            **{"CONNECTIONS_PER_ADDRESS": "0", "STOCK": "1"},
            # To Redis, a clock put forward by minutes makes all processes look dead.
            "GROUP_EXPIRY": "86400",
        }

    def put_to(self, instant: int) -> None:
        """Put the clock forward to an instant; it goes on from there."""
        self._ahead = max(self._ahead, instant - time.time_ns() // 1_000_000)
        self._file.write_text(str(self._ahead))


@pytest.fixture
def clock(tmp_path: Path) -> Shifted:
    return Shifted(tmp_path / "clock")


@pytest.fixture
def site(
    tmp_path: Path, stores: Stores, backend: Backend, clock: Shifted, bundle: Path
) -> Iterator[Site]:
    """Provide a site in that time: one process on SQLite, two on PostgreSQL."""
    folder = tmp_path / "site"
    folder.mkdir()
    with closing(Launch(folder, stores)) as launch:
        count = 1 if backend == "sqlite" else 2
        yield launch(backend, processes=count, BUNDLE_DIR=str(bundle), **clock.surroundings)
