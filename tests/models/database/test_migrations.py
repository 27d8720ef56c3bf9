"""Migrations."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from django.core.management import call_command

from tests import manage

if TYPE_CHECKING:
    from pathlib import Path

STATEMENTS = "select type, name, sql from sqlite_master where sql is not null"


@pytest.mark.django_db
def test_the_migrations_match_the_models() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


def schema(folder: Path) -> list[tuple[str, str, list[str]]]:
    """Return what a database consists of; columns and conditions in any order."""
    with closing(sqlite3.connect(folder / "db.sqlite3")) as connection:
        found = connection.execute(STATEMENTS).fetchall()
    return sorted((kind, name, sorted(re.split(r"[ ,()]+", sql))) for kind, name, sql in found)


@pytest.mark.slow
def test_a_new_database_is_as_one_that_was_migrated_release_by_release(tmp_path: Path) -> None:
    code = "from tests.models.history import migrate_one_by_one; migrate_one_by_one()"
    new, old = tmp_path / "new", tmp_path / "old"
    manage.run({"DATA_DIR": str(new)}, "migrate")
    manage.run({"DATA_DIR": str(old)}, "shell", "--no-imports", "--command", code)
    assert schema(new) == schema(old)
