from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests import manage
from tests.live.upgrade import previous
from tests.processes import ONE_ADDRESS
from tests.stores import postgres_database, redis_database


@pytest.fixture(scope="session")
def old_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide the code of the release before."""
    folder = tmp_path_factory.mktemp("previous")
    previous.export(folder)
    return folder


@pytest.fixture(scope="session")
def old_database(old_code: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Provide the name of an empty database of the release before, to be copied."""
    with postgres_database("template1") as url:
        environment = {"DATA_DIR": str(tmp_path_factory.mktemp("data")), "DATABASE_URL": url}
        manage.run(environment, "migrate", "--verbosity", "0", code=old_code)
        yield url.rpartition("/")[2]


@pytest.fixture
def old_stores(old_database: str, tmp_path: Path) -> Iterator[Mapping[str, str]]:
    """Provide the stores of a site of the release before."""
    with postgres_database(old_database) as database, redis_database() as redis:
        yield ONE_ADDRESS | {
            "DATA_DIR": str(tmp_path),
            "DATABASE_URL": database,
            "REDIS_URL": redis,
        }
