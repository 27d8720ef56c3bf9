"""Machines that start a release together."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import manage
from tests.stores import postgres_database

pytestmark = pytest.mark.processes


@pytest.mark.needs_postgres
def test_migrations_run_once_whoever_comes_first(tmp_path: Path) -> None:
    with postgres_database("template1") as url:
        environment = manage.clean_environment({"DATA_DIR": str(tmp_path), "DATABASE_URL": url})
        both = [
            subprocess.Popen(
                [sys.executable, "manage.py", "migrate"],
                cwd=manage.REPOSITORY,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            for _ in range(2)
        ]
        said = sorted(process.communicate()[0] for process in both)
        assert [process.returncode for process in both] == [0, 0], said
        assert ["No migrations to apply." in text for text in said].count(True) == 1


def test_a_new_file_is_readable_for_its_owner_alone(tmp_path: Path) -> None:
    environment = {"DATA_DIR": str(tmp_path)}
    manage.run(environment, "migrate", "--verbosity", "0", "sessions")
    file = tmp_path / "db.sqlite3"
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o640)
    manage.run(environment, "migrate", "--verbosity", "0", "sessions")
    assert file.stat().st_mode & 0o777 == 0o640
