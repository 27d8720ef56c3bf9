"""The test session that judges a mutant, copied to `conftest.py` of the mutants' tree.

Every mutant gets the same examples, fewer than usual. Fast tests come first, since one failure is
enough. The database is copied instead of migrated, and no server is started.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = 12
SERVERS = {"launch", "stores", "sites", "live_server", "browser"}
"""Fixtures that start processes or need running ones."""
PATIENCE = 15.0
"""Seconds to wait for a frame that a mutant may never send; tests usually wait a minute."""
HERE = Path(__file__).parent
EMPTY_DATABASE = HERE / "empty.sqlite3"


@pytest.hookimpl(trylast=True)
def pytest_configure() -> None:
    settings.register_profile(
        "mutants",
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("mutants")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--servers", action="store_true", help="run only tests that start servers")


def pytest_sessionstart() -> None:
    # Caches hold results of the unchanged code, not of the mutant.
    for name, module in list(sys.modules.items()):
        if name.startswith("games."):
            for value in vars(module).values():
                if clear := getattr(value, "cache_clear", None):
                    clear()
    if process := sys.modules.get("tests.live.process"):
        setattr(process, "WAIT", PATIENCE)  # noqa: B010


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    servers = config.getoption("--servers")
    chosen = [item for item in items if bool(SERVERS & set(_fixtures(item))) is servers]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
    durations = _durations()
    chosen.sort(key=lambda item: durations.get(item.nodeid, 0.0))
    items[:] = chosen


def _fixtures(item: pytest.Item) -> list[str]:
    return getattr(item, "fixturenames", [])


def _durations() -> dict[str, float]:
    try:
        durations: dict[str, float] = json.loads((HERE / "mutmut-stats.json").read_text())[
            "duration_by_test"
        ]
    except FileNotFoundError:
        return {}
    return durations


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_modify_db_settings: None,
    django_db_blocker: Any,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[None]:
    """Create the test database once and copy it for each mutant."""
    from django.db import connection
    from django.test.utils import setup_databases

    database = Path(connection.settings_dict["TEST"]["NAME"])
    with django_db_blocker.unblock():
        if not EMPTY_DATABASE.exists():
            setup_databases(verbosity=0, interactive=False)
            connection.close()
            shutil.copyfile(database, EMPTY_DATABASE)
        shutil.copyfile(EMPTY_DATABASE, database)
        connection.close()
        connection.settings_dict["NAME"] = str(database)
    yield
    with django_db_blocker.unblock():
        connection.close()
