"""Fixtures for all tests: optional services, a database per run, real processes."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.needs import NEEDS, Need
from tests.sampling import amount, described, spared

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.processes import Launch
    from tests.stores import Stores

# No test may fail because the machine is busy.
settings.register_profile(
    "untimed",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=amount(50, 100, 100),
)
settings.load_profile("untimed")


def pytest_configure(config: pytest.Config) -> None:
    for need in NEEDS:
        config.addinivalue_line("markers", f"needs_{need.name}: runs only with {need.title}")
    config.addinivalue_line("markers", "drawn: its cases are a sample already")
    config.addinivalue_line("markers", "promised: a case of it runs in every large sample")
    config.addinivalue_line("markers", "processes: starts processes, though no fixture does")
    config.addinivalue_line("markers", "slow: takes seconds, or has hundreds of cases")
    if config.pluginmanager.hasplugin("django"):
        _configure_site()


def pytest_report_header() -> str:
    return f"cases: {described()}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # Whoever names tests wants them.
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    left_out = set() if named else set(spared(items))
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]


def pytest_runtest_setup(item: pytest.Item) -> None:
    for need in NEEDS:
        if item.get_closest_marker(f"needs_{need.name}") and need.find() is None:
            reason = _reason(need)
            if os.environ.get("REQUIRE_ALL") == "1" and need.can_be_installed:
                pytest.fail(reason, pytrace=False)
            pytest.skip(reason)
    if item.config.pluginmanager.hasplugin("django"):
        from django.utils import translation

        # The language of another test's request stays active in its thread.
        translation.deactivate()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    # Counted from the reports, since the tests may run in other processes.
    skipped = Counter(str(report.longrepr[-1]) for report in terminalreporter.getreports("skipped"))
    for need in NEEDS:
        if count := skipped[f"Skipped: {_reason(need)}"]:
            terminalreporter.write_line(
                f"Not run: {count} that need {need.title} ({need.advice})", yellow=True
            )


def _configure_site() -> None:
    from django.conf import settings

    # Tests look at a page right after what changed it, as strangers too.
    settings.PAGE_SECONDS = 0
    # Tests that load the site's application have no database for its thread.
    settings.PULSE = False
    # The hash of a real password costs a fifth of a second.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def _reason(need: Need) -> str:
    return f"{need.title} is missing: {need.advice}"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give each run a database of its own, in a file for SQLite.

    Threads on SQLite's in-memory database don't wait for each other's locks: they fail.
    """
    from django.db import connections

    database = connections["default"].settings_dict
    if database["ENGINE"].endswith("sqlite3"):
        database["TEST"]["NAME"] = tmp_path_factory.mktemp("database") / "test.sqlite3"
    else:
        database["TEST"]["NAME"] = f"samedeal_{os.getpid()}"


@pytest.fixture(scope="session")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stores]:
    """Provide the databases of real processes."""
    from tests.stores import Stores

    with ExitStack() as cleanup:
        yield Stores(tmp_path_factory.mktemp("stores"), cleanup)


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Bundle the modules and style sheets; without esbuild, return a folder without a bundle."""
    from tests import bundles, needs

    folder = tmp_path_factory.mktemp("bundle")
    return bundles.make(folder) if needs.esbuild() else folder


@pytest.fixture
def launch(tmp_path: Path, stores: Stores) -> Iterator[Launch]:
    """Start real processes: `launch()` or `launch("postgres", processes=2)` gives a site."""
    from tests.processes import Launch

    with closing(Launch(tmp_path, stores)) as launch:
        yield launch
