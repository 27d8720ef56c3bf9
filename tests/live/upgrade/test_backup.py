"""A backup by this release before its migrations have run."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests import manage

pytestmark = pytest.mark.needs_previous_release


@pytest.fixture
def old_file(old_code: Path, tmp_path: Path) -> Mapping[str, str]:
    """Provide a site of the release before on SQLite."""
    environment = {"DATA_DIR": str(tmp_path)}
    manage.run(environment, "migrate", "--verbosity", "0", code=old_code)
    return environment


def backup(environment: Mapping[str, str], file: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "backup", str(file)],
        cwd=manage.REPOSITORY,
        env=manage.clean_environment(environment),
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.mark.parametrize(
    "stores",
    [
        "old_file",
        pytest.param("old_stores", marks=(pytest.mark.needs_postgres, pytest.mark.needs_redis)),
    ],
)
def test_it_is_made_and_can_be_restored_and_migrated(
    stores: str, old_code: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    environment, file = request.getfixturevalue(stores), tmp_path / "before.backup"
    race = manage.run(environment, "race", "freecell", code=old_code).strip()
    made = backup(environment, file)
    assert made.stdout.startswith(f"{file}: ")
    assert made.stderr == ""

    said = json.loads(manage.run(environment, "restore", str(file), "--replace", "--json"))
    assert said["missing_migrations"] > 0
    manage.run(environment, "migrate", "--verbosity", "0")
    code = f"from games.models import Race; print(Race.objects.get(code={race!r}).rules)"
    assert manage.run(environment, "shell", "-v0", "-c", code).strip() == "freecell/standard"


def test_of_a_release_that_noted_no_backups_it_says_what_it_can_not_note(tmp_path: Path) -> None:
    environment = {"DATA_DIR": str(tmp_path)}
    manage.run(environment, "migrate", "games", "0042_mailed_notices", "--verbosity", "0")
    made = backup(environment, tmp_path / "before.backup")
    assert "The operator's page won't show this backup" in made.stderr
    assert "`python manage.py migrate`" in made.stderr
    assert "Traceback" not in made.stderr
